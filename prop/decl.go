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

// decl is the part that all builders share. Self is a pointer: the compiler makes
// the methods of decl once for all pointers, but anew for every struct. All of its
// methods are compiled again for each V, in each package that uses one: what does not
// need the V stands in core.
type decl[V any, Self builder[Self]] struct{ core }

// core is a declaration, whatever its values are.
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
	return codec.Sample(f.Compile(codec.NewCompiler(m)), a)
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

// made makes a builder of a form.
func made[Self builder[Self]](f codec.Form) Self {
	var self Self
	return self.with(f)
}

func (d *decl[V, Self]) edit(change func(*ir.Prop)) Self { return made[Self](d.edited(change)) }

func (d *decl[V, Self]) fault(format string, args ...any) Self {
	return made[Self](d.faulted(format, args...))
}

func (d *decl[V, Self]) rule(r ir.Rule) Self { return made[Self](d.ruled(r)) }

func (d *decl[V, Self]) count(r ir.Rule) Self { return made[Self](d.counted(r)) }

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
func (c *core) Name() string {
	if c.form.Node == nil {
		return ""
	}
	return c.form.Node.Name
}

// As changes the name and makes the copy a declaration of its own: it is no
// longer read with the handle it came from.
//
//go:noinline
func (d *decl[V, Self]) As(name string) Self { return made[Self](d.named(name)) }

func (c *core) named(name string) codec.Form {
	at := callsite.Here()
	return c.edited(func(n *ir.Prop) { n.ID, n.At, n.Name = new(ir.ID), at, name })
}

// Title sets the short name for readers of the document; it is plain text.
//
//go:noinline
func (d *decl[V, Self]) Title(text string) Self { return made[Self](d.titled(text)) }

func (c *core) titled(text string) codec.Form {
	return c.edited(func(n *ir.Prop) { n.Title = text })
}

// Describe sets the long text for readers of the document; it is CommonMark.
//
//go:noinline
func (d *decl[V, Self]) Describe(text string) Self { return made[Self](d.described(text)) }

func (c *core) described(text string) codec.Form {
	return c.edited(func(n *ir.Prop) { n.Doc = text })
}

// More says where more is told, and of what, in CommonMark; that may be "".
//
//go:noinline
func (d *decl[V, Self]) More(url, text string) Self { return made[Self](d.linked(url, text)) }

func (c *core) linked(url, text string) codec.Form {
	if what := ir.LinkMistake(url); what != "" {
		return c.faulted("More(%q): %s", url, what)
	}
	return c.edited(func(n *ir.Prop) { n.More = ir.Link{Name: text, URL: url} })
}

// Optional lets the property be left out, and what is left out stay absent; a
// default given before is dropped.
//
//go:noinline
func (d *decl[V, Self]) Optional() Self { return made[Self](d.presence(true)) }

// Required undoes Optional and Default, for a property that is derived from one.
//
//go:noinline
func (d *decl[V, Self]) Required() Self { return made[Self](d.presence(false)) }

func (c *core) presence(optional bool) codec.Form {
	f := c.form
	f.Default = nil
	return edited(f, func(n *ir.Prop) { n.Optional, n.Default = optional, nil })
}

// Default sets the value taken where a client leaves the property out, in
// parameters and in create mode. An update never applies it. The server's
// answers always have the property, and Optional given before is undone.
//
//go:noinline
func (d *decl[V, Self]) Default(v V) Self { return made[Self](d.defaulted(place.Of(&v))) }

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

// Example adds a value for readers of the document.
//
//go:noinline
func (d *decl[V, Self]) Example(v V) Self { return made[Self](d.exemplified(place.Of(&v))) }

func (c *core) exemplified(v place.Addr) codec.Form {
	f := c.form
	if f.Make == nil { // a zero builder
		return c.edited(func(*ir.Prop) {})
	}
	s := ir.Sample{At: callsite.Here(), Value: f.Type.Value(f.Keep(v))}
	return c.edited(func(n *ir.Prop) { n.Examples = append(n.Examples, s) })
}

// Deprecated marks the property as one that clients should stop using.
//
//go:noinline
func (d *decl[V, Self]) Deprecated() Self {
	return made[Self](d.marked(deprecated))
}

// ReadOnly marks a property that only the server sets: no request may carry it,
// every answer does.
//
//go:noinline
func (d *decl[V, Self]) ReadOnly() Self {
	return made[Self](d.marked(readOnly))
}

// WriteOnly marks a property that only clients send, such as a password: no
// answer carries it.
//
//go:noinline
func (d *decl[V, Self]) WriteOnly() Self { return made[Self](d.marked(writeOnly)) }

func deprecated(n *ir.Prop) *bool { return &n.Deprecated }
func readOnly(n *ir.Prop) *bool   { return &n.ReadOnly }
func writeOnly(n *ir.Prop) *bool  { return &n.WriteOnly }

func (c *core) marked(flag func(*ir.Prop) *bool) codec.Form {
	return c.edited(func(n *ir.Prop) { *flag(n) = true })
}

// Extension adds a vendor extension to the emitted document. The name begins
// with x-, and value is JSON text.
//
//go:noinline
func (d *decl[V, Self]) Extension(name, value string) Self {
	return made[Self](d.extended(name, value))
}

func (c *core) extended(name, value string) codec.Form {
	if what := ir.ExtensionMistake(name, value); what != "" {
		return c.faulted("Extension(%q): %s", name, what)
	}
	return c.edited(func(n *ir.Prop) { n.Extensions = ir.Extend(n.Extensions, name, value) })
}

// Rule adds a rule of your own. The code names it in violations; the text
// says what a value must be, after the style of "must be even", and may hold
// {name} for each argument. The test sees only values that keep the built-in
// rules, and must be safe for concurrent use.
//
//	prop.String("sku").Rule("luhn", "must end in a valid check digit", luhn)
//
//go:noinline
func (d *decl[V, Self]) Rule(code, text string, ok func(V) bool, args ...Param) Self {
	var test func(a place.Addr) bool
	if ok != nil {
		test = func(a place.Addr) bool { return ok(*place.To[V](a)) }
	}
	return made[Self](d.judged(code, text, test, args))
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
	own := make([]codec.Own, 0, len(c.form.Own)+1)
	for _, o := range c.form.Own {
		if o.Rule.Name != code {
			own = append(own, o)
		}
	}
	f := c.form
	f.Own = append(own, codec.Own{Rule: rule, Test: test})
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

// Node returns the description of the property. It is for sibling packages.
func (c *core) Node(ir.Key) *ir.Prop { return c.node() }

// Form returns what the property is beside its description. It is for sibling
// packages.
//
//go:noinline
func (d *decl[V, Self]) Form(ir.Key) codec.Form {
	f := d.whole()
	if f.Type == nil { // a zero builder
		f.Type = codec.TypeOf[V]()
	}
	return f
}

func (c *core) whole() codec.Form {
	f := c.form
	f.Node = c.node()
	return f
}

// Slot compiles the property as an input. It is for sibling packages.
func (c *core) Slot(_ ir.Key, compiler *codec.Compiler) codec.Slot {
	return codec.SlotOf(c.form, compiler)
}

// Bind ties the property to a place in a record. It is for sibling packages.
func (c *core) Bind(_ ir.Key, s *codec.RecordShape) codec.Binding {
	f := c.whole()
	if f.Type == nil { // a zero builder
		f.Type = codec.TypeOf[struct{}]()
	}
	return codec.BindCell(f, s)
}

// Order compiles how values are sorted. It is for sibling packages.
func (c *core) Order(ir.Key) codec.Order { return codec.OrderOf(c.form) }
