package verify

import (
	"fmt"
	"net/textproto"
	"slices"

	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/tree"
)

// check checks the operation by itself.
func (o *Operation) check() {
	a, n := o.api, o.Node
	if n.Method == "" { // it only carries faults
		a.Faults = append(a.Faults, n.Faults...)
		return
	}
	for _, f := range o.Shared {
		if !slices.Contains(a.Faults, f) {
			a.Faults = append(a.Faults, f)
		}
	}
	o.declared()
	o.access()
	if !o.Handled {
		o.fault(n.At, "there is no handler; end with Handle")
	}
	path, err := match.Parse(n.Path)
	if err != nil {
		o.fault(n.At, "the path: %v", err)
		return
	}
	for _, in := range n.Inputs {
		if in.In == tree.InPath {
			path.SetKind(in.Prop.Name, kindOf(in.Prop.Type))
		}
	}
	o.Path, o.Parsed = path, true
	o.grants()
	o.parts()
	o.envelope()
	o.preconditions()
	o.caching()
}

// parts checks what requests that the API serves and those that it sends may have.
func (o *Operation) parts() {
	o.inputs()
	o.styles()
	o.bodies()
	o.responses()
	o.responseHeaders()
	o.failures()
	o.idempotency()
	o.deprecation()
}

// declared adds the faults that the declaration has already, and those of its texts.
func (o *Operation) declared() {
	n := o.Node
	for _, f := range n.Faults {
		o.shared(f.At, "%s", f.Message)
	}
	s := o.api.scope("", o.String())
	s.texts(n.At, n.Summary, n.Doc, n.Success.Doc)
	s.texts(n.At, n.Tags...)
	for i := range n.Also {
		s.texts(n.Also[i].At, n.Also[i].Doc)
	}
	for i := range n.Fails {
		f := &n.Fails[i]
		if what := notText(f.Title, f.Doc, f.Type); what != "" {
			o.shared(f.At, "problem %q: %s", f.Code, what)
		}
	}
}

// shared adds a fault of what several operations may have, once.
func (o *Operation) shared(at tree.Position, format string, args ...any) {
	f := tree.Fault{At: at, Message: fmt.Sprintf(format, args...)}
	if o.api.shared[f] {
		return
	}
	if o.api.shared == nil {
		o.api.shared = map[tree.Fault]bool{}
	}
	o.api.shared[f] = true
	o.fault(at, "%s", f.Message)
}

// envelope checks that no member next to the entities of a list have their name.
func (o *Operation) envelope() {
	n := o.Node
	b, envelope := n.Success.Body, n.EnvelopeIn(o.api.Node)
	if b == nil || b.Beside == nil || envelope == "" {
		return
	}
	taken := b.Beside.Name == envelope
	if b.Inline {
		taken = slices.ContainsFunc(b.MembersBeside(), func(m *tree.Member) bool { return m.Prop.Name == envelope })
	}
	if taken {
		o.fault(n.At, "the envelope %q has the name of a member next to it", envelope)
	}
}

// paths checks that no operations match the same requests.
func (a *API) paths() {
	var index match.TemplateIndex
	for i, o := range a.Operations {
		if !o.Parsed {
			continue
		}
		index.With(o.Path)(func(j int) bool {
			a.pathPair(a.Operations[j], o)
			return true
		})
		index.Add(o.Path, i)
	}
}

// kindOf returns what the type of a path parameter says about its texts.
func kindOf(t tree.Type) match.Kind {
	switch t := t.(type) {
	case tree.Integer:
		return match.Kind{Class: match.Integer}
	case tree.Float:
		return match.Kind{Class: match.Number}
	case tree.Boolean:
		return match.Kind{Class: match.Choice, Values: []string{"false", "true"}}
	case tree.Enum:
		switch t.Of { // whose texts are those of parameters
		case "", "integer", "boolean":
			return match.Kind{Class: match.Choice, Values: t.Values}
		case "number":
			return match.Kind{Class: match.Number}
		}
	case tree.Text:
		switch t.Format {
		case "uuid":
			return match.Kind{Class: match.UUID}
		case "date":
			return match.Kind{Class: match.Date}
		case "date-time":
			return match.Kind{Class: match.DateTime}
		case "decimal":
			return match.Kind{Class: match.Number}
		}
	}
	return match.Kind{}
}

// pathPair checks two operations that match the same paths; the first was declared first.
func (a *API) pathPair(first, second *Operation) {
	x, y := first.Node, second.Node
	same := x.Method == y.Method
	relation := match.Compare(first.Path, second.Path)
	decided := match.Order(first.Path, second.Path) != 0
	what, example := "", "" // all messages have the same arguments
	switch {
	case relation != match.Equal && x.DocumentedPath() == y.DocumentedPath():
		what = "%[2]s and %[3]s at %[4]s are one path to OpenAPI; name their parameters differently"
	case relation == match.Overlap && same && !decided:
		what = "%[1]s %[2]s and %[3]s at %[4]s both match some paths, like %[5]s, and neither is more specific"
		example = match.Example(first.Path, second.Path)
	case relation != match.Equal, decided && x.Path != y.Path: // by the types of the parameters
	case same && x.Path == y.Path:
		what = "%[1]s %[2]s is declared twice; the first is at %[4]s"
	case same:
		what = "%[1]s %[2]s and %[3]s at %[4]s match the same paths"
	case x.Path != y.Path:
		what = "%[2]s and %[3]s at %[4]s are one path to OpenAPI; name their parameters alike"
	}
	if what != "" {
		a.fault(y.At, what, y.Method, y.Path, x.Path, x.At, example)
	}
}

// preconditions checks that an operation does not declare the headers of preconditions,
// which the library reads and sends if entities have versions.
func (o *Operation) preconditions() {
	n := o.Node
	for _, in := range n.Inputs {
		if in.In == tree.InHeader && n.IsCondition(textproto.CanonicalMIMEHeaderKey(in.Prop.Name)) {
			o.fault(in.Prop.At, "header %q is reserved: the library reads it, because the entity has versions", in.Prop.Name)
		}
	}
	if !n.Conditional() && !n.SendsVersions() {
		return
	}
	for _, p := range n.DeclaredHeaders() {
		switch textproto.CanonicalMIMEHeaderKey(p.Name) {
		case "Etag", "Last-Modified":
			o.fault(p.At, "header %q is reserved: the library sends it, because the entity has versions", p.Name)
		}
	}
}
