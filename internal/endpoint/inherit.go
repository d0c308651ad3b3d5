package endpoint

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/tree"
)

// Inherit passes the options of a group or a resource on to one of its operations. It is for
// use within Edit.
//
// An option with one value comes from the innermost declaration: from the operation, or else
// the nearest group, or else the API. Options with many values add up: inputs, middleware,
// rules and limits start with those of the outermost declaration, tags and problems end with
// them. Requires and Public are one option.
func (o *Operation) Inherit(from *Operation) {
	n, t := o.Node, from.Node
	o.Inputs = slices.Concat(from.Inputs, o.Inputs)
	n.Inputs = slices.Concat(t.Inputs, n.Inputs)
	if from.options != nil {
		o.ChangeOptions().inherit(from.options)
	}
	o.inheritAccess(&from.Access)
	o.WithCaching(t.Caching)
	o.SetProblemFormat(from.Options().ProblemFormat)

	n.Tags = append(n.Tags, t.Tags...)
	n.Fails = append(n.Fails, t.Fails...)
	n.Extensions = append(n.Extensions, t.Extensions...)
	n.IgnoreUnknown = n.IgnoreUnknown || t.IgnoreUnknown
	n.InvalidPathNotFound = n.InvalidPathNotFound || t.InvalidPathNotFound
	n.IgnoreUnknownMembers = n.IgnoreUnknownMembers || t.IgnoreUnknownMembers
	n.Hidden = n.Hidden || t.Hidden
	n.Deprecated = n.Deprecated || t.Deprecated
	if n.DeprecatedAt.IsZero() && !t.DeprecatedAt.IsZero() {
		n.DeprecatedAt, n.Aged = t.DeprecatedAt, t.Aged
	}
	if n.Sunset.IsZero() && !t.Sunset.IsZero() {
		n.Sunset, n.Aged = t.Sunset, t.Aged
	}
	if n.Audiences == nil {
		n.Audiences = slices.Clone(t.Audiences)
	}
	if n.Envelope == nil && t.Envelope != nil {
		n.Envelope, o.ChangeOptions().Around = t.Envelope, from.Options().Around
	}
	if n.ExternalDocs == (tree.Link{}) {
		n.ExternalDocs = t.ExternalDocs
	}
	o.InheritTimeout(t.Timeout)
}

func (o *Operation) inheritAccess(from *Access) {
	a := &o.Access
	if a.Requires == nil && !a.Public && (from.Public || from.Requires != nil) {
		a.At, a.Public, a.Ignores, a.Requires = from.At, from.Public, from.Ignores, from.Requires
	}
	a.Rules = authz.Rule{}.And(from.Rules).And(a.Rules)
}

// Reads reports whether the method of the operation changes nothing (RFC 9110 §9.2.1, RFC 10008).
func (o *Operation) Reads() bool {
	switch o.Node.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, "QUERY":
		return true
	}
	return false
}
