package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/tree"
)

// API checks the declaration of an API. Faults has what it finds.
type API struct {
	Checker
	Node       *tree.API
	At         tree.Position // of the call that started the API
	Operations []*Operation
	Outgoing   []*Outgoing

	passed map[bodyKey]bool
	known  map[string]bool // faults that are reported once for many operations
	shared map[tree.Fault]bool
	uses   []bodyUse // reused
	chosen chosen
	// components are the collections and unions by their names in lower case.
	components map[string]component
	formats    []*tree.ProblemFormat // that have been checked
}

// Operation is an operation to check.
type Operation struct {
	Node    *tree.Operation
	Handled bool
	Shared  []tree.Fault // of what the operation shares with others, such as limits
	Shapes  Shapes

	Path   match.Template // set by Check, if Parsed
	Parsed bool

	// of is what messages begin with: the operation, or the request that the API sends.
	of     fmt.Stringer
	api    *API
	styled []int // the inputs that Styles checks, if any has a style that the route declares
}

// fault adds a fault of the operation. It is not inlined, because it has many callers.
//
//go:noinline
func (o *Operation) fault(at tree.Position, format string, args ...any) {
	(&scope{faults: &o.api.Faults, of: o.of}).fault(at, format, args...)
}

// Shapes returns the shapes of the inputs and of the response headers of an operation, by their
// indexes in its node. It is an interface, because only the caller has what they are compiled from:
// the tree has no Go types.
type Shapes interface {
	Input(i int) codec.Shape
	Header(i int) codec.Shape
	// FailureHeader returns the shape of a header of a problem, and AlsoHeader that of a header of
	// another response.
	FailureHeader(failure, i int) codec.Shape
	AlsoHeader(also, i int) codec.Shape
}

// Outgoing is a request that the API sends: a webhook, or a callback of an operation.
type Outgoing struct {
	Operation
	At   tree.Position
	Name string
	// CallbackOf is the operation that leads to a callback; nil: it is a webhook.
	CallbackOf *Operation
}

// String names the operation in messages.
func (o *Operation) String() string { return o.Node.Method + " " + o.Node.Path + ": " }

// String names the request in messages.
func (o *Outgoing) String() string {
	if o.CallbackOf == nil {
		return fmt.Sprintf("webhook %q: ", o.Name)
	}
	return fmt.Sprintf("%scallback %q: ", o.CallbackOf, o.Name)
}

// all returns the operations that the API serves, and the requests that it sends.
func (a *API) all() []*Operation {
	all := slices.Clone(a.Operations)
	for _, o := range a.Outgoing {
		all = append(all, &o.Operation)
	}
	return all
}

// fault adds a fault of the API itself. It is not inlined, because it has many callers.
//
//go:noinline
func (a *API) fault(at tree.Position, format string, args ...any) {
	(&scope{faults: &a.Faults}).fault(at, format, args...)
}

// Check checks everything but what [API.CheckBodies] does.
func (a *API) Check() {
	if len(a.Operations) == 0 && len(a.Outgoing) == 0 {
		a.fault(a.At, "the API has no routes; add some with Add or Group, which return a new API and leave this one as it is")
	}
	for _, o := range a.Operations {
		o.api, o.of = a, o
	}
	for _, o := range a.Outgoing {
		o.api, o.of = a, o
	}
	a.texts()
	a.license()
	a.servers()
	a.tags()
	a.schemes()
	a.properties()
	a.problemFormat(a.Node.ProblemFormat)
	for _, o := range a.Operations {
		a.problemFormat(o.Node.ProblemFormat)
		for i := range o.Node.Fails {
			a.problemFormat(o.Node.Fails[i].Format)
		}
		o.check()
	}
	a.paths()
	a.sent()
	a.names()
}

