package prop

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/place"
)

// builder is the bound on Self: a builder, which may be nil, makes another of a
// form.
type builder[Self any] interface {
	with(codec.Form) Self
}

// core is a declaration, whatever its values are. All builders have one. Their methods
// are one line each, since they are compiled again for each V in each package that uses
// one: those of [DerivedProp] are the model, of which package builders makes the others.
type core struct{ form codec.Form }

// start makes the first value of a property.
//
//go:noinline
func start[V any, Self builder[Self]](f codec.Form) Self {
	if f.Type == nil {
		f.Type = codec.TypeOf[V]()
	}
	var self Self
	return self.with(started(f))
}

// started publishes the first node of a property.
func started(f codec.Form) codec.Form {
	n := *f.Node
	n.ID, n.At = new(ir.ID), callsite.Here()
	f.Node = &n
	return finish(f)
}

// finish publishes a node: from here on it is not changed.
func finish(f codec.Form) codec.Form {
	f.Node.Write = func(s ir.Sample, m ir.Mode) ([]byte, error) { return write(f, s, m) }
	return f
}

// write encodes a sample, or says what is wrong with it.
func write(f codec.Form, s ir.Sample, m ir.Mode) ([]byte, error) {
	if f.Make == nil {
		return nil, nil // a zero builder, whose fault says so
	}
	a, _ := f.Type.Unbox(s.Value)
	return codec.EncodeSample(f.Compile(codec.NewCompiler(m)), a)
}

// edited is the one place where a property is copied.
func edited(f codec.Form, change func(*ir.Prop)) codec.Form {
	f.Node = nodeOf(f.Node).Edit(change)
	return finish(f)
}

func (c *core) edited(change func(*ir.Prop)) codec.Form { return edited(c.form, change) }

// faulted records a mistake at the user's call in progress.
func (c *core) faulted(format string, args ...any) codec.Form {
	f := ir.Faultf(format, args...)
	return c.edited(func(n *ir.Prop) { n.Faults = append(n.Faults, f) })
}

func (c *core) node() *ir.Prop { return nodeOf(c.form.Node) }

// nodeOf returns the description of a property. A zero builder has one with a
// fault, so that misuse is reported with the others and is not a nil dereference.
func nodeOf(n *ir.Prop) *ir.Prop {
	if n != nil {
		return n
	}
	return &ir.Prop{ID: new(ir.ID), At: callsite.Here(), Type: ir.Text{}, Faults: []ir.Fault{
		ir.Faultf("a property was not started by a constructor such as prop.Int"),
	}}
}

// ruled adds r in place of a former rule of its kind.
func (c *core) ruled(r ir.Rule) codec.Form { return c.edited(ruled(r)) }

func ruled(r ir.Rule) func(*ir.Prop) {
	return func(n *ir.Prop) { n.Rules = append(without(n.Rules, r.Code()), r) }
}

func without(rules []ir.Rule, code string) []ir.Rule {
	kept := make([]ir.Rule, 0, len(rules)+1)
	for _, r := range rules {
		if r.Code() != code {
			kept = append(kept, r)
		}
	}
	return kept
}

// name returns the name of the property on the wire.
func (c *core) name() string {
	if c.form.Node == nil {
		return ""
	}
	return c.form.Node.Name
}

func (c *core) named(name string) codec.Form {
	at := callsite.Here()
	return c.edited(func(n *ir.Prop) { n.ID, n.At, n.Name = new(ir.ID), at, name })
}

func (c *core) titled(text string) codec.Form {
	return c.edited(func(n *ir.Prop) { n.Title = text })
}

func (c *core) described(text string) codec.Form {
	return c.edited(func(n *ir.Prop) { n.Doc = text })
}

func (c *core) linked(url, text string) codec.Form {
	if what := ir.CheckLink(url); what != "" {
		return c.faulted("ExternalDocs(%q): %s", url, what)
	}
	return c.edited(func(n *ir.Prop) { n.ExternalDocs = ir.Link{Name: text, URL: url} })
}

