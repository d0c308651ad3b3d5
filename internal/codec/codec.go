package codec

import (
	"errors"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Codec reads, checks and writes the values of one property, which lie at the
// addresses that it is given. It is safe for concurrent use.
type Codec interface {
	// Decode reads the next JSON value into the place, which holds the zero value,
	// and notes every violation in d. It always consumes the value, unless the
	// document itself is broken.
	Decode(d *Decoder, a place.Addr)
	// Check notes every rule that the value breaks.
	Check(r *Report, a place.Addr)
	// Encode writes the value as JSON.
	Encode(e *Encoder, a place.Addr)
}

// Pair is a member of an object in a parameter or a form.
type Pair struct {
	Name, Text string
	JSON       bool  // Text is JSON
	Part       *Part // a file
}

// Form is what a property is beside its description: the Go type of its values, and
// what is done with them.
type Form struct {
	Node *ir.Prop
	Type *Type
	// Make compiles the built-in rules of a node.
	Make  func(c *Compiler, n *ir.Prop) Codec
	Rules []Rule
	// Default puts the value that fills absence into an empty place; nil if there
	// is none.
	Default func(a place.Addr)
	// Fork makes a value share nothing that may be changed with the one that it was
	// assigned from, so that a default is not shared between requests; nil where
	// assignment copies.
	Fork func(a place.Addr)
	// Null is what a property that may be null is apart from it; nil where it
	// may not.
	Null *Null
	// Late says that Fork looks up a collection, which may be one that is being
	// declared just now.
	Late bool
	// Group returns the collection of an object; nil for any other form.
	Group func() *ObjectForm
	// Wrap returns what reads an input in place of the usual slot; nil keeps that.
	Wrap func(Input) Input
}

// Compile compiles the property.
func (f *Form) Compile(c *Compiler) Codec {
	return withRules(f.Make(c, f.Node), f.Rules, c.Mode, f.Type)
}

// Own makes the value at a share nothing that may be changed.
func (f *Form) fork(a place.Addr) {
	if f.Fork != nil {
		f.Fork(a)
	}
}

// Keep returns a copy of the value at a, which was given with a declaration.
func (f *Form) Keep(a place.Addr) place.Addr {
	kept := f.Type.Copy(a)
	if !f.Late {
		f.fork(kept)
	}
	return kept
}

// Copy puts a copy of the value at src, which shares nothing with it, into dst.
func (f *Form) Copy(dst, src place.Addr) {
	f.Type.Assign(dst, src)
	f.fork(dst)
}

// of returns the form for another node.
func (f Form) of(n *ir.Prop) Form {
	f.Node = n
	return f
}

// Compiler holds what is compiled together: one mode, and the collections met
// so far, so that a collection may contain itself.
type Compiler struct {
	Mode    ir.Mode
	objects map[objectKey]*Object
}

type objectKey struct {
	of   any // *Group or thunk
	mode ir.Mode
}

type thunk struct {
	file string
	line int
	name string
	made string // [ir.Collection.Fingerprint]: a helper declares several properties at one line
}

// NewCompiler returns a compiler for a mode.
func NewCompiler(m ir.Mode) *Compiler {
	return &Compiler{Mode: m, objects: map[objectKey]*Object{}}
}

// In returns a compiler for another mode that shares what is compiled.
func (c *Compiler) In(m ir.Mode) *Compiler { return c.in(m) }

func (c *Compiler) in(m ir.Mode) *Compiler {
	return &Compiler{Mode: m, objects: c.objects}
}

// EncodeSample encodes a value that stands in a declaration, or says what is wrong with
// it.
func EncodeSample(c Codec, a place.Addr) ([]byte, error) {
	var r Report
	c.Check(&r, a)
	if list, _ := r.Violations(); len(list) > 0 {
		what := list[0].Message
		if list[0].Deep() {
			what += " at " + list[0].Pointer()
		}
		return nil, errors.New(what)
	}
	var e Encoder
	c.Encode(&e, a)
	return e.B, e.Err()
}
