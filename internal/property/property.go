package property

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/tree"
)

// Property is a declaration, whatever the Go type of its values is. The builders of
// package prop are defined types over it, so that a conversion of pointers leads from one
// to the other. It is never changed once it is published: the methods return copies.
type Property struct{ sealed }

// sealed has the methods of builders that do not depend on the Go type of the values, so that they are
// compiled once: those of prop.Prop, and the one by which packages of this module reach into a
// builder. Only types over Property have it, and documentation does not show it.
type sealed struct{ form codec.Form }

func (s *sealed) property() *sealed { return s }

// Name returns the name of the property on the wire.
//
//go:noinline
func (s *sealed) Name() string {
	if s.form.Node == nil {
		return ""
	}
	return s.form.Node.Name
}

// String returns the declaration as Go code, for failing tests.
func (s *sealed) String() string { return Text(nodeOf(s.form.Node)) }

// Any is any property: a builder of package prop.
type Any interface{ property() *sealed }

// NodeOf returns the description of a property.
func NodeOf(p Any) *tree.Prop { return nodeOf(open(p).form.Node) }

// FormOf returns what a property is, description and compilation.
func FormOf(p Any) codec.Form { return open(p).whole() }

// TypeOf returns the Go type of the values of a property.
func TypeOf(p Any) *codec.Type { return open(p).whole().Type }

// SlotOf compiles a property as an input.
func SlotOf(p Any, c *codec.Compiler) codec.Input { return codec.InputOf(open(p).form, c) }

// OrderOf compiles how the values of a property are sorted; nil if they have no order.
func OrderOf(p Any) codec.Order { return codec.OrderOf(open(p).form) }

// open returns what is behind a property. A nil pointer, whose promoted method panics, is as good as
// a zero builder.
func open(p Any) (s *sealed) {
	defer func() {
		if s == nil {
			_ = recover()
			s = &sealed{}
		}
	}()
	return p.property()
}

// CollectionOf returns the collection that an object property has the members of.
func CollectionOf(p Any) *tree.Collection {
	o, ok := NodeOf(p).Type.(tree.Object)
	if !ok {
		return nil
	}
	return o.Of()
}

// whole returns the form of a property. That of a zero builder has a node with a fault,
// and a type that takes no room.
func (s *sealed) whole() codec.Form {
	f := s.form
	f.Node = nodeOf(f.Node)
	if f.Type == nil {
		f.Type = codec.TypeOf[struct{}]()
	}
	return f
}

// Of returns the property that a form describes, as it is.
func Of(f codec.Form) *Property { return &Property{sealed{f}} }

// Start publishes the first node of a property, declared at the user's call in progress.
func Start(f codec.Form) *Property { return StartAt(f, tree.Here()) }

// StartAt is Start for a property of a declaration at a position.
//
//go:noinline
func StartAt(f codec.Form, at tree.Position) *Property {
	p := Of(f)
	n := *f.Node
	n.ID, n.At = new(tree.ID), at
	p.finish(&n)
	return p
}

// New declares a property whose values have the Go type t, at the user's call in progress. how makes its
// codec.
//
//go:noinline
func New(name string, t *codec.Type, of tree.Type, how func(*codec.Compiler, *tree.Prop) codec.Codec) *Property {
	return Start(codec.Form{Node: &tree.Prop{Name: name, Type: of}, Type: t, Make: how})
}

// finish publishes a node: from here on it is not changed.
func (s *sealed) finish(n *tree.Prop) {
	s.form.Node = n
	n.Write = s.write
}

// write encodes a sample, or says what is wrong with it.
func (s *sealed) write(v tree.Sample, m tree.Mode) ([]byte, error) {
	f := &s.form
	if f.Make == nil {
		return nil, nil // a zero builder, whose fault says so
	}
	a, _ := f.Type.Unbox(v.Value)
	return codec.EncodeSample(f.Compile(codec.NewCompiler(m)), a)
}

// Remade returns a property with a form, and a changed description. It is the one place where a
// property is copied.
//
//go:noinline
func Remade(f *codec.Form, change func(*tree.Prop)) *Property {
	p := Of(*f)
	p.finish(nodeOf(f.Node).Edit(change))
	return p
}

// Edit returns a copy with another description.
func (p *Property) Edit(change func(*tree.Prop)) *Property { return Remade(&p.form, change) }

