package meta

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// Option documents a declaration.
type Option struct {
	at    tree.Position
	call  string // such as Audience; "": the zero option
	link  tree.Link
	extra tree.Extension
	names []string // of an audience
}

// ExternalDocs links to external documentation. The text describes it in CommonMark and
// may be "". It is for properties, collections, tags, events, operations and the API.
func ExternalDocs(url, text string) Option {
	return Option{at: tree.Here(), call: "ExternalDocs", link: tree.Link{Name: text, URL: url}}
}

// Extension adds a vendor extension. The name begins with x-, and json is JSON text. A
// later extension of the same name replaces an earlier one. It is for properties,
// collections, events, operations and the API.
func Extension(name, json string) Option {
	return Option{at: tree.Here(), call: "Extension", extra: tree.Extension{Name: name, JSON: json}}
}

// Audience limits an operation to the documents for one of the named audiences
// (oas.ForAudience). Without it the operation is in all documents. It is served to
// everyone either way. It is for operations.
func Audience(names ...string) Option {
	return Option{at: tree.Here(), call: "Audience", names: slices.Clone(names)}
}

// Hidden leaves an operation or an event out of all documents.
func Hidden() Option { return Option{at: tree.Here(), call: "Hidden"} }

// Target is where a declaration keeps what options say; nil where it has no place for an option. The
// packages whose declarations have a method Docs use it.
type Target struct {
	ExternalDocs *tree.Link
	Extensions   *[]tree.Extension
	Audiences    *[]string
	Hidden       *bool
}

// Apply applies options to a declaration and returns the faults, each at the call that made the
// option. kind names the declaration in the plural, such as "properties".
func (t Target) Apply(kind string, options []Option) (faults []tree.Fault) {
	for _, o := range options {
		if o.call == "" {
			faults = append(faults, tree.Faultf("Docs: an option was not made by package meta"))
			continue
		}
		fits, what := t.set(&o)
		switch {
		case !fits:
			faults = append(faults, tree.Fault{At: o.at, Message: "Docs: " + o.call + " is not for " + kind})
		case what != "":
			faults = append(faults, tree.Fault{At: o.at, Message: what})
		}
	}
	return faults
}

// set applies an option if the declaration has a place for it, or returns what is wrong with it.
func (t *Target) set(o *Option) (fits bool, what string) {
	switch {
	case o.call == "ExternalDocs" && t.ExternalDocs != nil:
		if what := tree.CheckLink(o.link.URL); what != "" {
			return true, "ExternalDocs(" + strconv.Quote(o.link.URL) + "): " + what
		}
		*t.ExternalDocs = o.link
	case o.call == "Extension" && t.Extensions != nil:
		if what := tree.CheckExtension(o.extra.Name, o.extra.JSON); what != "" {
			return true, "Extension(" + strconv.Quote(o.extra.Name) + "): " + what
		}
		*t.Extensions = tree.Extend(*t.Extensions, o.extra.Name, o.extra.JSON)
	case o.call == "Audience" && t.Audiences != nil:
		if len(o.names) == 0 || slices.Contains(o.names, "") {
			return true, "Audience needs names"
		}
		*t.Audiences = append(slices.Clip(*t.Audiences), o.names...)
	case o.call == "Hidden" && t.Hidden != nil:
		*t.Hidden = true
	default:
		return false, ""
	}
	return true, ""
}