// texts checks the texts of the API itself.
func (a *API) texts() {
	n, s := a.Node, a.scope("", "")
	s.texts(a.At, n.Title, n.Version, n.Summary, n.Doc, n.Contact.Name, n.License.Name)
	for _, t := range n.Tags {
		s.texts(t.At, t.Name, t.Doc, t.Summary, t.Kind, t.ExternalDocs.Name)
	}
	for _, v := range n.Servers {
		s.texts(v.At, v.Name, v.URL, v.Doc)
		for _, x := range v.Variables {
			s.texts(v.At, x.Name, x.Default, x.Doc)
			s.texts(v.At, x.Values...)
		}
	}
	for _, x := range n.Schemes {
		s.texts(x.At, x.Doc)
		for _, f := range x.Flows {
			for _, scope := range f.Scopes {
				s.texts(x.At, scope.Name, scope.Doc)
			}
		}
	}
}

// CheckBodies checks bodies against formats and access. The API must have no other faults.
func (a *API) CheckBodies() {
	if a.files {
		a.misplacedFiles()
	}
	if a.guarded {
		a.visibleMembers()
	}
	if len(a.Faults) == 0 && len(a.formats) > 0 {
		a.problemExamples()
	}
}

// properties checks the properties and collections of all operations, each once.
func (a *API) properties() {
	before := len(a.Faults)
	for _, o := range a.all() {
		for _, in := range o.Node.Inputs {
			a.Prop(in.Prop)
		}
		for _, p := range o.Node.DeclaredHeaders() {
			a.Prop(p)
		}
		for _, f := range o.Node.Fails {
			for _, h := range f.ResponseHeaders {
				a.Prop(h)
			}
		}
		for _, u := range a.contentsOf(o.Node) {
			a.Body(u.body)
		}
	}
	a.unsound = len(a.Faults) > before
}

// sound reports whether a property has no faults of its own.
func (a *API) sound(p *tree.Prop) bool { return !a.unsound || len(Faults(p)) == 0 }

// Named reports whether a document may give two schemas one name: the declaration chooses names of
// components, or a name ends with a mode, as that of another in the mode does.
func (a *API) Named() bool {
	if a.named {
		return true
	}
	for name := range a.components {
		for _, mode := range slices.Concat(tree.Modes(), tree.OpenModes()) {
			if base, ends := strings.CutSuffix(name, strings.ToLower(mode.String())); ends && a.components[base] != (component{}) {
				return true
			}
		}
	}
	return false
}

// component is a collection or a union with a name.
type component struct {
	name string
	at   tree.Position
}

// names checks the bodies by themselves, and that no two collections or unions have one name, which
// is one component of the document.
func (a *API) names() {
	a.components = map[string]component{}
	claim := func(kind, name string, at tree.Position) {
		s := a.scope(kind, name)
		folded := strings.ToLower(name)
		if first, taken := a.components[folded]; taken {
			if first.name == name {
				s.fault(at, "another at %s has this name; rename one with As", first.at)
			} else {
				s.fault(at, "the name differs from %q at %s in case only, which file names and generated types may not; rename one with As", first.name, first.at)
			}
			return
		}
		a.components[folded] = component{name, at}
		if name == "Problem" || name == "Violation" {
			s.fault(at, "the name is reserved for the schemas of problems")
		}
	}
	w := tree.Walk{
		AllModes: true,
		Collection: func(c *tree.Collection, _ tree.Mode) {
			claim("collection", c.Name, c.At)
			a.named = a.named || c.ComponentNames.Text != ""
		},
		Union: func(u *tree.Union, _ tree.Mode) {
			claim("union", u.Name, u.At)
			a.named = a.named || u.ComponentNames.Text != ""
		},
	}
	for _, o := range a.all() {
		for _, in := range o.Node.Inputs {
			w.Visit(in.Prop, tree.Create)
		}
		for _, u := range a.bodiesOf(o.Node) {
			a.mediaTypes(u)
			w.Visit(u.body.Prop, u.body.Mode)
		}
		for f := range o.Node.ProblemFormats() {
			if f.Body != nil {
				w.Visit(f.Body.Prop, f.Body.Mode)
			}
		}
	}
}
