package prop

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/message"
)

// builder is the bound on Self: a builder, which may be nil, makes another of a
// form.
type builder[V, Self any] interface {
	with(codec.Form[V]) Self
}

// decl is the part that all builders share. Self is a pointer: the compiler makes
// the methods of decl once for all pointers, but anew for every struct.
type decl[V any, Self builder[V, Self]] struct{ form codec.Form[V] }

// start makes the first value of a property.
func start[V any, Self builder[V, Self]](f codec.Form[V]) Self {
	n := *f.Node
	n.ID, n.At = new(ir.ID), callsite.Here()
	f.Node = &n
	return finish[V, Self](f)
}

// finish publishes a node: from here on it is not changed.
func finish[V any, Self builder[V, Self]](f codec.Form[V]) Self {
	f.Node.Write = func(s ir.Sample, m ir.Mode) ([]byte, error) { return write(f, s.Value.(V), m) }
	var self Self
	return self.with(f)
}

// write encodes a sample, or says what is wrong with it.
func write[V any](f codec.Form[V], v V, m ir.Mode) ([]byte, error) {
	if f.Make == nil {
		return nil, nil // a zero builder, whose fault says so
	}
	return Sample(ir.Key{}, f.Compile(codec.NewCompiler(m)), v)
}

// Sample encodes a value that stands in a declaration, or says what is wrong with
// it. It is for sibling packages.
func Sample[V any](_ ir.Key, c codec.Codec[V], v V) ([]byte, error) { return codec.Sample(c, &v) }

// edit is the one place where a property is copied.
func edit[V any, Self builder[V, Self]](f codec.Form[V], change func(*ir.Prop)) Self {
	f.Node = started(f.Node).Edit(change)
	return finish[V, Self](f)
}

func (d *decl[V, Self]) edit(change func(*ir.Prop)) Self { return edit[V, Self](d.form, change) }

// fault records a mistake at the user's call in progress.
func (d *decl[V, Self]) fault(format string, args ...any) Self {
	f := ir.Faultf(format, args...)
	return d.edit(func(n *ir.Prop) { n.Faults = append(n.Faults, f) })
}

func (d *decl[V, Self]) node() *ir.Prop { return started(d.form.Node) }

// started returns the description of a property. A zero builder has one with a
// fault, so that misuse is reported with the others and is not a nil dereference.
func started(n *ir.Prop) *ir.Prop {
	if n != nil {
		return n
	}
	return &ir.Prop{ID: new(ir.ID), At: callsite.Here(), Type: ir.Text{}, Faults: []ir.Fault{
		ir.Faultf("a property was not started by a constructor such as prop.Int"),
	}}
}

// rule adds r in place of a former rule of its kind.
func (d *decl[V, Self]) rule(r ir.Rule) Self {
	return d.edit(ruled(r))
}

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

// Name returns the name of the property on the wire.
func (d *decl[V, Self]) Name() string {
	if d.form.Node == nil {
		return ""
	}
	return d.form.Node.Name
}

// As changes the name and makes the copy a declaration of its own: it is no
// longer read with the handle it came from.
func (d *decl[V, Self]) As(name string) Self {
	at := callsite.Here()
	return d.edit(func(n *ir.Prop) { n.ID, n.At, n.Name = new(ir.ID), at, name })
}