func (c *core) presence(optional bool) codec.Form {
	f := c.form
	f.Default = nil
	return edited(f, func(n *ir.Prop) { n.Optional, n.Default = optional, nil })
}

func (c *core) defaulted(v place.Addr) codec.Form {
	f := c.form
	if f.Make == nil { // a zero builder
		return c.edited(func(*ir.Prop) {})
	}
	kept := f.Keep(v)
	f.Default = func(a place.Addr) { f.Copy(a, kept) }
	s := ir.Sample{At: callsite.Here(), Value: f.Type.Value(kept)}
	return edited(f, func(n *ir.Prop) { n.Default, n.Optional = &s, false })
}

func (c *core) exemplified(v place.Addr) codec.Form {
	f := c.form
	if f.Make == nil { // a zero builder
		return c.edited(func(*ir.Prop) {})
	}
	s := ir.Sample{At: callsite.Here(), Value: f.Type.Value(f.Keep(v))}
	return c.edited(func(n *ir.Prop) { n.Examples = append(n.Examples, s) })
}

func deprecated(n *ir.Prop) *bool { return &n.Deprecated }
func readOnly(n *ir.Prop) *bool   { return &n.ReadOnly }
func writeOnly(n *ir.Prop) *bool  { return &n.WriteOnly }

func (c *core) marked(flag func(*ir.Prop) *bool) codec.Form {
	return c.edited(func(n *ir.Prop) { *flag(n) = true })
}

func (c *core) extended(name, value string) codec.Form {
	if what := ir.CheckExtension(name, value); what != "" {
		return c.faulted("Extension(%q): %s", name, what)
	}
	return c.edited(func(n *ir.Prop) { n.Extensions = ir.Extend(n.Extensions, name, value) })
}

func (c *core) judged(code, text string, test func(a place.Addr) bool, args []Param) codec.Form {
	switch {
	case !validCode(code):
		return c.faulted("Rule(%q): a code is lower-case letters, digits and _, and begins with a letter", code)
	case message.Reserved(code):
		return c.faulted("Rule(%q): the code is one of the library's own", code)
	case text == "":
		return c.faulted("Rule(%q): a message must say what a value must be", code)
	case test == nil:
		return c.faulted("Rule(%q): the test is nil", code)
	}
	rule := ir.Custom{Name: code, Message: text}
	for _, a := range args {
		if !jsonx.Valid([]byte(a.JSON)) {
			return c.faulted("Rule(%q): argument %q is not JSON text", code, a.Name)
		}
		rule.Args = append(rule.Args, ir.Param(a))
	}
	for _, name := range message.Names(text) {
		if !slices.ContainsFunc(args, func(a Param) bool { return a.Name == name }) {
			return c.faulted("Rule(%q): the message has {%s}, which is not one of its arguments", code, name)
		}
	}
	own := make([]codec.Rule, 0, len(c.form.Rules)+1)
	for _, o := range c.form.Rules {
		if o.Rule.Name != code {
			own = append(own, o)
		}
	}
	f := c.form
	f.Rules = append(own, codec.Rule{Rule: rule, Test: test})
	return edited(f, ruled(rule))
}

// validCode reports whether a violation code is one that clients can match on.
func validCode(s string) bool {
	for i, c := range []byte(s) {
		switch {
		case c >= 'a' && c <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '_'):
		default:
			return false
		}
	}
	return s != ""
}

func (c *core) whole() codec.Form {
	f := c.form
	f.Node = c.node()
	return f
}

// slot compiles the property as an input.
func (c *core) slot(compiler *codec.Compiler) codec.Input {
	return codec.InputOf(c.form, compiler)
}

// bind ties the property to a place in a record.
func (c *core) bind(s *codec.RecordShape) codec.Binding {
	f := c.whole()
	if f.Type == nil { // a zero builder
		f.Type = codec.TypeOf[struct{}]()
	}
	return codec.BindRecord(f, s)
}

// order compiles how values are sorted.
func (c *core) order() codec.Order { return codec.OrderOf(c.form) }
