package verify

import (
	"fmt"
	"iter"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

// API checks the declaration of an API. Faults has what it finds.
type API struct {
	Checker
	Node       *ir.API
	At         callsite.PC // of the call that started the API
	Operations []*Operation
	Outgoing   []*Outgoing
	// Servers, Tags and Sent check what few APIs declare. They are nil for others, so that programs
	// without it do not link them.
	Servers, Tags, Sent func(*API)

	passed map[bodyKey]bool
	known  map[string]bool // faults that are reported once for many operations
	uses   []bodyUse       // reused
	chosen chosen
	// examples checks that formats represent every problem; nil: there are no formats.
	examples func(*API)
}

// Operation is an operation to check.
type Operation struct {
	Node    *ir.Operation
	Handled bool
	Shared  []ir.Fault // of what the operation shares with others, such as limits
	Shapes  Shapes

	Path   match.Template // set by Check, if Parsed
	Parsed bool
}

// Shapes returns the shapes of the inputs and of the response headers of an operation, by their
// index in its node.
type Shapes interface {
	Input(i int) codec.Shape
	Header(i int) codec.Shape
}

// Outgoing is a request that the API sends: a webhook, or a callback of an operation.
type Outgoing struct {
	Operation
	At   callsite.PC
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

// all ranges over the operations that the API serves, and the requests that it sends.
func (a *API) all() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for _, o := range a.Operations {
			if !yield(o) {
				return
			}
		}
		for _, o := range a.Outgoing {
			if !yield(&o.Operation) {
				return
			}
		}
	}
}

// in returns the scope of an operation or a request, whose text precedes the messages.
func (a *API) in(o fmt.Stringer) scope { return scope{faults: &a.Faults, of: o} }

// fault adds a fault of the API itself.
func (a *API) fault(at callsite.PC, format string, args ...any) {
	scope{faults: &a.Faults}.fault(at, format, args...)
}

// Check checks everything but what [API.CheckBodies] does.
func (a *API) Check() {
	if len(a.Operations) == 0 && len(a.Outgoing) == 0 {
		a.fault(a.At, "the API has no routes; add some with Add or Group, which return a new API and leave this one as it is")
	}
	a.license()
	if a.Servers != nil {
		a.Servers(a)
	}
	if a.Tags != nil {
		a.Tags(a)
	}
	a.schemes()
	a.properties()
	for _, o := range a.Operations {
		a.operation(o)
	}
	a.paths()
	if a.Sent != nil {
		a.Sent(a)
	}
	a.names()
	a.mediaTypes()
	a.problemFormats()
}

// CheckBodies checks bodies against formats and access. The API must have no other faults.
func (a *API) CheckBodies() {
	for _, o := range a.Operations {
		a.files(o)
	}
	a.visibility()
	if len(a.Faults) == 0 && a.examples != nil {
		a.examples(a)
	}
}

// license checks that a license has an SPDX expression or a URL, not both (OpenAPI 3.1.1
// §4.8.4.1).
func (a *API) license() {
	if a.Node.SPDX != "" && a.Node.License.URL != "" {
		a.fault(a.At, "SPDX(%q) conflicts with the URL of License; declare one of them", a.Node.SPDX)
	}
}

// schemes checks the security schemes, and that their names differ.
func (a *API) schemes() {
	first := map[string]*ir.Scheme{}
	for _, s := range a.Node.Schemes {
		a.Faults = append(a.Faults, s.Faults...)
		if other := first[s.Name]; other == nil {
			first[s.Name] = s
		} else {
			a.fault(s.At, "two schemes are named %q; the first is at %s", s.Name, other.At)
		}
	}
}

// properties checks the properties and collections of all operations, each once.
func (a *API) properties() {
	before := len(a.Faults)
	for o := range a.all() {
		for _, in := range o.Node.Inputs {
			a.Prop(in.Prop)
		}
		for _, p := range o.Node.DeclaredHeaders() {
			a.Prop(p)
		}
		for _, f := range o.Node.Fails {
			for _, h := range f.ResponseHeaders {
				a.Prop(h.Prop)
			}
		}
		for _, u := range a.contentsOf(o.Node) {
			a.Body(u.body)
		}
	}
	a.unsound = len(a.Faults) > before
}

// sound reports whether a property has no faults of its own.
func (a *API) sound(p *ir.Prop) bool { return !a.unsound || len(Faults(p)) == 0 }

// names checks that no two collections or unions have one name, which is one component of
// the document.
func (a *API) names() {
	first := map[string]callsite.PC{}
	claim := func(kind, name string, at callsite.PC) {
		s := a.scope(kind, name)
		if other, taken := first[name]; taken {
			s.fault(at, "another at %s has this name; rename one with As", other)
			return
		}
		first[name] = at
		if name == "Problem" || name == "Violation" {
			s.fault(at, "the name is reserved for the schemas of problems")
		}
	}
	w := ir.Walk{
		AllModes:   true,
		Collection: func(c *ir.Collection, _ ir.Mode) { claim("collection", c.Name, c.At) },
		Union:      func(u *ir.Union, _ ir.Mode) { claim("union", u.Name, u.At) },
	}
	for o := range a.all() {
		for _, in := range o.Node.Inputs {
			w.Visit(in.Prop, ir.Create)
		}
		for _, u := range a.contentsOf(o.Node) {
			w.Visit(u.body.Prop, u.body.Mode)
		}
		for f := range o.Node.ProblemFormats() {
			if f.Body != nil {
				w.Visit(f.Body.Prop, f.Body.Mode)
			}
		}
	}
}
