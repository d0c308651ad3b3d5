package collection

import (
	"sync"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// state is a collection without the Go type of its values. It compiles each mode at the first
// use.
type state struct {
	group   *codec.ObjectForm
	raw     func(t place.Addr) Version       // the function of Versioned, or nil
	version func(t place.Addr) codec.Version // the same, as clients see it
	shared  *codec.Compiler                  // of create mode, which validates the result of an update
	modes   [ir.List + 1]struct {
		once, known sync.Once
		object      *codec.Object
		body        *content
	}
}

func sealed(g *codec.ObjectForm, version func(place.Addr) Version) *state {
	s := &state{group: g}
	s.versioned(version)
	return s
}

// unstarted returns a collection with the fault that no constructor created it.
func unstarted() *state {
	return sealed(&codec.ObjectForm{
		Type: empty, // Build reports it before there are values
		Init: func(place.Addr) {},
		Node: &ir.Collection{At: callsite.Here(), Faults: []ir.Fault{
			ir.Faultf("a collection was not created by collection.Of or collection.New"),
		}},
	}, nil)
}

// edited returns a changed copy.
func (s *state) edited(change func(*ir.Collection)) *state {
	g := *s.group
	at := callsite.Here() // a derived collection is another declaration
	g.Node = g.Node.Edit(func(n *ir.Collection) { n.At = at; change(n) })
	return s.with(&g)
}

// with returns a copy with another object.
func (s *state) with(g *codec.ObjectForm) *state {
	return sealed(g, s.raw)
}

// faulted records a fault at the user's call in progress.
func (s *state) faulted(format string, args ...any) *state {
	f := ir.Faultf(format, args...)
	return s.edited(func(n *ir.Collection) { n.Faults = append(n.Faults, f) })
}

func (s *state) in(m ir.Mode) *codec.Object {
	mode := &s.modes[m]
	mode.once.Do(func() {
		compiler := codec.NewCompiler(m)
		switch m {
		case ir.Create:
			s.shared = compiler
		case ir.Update:
			s.in(ir.Create)
			compiler = s.shared.In(m)
		}
		mode.object = s.group.Compile(compiler)
	})
	return mode.object
}

// body returns the body in a mode. Routes copy it with their own positions.
func (s *state) body(m ir.Mode) *content {
	mode := &s.modes[m]
	mode.known.Do(func() {
		mode.body = contentOf(object(s.group.Node), m, s.group.Type, func() codec.Codec { return s.in(m) })
		mode.body.Rows, mode.body.Version = s.group, s.version
		mode.body.Node.Versioned = s.version != nil
	})
	return mode.body.here()
}

// object returns the property of a collection's value as a whole.
func object(n *ir.Collection) *ir.Prop {
	return &ir.Prop{ID: new(ir.ID), At: n.At, Name: n.Name, Type: ir.Object{Of: func() *ir.Collection { return n }}}
}
