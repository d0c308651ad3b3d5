package collection

import (
	"sync"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// state is a collection without the Go type of its values. It compiles each mode at the first
// use.
type state struct {
	group   *codec.ObjectForm
	raw     func(t place.Addr) Version       // the function of Versioned, or nil
	version func(t place.Addr) codec.Version // the same, as clients see it
	shared  *codec.Compiler                  // of create mode, which validates the result of an update
	modes   [tree.List + 1]struct {
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
		Node: &tree.Collection{At: tree.Here(), Faults: []tree.Fault{
			tree.Faultf("a collection was not created by collection.Of or collection.New"),
		}},
	}, nil)
}

// edited returns a changed copy.
func (s *state) edited(change func(*tree.Collection)) *state {
	g := *s.group
	at := tree.Here() // a derived collection is another declaration
	g.Node = g.Node.Edit(func(n *tree.Collection) { n.At = at; change(n) })
	return s.with(&g)
}

// with returns a copy with another object.
func (s *state) with(g *codec.ObjectForm) *state {
	return sealed(g, s.raw)
}

// faulted records a fault at the user's call in progress.
func (s *state) faulted(format string, args ...any) *state {
	f := tree.Faultf(format, args...)
	return s.edited(func(n *tree.Collection) { n.Faults = append(n.Faults, f) })
}

func (s *state) in(m tree.Mode) *codec.Object {
	mode := &s.modes[m]
	mode.once.Do(func() {
		compiler := codec.NewCompiler(m)
		switch m {
		case tree.Create:
			s.shared = compiler
		case tree.Update:
			s.in(tree.Create)
			compiler = s.shared.In(m)
		}
		mode.object = s.group.Compile(compiler)
	})
	return mode.object
}

// body returns the body in a mode. Routes copy it with their own positions.
func (s *state) body(m tree.Mode) *content {
	mode := &s.modes[m]
	mode.known.Do(func() {
		mode.body = contentOf(object(s.group.Node), m, s.group.Type, func() codec.Codec { return s.in(m) })
		mode.body.Rows, mode.body.Version = s.group, s.version
		mode.body.Node.Versioned = s.version != nil
	})
	return mode.body.here()
}

// object returns the property of a collection's value as a whole.
func object(n *tree.Collection) *tree.Prop {
	return &tree.Prop{ID: new(tree.ID), At: n.At, Name: n.Name, Type: tree.Object{Of: func() *tree.Collection { return n }}}
}