// Title sets the short name for readers of the document; it is plain text.
func (d *decl[V, Self]) Title(text string) Self {
	return d.edit(func(n *ir.Prop) { n.Title = text })
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (d *decl[V, Self]) Describe(text string) Self {
	return d.edit(func(n *ir.Prop) { n.Doc = text })
}

// More says where more is told, and of what, in CommonMark; that may be "".
func (d *decl[V, Self]) More(url, text string) Self {
	if what := ir.LinkMistake(url); what != "" {
		return d.fault("More(%q): %s", url, what)
	}
	return d.edit(func(n *ir.Prop) { n.More = ir.Link{Name: text, URL: url} })
}

// Optional lets the property be left out, and what is left out stay absent; a
// default given before is dropped.
func (d *decl[V, Self]) Optional() Self {
	f := d.form
	f.Default = nil
	return edit[V, Self](f, func(n *ir.Prop) { n.Optional, n.Default = true, nil })
}

// Required undoes Optional and Default, for a property that is derived from one.
func (d *decl[V, Self]) Required() Self {
	f := d.form
	f.Default = nil
	return edit[V, Self](f, func(n *ir.Prop) { n.Optional, n.Default = false, nil })
}

// Default sets the value taken where a client leaves the property out, in
// parameters and in create mode. An update never applies it. The server's
// answers always have the property, and Optional given before is undone.
func (d *decl[V, Self]) Default(v V) Self {
	f := d.form
	v = f.Keep(v)
	f.Default = func() V { return d.form.Copy(v) }
	s := ir.Sample{At: callsite.Here(), Value: v}
	return edit[V, Self](f, func(n *ir.Prop) { n.Default, n.Optional = &s, false })
}

// Example adds a value for readers of the document.
func (d *decl[V, Self]) Example(v V) Self {
	s := ir.Sample{At: callsite.Here(), Value: d.form.Keep(v)}
	return d.edit(func(n *ir.Prop) { n.Examples = append(n.Examples, s) })
}

// Deprecated marks the property as one that clients should stop using.
func (d *decl[V, Self]) Deprecated() Self {
	return d.edit(func(n *ir.Prop) { n.Deprecated = true })
}

// ReadOnly marks a property that only the server sets: no request may carry it,
// every answer does.
func (d *decl[V, Self]) ReadOnly() Self {
	return d.edit(func(n *ir.Prop) { n.ReadOnly = true })
}

// WriteOnly marks a property that only clients send, such as a password: no
// answer carries it.
func (d *decl[V, Self]) WriteOnly() Self {
	return d.edit(func(n *ir.Prop) { n.WriteOnly = true })
}

// Extension adds a vendor extension to the emitted document. The name begins
// with x-, and value is JSON text.
func (d *decl[V, Self]) Extension(name, value string) Self {
	if what := ir.ExtensionMistake(name, value); what != "" {
		return d.fault("Extension(%q): %s", name, what)
	}
	return d.edit(func(n *ir.Prop) { n.Extensions = ir.Extend(n.Extensions, name, value) })
}

// Rule adds a rule of your own. The code names it in violations; the text
// says what a value must be, after the style of "must be even", and may hold
// {name} for each argument. The test sees only values that keep the built-in
// rules, and must be safe for concurrent use.
//
//	prop.String("sku").Rule("luhn", "must end in a valid check digit", luhn)
func (d *decl[V, Self]) Rule(code, text string, ok func(V) bool, args ...Param) Self {
	switch {
	case !validCode(code):
		return d.fault("Rule(%q): a code is lower-case letters, digits and _, and begins with a letter", code)
	case message.Reserved(code):
		return d.fault("Rule(%q): the code is one of the library's own", code)
	case text == "":
		return d.fault("Rule(%q): a message must say what a value must be", code)
	case ok == nil:
		return d.fault("Rule(%q): the test is nil", code)
	}
	rule := ir.Custom{Name: code, Message: text}
	for _, a := range args {
		if !jsonx.Valid([]byte(a.JSON)) {
			return d.fault("Rule(%q): argument %q is not JSON text", code, a.Name)
		}
		rule.Args = append(rule.Args, ir.Param(a))
	}
	for _, name := range message.Names(text) {
		if !slices.ContainsFunc(args, func(a Param) bool { return a.Name == name }) {
			return d.fault("Rule(%q): the message has {%s}, which is not one of its arguments", code, name)
		}
	}
	own := make([]codec.Own[V], 0, len(d.form.Own)+1)
	for _, o := range d.form.Own {
		if o.Rule.Name != code {
			own = append(own, o)
		}
	}
	f := d.form
	f.Own = append(own, codec.Own[V]{Rule: rule, Test: func(v *V) bool { return ok(*v) }})
	return edit[V, Self](f, ruled(rule))
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

// Node returns the description of the property. It is for sibling packages.
func (d *decl[V, Self]) Node(ir.Key) *ir.Prop { return d.node() }

// Form returns the typed half of the property. It is for sibling packages.
func (d *decl[V, Self]) Form(ir.Key) codec.Form[V] {
	f := d.form
	f.Node = d.node()
	return f
}

// Slot compiles the property as an input. It is for sibling packages.
func (d *decl[V, Self]) Slot(_ ir.Key, c *codec.Compiler) codec.Slot { return codec.SlotOf(d.form, c) }

// Bind ties the property to a cell of a record. It is for sibling packages.
func (d *decl[V, Self]) Bind(key ir.Key, s *codec.RecordShape) codec.Binding[*codec.Record] {
	return codec.BindCell(d.Form(key), s)
}

// Order compiles how values are sorted. It is for sibling packages.
func (d *decl[V, Self]) Order(ir.Key) codec.Order { return codec.OrderOf(d.form) }
