package metadata

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// Option is one documenting option. meta.Option is a defined type over it.
type Option struct {
	at    tree.Position
	call  string                                    // such as Audience
	apply func(t *Target) (fits bool, fault string) // nil: the zero option
}

// Target says where a declaration keeps what options set. A nil pointer means that the
// declaration has no place for the option.
type Target struct {
	ExternalDocs *tree.Link
	Extensions   *[]tree.Extension
	Audiences    *[]string
	Hidden       *bool
}

// Apply applies the options to a declaration and returns the faults, each at the call
// that made the option. kind names the declaration in the plural, such as "properties".
func Apply(kind string, t Target, options []Option) (faults []tree.Fault) {
	for _, o := range options {
		if o.apply == nil {
			faults = append(faults, tree.Faultf("Docs: an option was not made by package meta"))
			continue
		}
		fits, fault := o.apply(&t)
		switch {
		case !fits:
			faults = append(faults, tree.Fault{At: o.at, Message: "Docs: " + o.call + " is not for " + kind})
		case fault != "":
			faults = append(faults, tree.Fault{At: o.at, Message: fault})
		}
	}
	return faults
}

// Options returns the options of a call of Docs, whose type is a defined one over Option.
func Options[O ~struct {
	at    tree.Position
	call  string
	apply func(t *Target) (fits bool, fault string)
}](all []O) []Option {
	out := make([]Option, len(all))
	for i, o := range all {
		out[i] = Option(o)
	}
	return out
}

// ExternalDocs sets a link to more text.
func ExternalDocs(url, text string) Option {
	return Option{tree.Here(), "ExternalDocs", func(t *Target) (bool, string) {
		if t.ExternalDocs == nil {
			return false, ""
		}
		if what := tree.CheckLink(url); what != "" {
			return true, "ExternalDocs(" + strconv.Quote(url) + "): " + what
		}
		*t.ExternalDocs = tree.Link{Name: text, URL: url}
		return true, ""
	}}
}

// Extension sets a vendor extension.
func Extension(name, json string) Option {
	return Option{tree.Here(), "Extension", func(t *Target) (bool, string) {
		if t.Extensions == nil {
			return false, ""
		}
		if what := tree.CheckExtension(name, json); what != "" {
			return true, "Extension(" + strconv.Quote(name) + "): " + what
		}
		*t.Extensions = tree.Extend(*t.Extensions, name, json)
		return true, ""
	}}
}

// Audience adds the names of those that the declaration is documented for.
func Audience(names []string) Option {
	names = slices.Clone(names)
	return Option{tree.Here(), "Audience", func(t *Target) (bool, string) {
		switch {
		case t.Audiences == nil:
			return false, ""
		case len(names) == 0 || slices.Contains(names, ""):
			return true, "Audience needs names"
		}
		*t.Audiences = append(slices.Clip(*t.Audiences), names...)
		return true, ""
	}}
}

// Hidden leaves the declaration out of documents.
func Hidden() Option {
	return Option{tree.Here(), "Hidden", func(t *Target) (bool, string) {
		if t.Hidden == nil {
			return false, ""
		}
		*t.Hidden = true
		return true, ""
	}}
}
