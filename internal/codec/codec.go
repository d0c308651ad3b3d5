package codec

import "github.com/tenon-go/tenon/internal/ir"

// Codec reads, checks and writes the values of one property. It is safe for
// concurrent use.
type Codec[V any] = codecAt[*V]

// codecAt is a codec by the type of the pointers that it is given: a P is a *V. What
// takes a P and not a V is compiled once for all types; see doc/adr on pointer shapes.
type codecAt[P any] interface {
	// Decode reads the next JSON value into *v, which holds the zero value, and
	// notes every violation in d. It always consumes the value, unless the
	// document itself is broken.
	Decode(d *Decoder, v P)
	// Inspect notes every rule that *v breaks.
	Inspect(r *Report, v P)
	// Encode writes *v as JSON.
	Encode(e *Encoder, v P)
}

// Pair is a member of an object in a parameter or a form.
type Pair struct {
	Name, Text string
	JSON       bool  // Text is JSON
	Part       *Part // a file
}

// Form is the typed half of a property.
type Form[V any] struct {
	Node *ir.Prop
	// Make compiles the built-in rules of a node.
	Make func(c *Compiler, n *ir.Prop) Codec[V]
	Own  []Own[V]
	// Default makes the value that fills absence; nil if there is none.
	Default func() V
	// Clone copies a value, so that a default is not shared between requests;
	// nil where assignment copies.
	Clone func(V) V
	// Null is what a property that may be null is apart from it; nil where it
	// may not.
	Null *Null[V]
	// Late says that Clone looks up a collection, which may be one that is being
	// declared just now.
	Late bool
}

// Compile compiles the property.
func (f Form[V]) Compile(c *Compiler) Codec[V] {
	return ruledBy(f.Make(c, f.Node), f.Own, c.Mode, copied[V])
}

func copied[V any](v *V) *V {
	w := *v
	return &w
}

// Copy returns a copy of v that shares nothing which may be changed.
func (f Form[V]) Copy(v V) V {
	if f.Clone == nil {
		return v
	}
	return f.Clone(v)
}

// Keep is [Form.Copy] for a value that is given with a declaration.
func (f Form[V]) Keep(v V) V {
	if f.Late {
		return v
	}
	return f.Copy(v)
}

// of returns the form for another node.
func (f Form[V]) of(n *ir.Prop) Form[V] {
	f.Node = n
	return f
}

// Compiler holds what is compiled together: one mode, and the collections met
// so far, so that a collection may contain itself.
type Compiler struct {
	Mode    ir.Mode
	objects map[objectKey]any // *Object[P]
}

type objectKey struct {
	of   any // *Group[P] or thunk
	mode ir.Mode
}

type thunk struct {
	file string
	line int
	name string
	made string // [ir.Collection.Made]: a helper declares several properties at one line
}

// NewCompiler returns a compiler for a mode.
func NewCompiler(m ir.Mode) *Compiler {
	return &Compiler{Mode: m, objects: map[objectKey]any{}}
}

// In returns a compiler for another mode that shares what is compiled.
func (c *Compiler) In(m ir.Mode) *Compiler { return c.in(m) }

func (c *Compiler) in(m ir.Mode) *Compiler {
	return &Compiler{Mode: m, objects: c.objects}
}