// Fault returns a copy with a fault at the user's call in progress.
func (p *Property) Fault(format string, args ...any) *Property {
	f := tree.Faultf(format, args...)
	return p.Edit(func(n *tree.Prop) { n.Faults = append(n.Faults, f) })
}

// Node returns the description.
func (p *Property) Node() *tree.Prop { return nodeOf(p.form.Node) }

// Form returns the form as it is; that of a zero builder is empty.
func (p *Property) Form() codec.Form { return p.form }

// ID returns the identity of the property; nil for a zero builder.
func (p *Property) ID() *tree.ID {
	if p.form.Node == nil {
		return nil
	}
	return p.form.Node.ID
}

// Identified returns a copy with another identity.
func (p *Property) Identified(id *tree.ID) *Property {
	return p.Edit(func(n *tree.Prop) { n.ID = id })
}

// nodeOf returns the description of a property. A zero builder has one with a
// fault, so that misuse is reported with the others and is not a nil dereference.
func nodeOf(n *tree.Prop) *tree.Prop {
	if n != nil {
		return n
	}
	return &tree.Prop{ID: new(tree.ID), At: tree.Here(), Type: tree.Text{}, Faults: []tree.Fault{
		tree.Faultf("a property was not created by a constructor such as prop.Int"),
	}}
}

// Rule adds r in place of an earlier rule with its code.
func (p *Property) Rule(r tree.Rule) *Property { return p.Edit(ruled(r)) }

func ruled(r tree.Rule) func(*tree.Prop) {
	return func(n *tree.Prop) { n.Rules = append(without(n.Rules, r.Code()), r) }
}

// Message sets the text of violations of the rule that was added last.
func (p *Property) Message(text string) *Property {
	n := p.Node()
	if len(n.Rules) == 0 {
		return p.Fault("Message(%q): there is no rule before it", text)
	}
	rule := n.Rules[len(n.Rules)-1]
	code := rule.Code()
	if _, is := rule.(tree.Custom); is {
		return p.Fault("Message(%q): the rule %q has a text already", text, code)
	}
	if text == "" {
		return p.Fault("Message(\"\"): a message must complete the sentence \"The value …\"")
	}
	for _, name := range message.Names(text) {
		if !slices.ContainsFunc(rule.Params(), func(a tree.Param) bool { return a.Name == name }) {
			return p.Fault("Message(%q): the message has {%s}, which is not an argument of the rule %q", text, name, code)
		}
	}
	return p.Edit(func(n *tree.Prop) { n.Messages = append(n.Messages, tree.Message{Of: rule, Text: text}) })
}

func without(rules []tree.Rule, code string) []tree.Rule {
	kept := make([]tree.Rule, 0, len(rules)+1)
	for _, r := range rules {
		if r.Code() != code {
			kept = append(kept, r)
		}
	}
	return kept
}

// As returns a declaration of its own with another name. A name "" that As sets was not forgotten.
func (p *Property) As(name string) *Property {
	at := tree.Here()
	return p.Edit(func(n *tree.Prop) {
		n.ID, n.At, n.Name, n.Unnamed, n.Component = new(tree.ID), at, name, name == "", ""
	})
}

// ComponentName sets the name of the component of the property as a parameter or a header.
func (p *Property) ComponentName(name string) *Property {
	if !tree.ComponentName(name) {
		return p.Fault("ComponentName(%q): the name is letters, digits, . _ and -", name)
	}
	return p.Edit(func(n *tree.Prop) { n.Component = name })
}

// Title sets the short name.
func (p *Property) Title(text string) *Property {
	return p.Edit(func(n *tree.Prop) { n.Title = text })
}

// Describe sets the description.
func (p *Property) Describe(text string) *Property {
	return p.Edit(func(n *tree.Prop) { n.Doc = text })
}

// SetOptional sets whether the property may be left out, and drops every default.
func (p *Property) SetOptional(optional bool) *Property { return p.absence(optional, nil, nil) }

// absence returns a copy with another meaning of absence: fill assigns the default to an empty place, and
// set sets a value that documents have.
func (p *Property) absence(optional bool, fill func(a place.Addr), set func(*tree.Prop)) *Property {
	f := p.form
	f.Default = fill
	return Remade(&f, func(n *tree.Prop) {
		n.Optional, n.Default, n.AbsentMeans, n.Initial = optional, nil, nil, nil
		if set != nil {
			set(n)
		}
	})
}

// keep returns a copy of a value, and a sample of it at the user's call in progress; nil for a zero builder.
func (p *Property) keep(v place.Addr) (kept place.Addr, s *tree.Sample) {
	if p.form.Make == nil {
		return v, nil
	}
	kept = p.form.Keep(v)
	return kept, &tree.Sample{At: tree.Here(), Value: p.form.Type.Value(kept)}
}

// Default sets the value that fills absence.
func (p *Property) Default(v place.Addr) *Property {
	kept, s := p.keep(v)
	if s == nil {
		return p.same()
	}
	return p.absence(false, func(a place.Addr) { p.form.Copy(a, kept) }, func(n *tree.Prop) { n.Default = s })
}

// AbsentMeans makes the property optional, and sets the value that absence means.
func (p *Property) AbsentMeans(v place.Addr) *Property {
	_, s := p.keep(v)
	if s == nil {
		return p.same()
	}
	return p.absence(true, nil, func(n *tree.Prop) { n.AbsentMeans = s })
}

// Initial makes the property required, and sets the value that documents have as its default.
func (p *Property) Initial(v place.Addr) *Property {
	_, s := p.keep(v)
	if s == nil {
		return p.same()
	}
	return p.absence(false, nil, func(n *tree.Prop) { n.Initial = s })
}

// Example adds an example.
func (p *Property) Example(v place.Addr) *Property {
	_, s := p.keep(v)
	if s == nil {
		return p.same()
	}
	return p.Edit(func(n *tree.Prop) { n.Examples = append(n.Examples, *s) })
}

// same returns a copy.
func (p *Property) same() *Property { return p.Edit(func(*tree.Prop) {}) }

// Deprecated marks the property as deprecated.
func (p *Property) Deprecated() *Property { return p.Edit(func(n *tree.Prop) { n.Deprecated = true }) }

// ReadOnly marks a property that only the server sets.
func (p *Property) ReadOnly() *Property { return p.Edit(func(n *tree.Prop) { n.ReadOnly = true }) }

// WriteOnly marks a property that only clients send.
func (p *Property) WriteOnly() *Property { return p.Edit(func(n *tree.Prop) { n.WriteOnly = true }) }

// Docs applies documenting options.
func (p *Property) Docs(options []meta.Option) *Property {
	return p.Edit(func(n *tree.Prop) {
		n.Faults = append(n.Faults, meta.Target{ExternalDocs: &n.ExternalDocs, Extensions: &n.Extensions}.Apply("properties", options)...)
	})
}

// CustomRule adds a rule of the user.
func (p *Property) CustomRule(code, text string, test func(a place.Addr) bool, args []tree.Param) *Property {
	switch {
	case !validCode(code):
		return p.Fault("Rule(%q): a code must consist of lower-case letters, digits and _, and begin with a letter", code)
	case message.Reserved(code):
		return p.Fault("Rule(%q): the code is reserved for the library", code)
	case text == "":
		return p.Fault("Rule(%q): a message must complete the sentence \"The value …\"", code)
	case test == nil:
		return p.Fault("Rule(%q): the test is nil", code)
	}
	rule := tree.Custom{Name: code, Message: text}
	for _, a := range args {
		if !jsonx.Valid([]byte(a.JSON)) {
			return p.Fault("Rule(%q): argument %q is not valid JSON", code, a.Name)
		}
		rule.Args = append(rule.Args, a)
	}
	for _, name := range message.Names(text) {
		if !slices.ContainsFunc(args, func(a tree.Param) bool { return a.Name == name }) {
			return p.Fault("Rule(%q): the message has {%s}, which is not one of its arguments", code, name)
		}
	}
	own := make([]codec.Rule, 0, len(p.form.Rules)+1)
	for _, o := range p.form.Rules {
		if o.Rule.Name != code {
			own = append(own, o)
		}
	}
	f := p.form
	f.Rules = append(own, codec.RuleOn(rule, test))
	return Remade(&f, ruled(rule))
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

// Equal reports whether q declares the same.
func (p *Property) Equal(q Any) bool { return q != nil && WholeText(p.Node()) == WholeText(NodeOf(q)) }
