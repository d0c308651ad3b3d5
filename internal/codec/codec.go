package codec

import (
	"errors"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Codec decodes, checks and encodes the values of a property. Its methods take the address
// of a value of the property's Go type. It is safe for concurrent use.
type Codec interface {
	// Decode reads the next JSON value into the place, which holds the zero value,
	// and adds every violation to d. It always consumes the value, unless the
	// document is malformed.
	Decode(d *Decoder, a place.Addr)
	// Check adds every rule that the value violates.
	Check(r *Report, a place.Addr)
	// Encode writes the value as JSON.
	Encode(e *Encoder, a place.Addr)
}

// Pair is a member of an object in a parameter or a form.
type Pair struct {
	Name, Text string
	JSON       bool  // Text is JSON
	Part       *Part // a file
	// Read returns the JSON of a member in place of Text, or adds violations; nil: there is Text.
	Read func(r *Report, of *tree.Prop) (json []byte, ok bool)
}

// Form is a property with what its description does not have: the Go type of its values,
// and functions that know this type.
type Form struct {
	Node *tree.Prop
	Type *Type
	// Make compiles a node with its built-in rules.
	Make  func(c *Compiler, n *tree.Prop) Codec
	Rules []Rule
	// Default assigns the default to an empty place; nil if there is none.
	Default func(a place.Addr)
	// Fork makes a value share nothing that can change with the value that it was copied
	// from, so that requests do not share a default; nil if assignment copies.
	Fork func(a place.Addr)
	// Null describes a nullable property without null; nil if the property is not nullable.
	Null *Null
	// Late reports that Fork needs a collection which may still be under declaration.
	Late bool
	// Group returns the collection of an object; nil for any other form.
	Group func() *ObjectForm
	// Union returns the union of a property with one; nil for any other form.
	Union func() *UnionForm
	// Map is what a map consists of; nil for any other form.
	Map *MapForm
	// Style is that of an input.
	Style tree.Style
	// Texts returns the texts of a list in a parameter as they are read; nil: as they were sent.
	Texts func(sent []string) []string
}

// MapForm is the values of a map and its Go type.
type MapForm struct {
	Value   Form
	Entries *Entries
	Names   CheckName
}

// CheckName adds the rules that the name of a member violates, and returns the name as it is stored;
// nil: there are no rules.
type CheckName func(r *Report, name string) string

// Compile compiles the property.
func (f *Form) Compile(c *Compiler) Codec {
	return withRules(f.Make(c, f.Node), f.Rules, c.Mode, f.Type)
}

// group returns the collection of an object, or of one that may be null or absent.
func (f *Form) group() *ObjectForm {
	switch {
	case f.Group != nil:
		return f.Group()
	case f.Null != nil:
		return f.Null.Inner.group()
	}
	return nil
}

// fork makes the value at a share nothing that can change.
func (f *Form) fork(a place.Addr) {
	if f.Fork != nil {
		f.Fork(a)
	}
}

// Keep returns a copy of the value at a, which a declaration was given.
func (f *Form) Keep(a place.Addr) place.Addr {
	kept := f.Type.Copy(a)
	if !f.Late {
		f.fork(kept)
	}
	return kept
}

// Copy assigns a copy of the value at src, which shares nothing with it, to dst.
func (f *Form) Copy(dst, src place.Addr) {
	f.Type.Assign(dst, src)
	f.fork(dst)
}

// of returns the form with another node.
func (f Form) of(n *tree.Prop) Form {
	f.Node = n
	return f
}

// Compiler compiles properties for one mode. It keeps the objects compiled so far, so that a
// collection may contain itself.
type Compiler struct {
	Mode tree.Mode
	// compiled has objects and unions.
	compiled map[objectKey]Codec
}

type objectKey struct {
	of   any // *ObjectForm, *UnionForm or thunk
	mode tree.Mode
}

type thunk struct {
	file string
	line int
	name string
	made string // the fingerprint: a helper declares several properties at one line
}

// NewCompiler returns a compiler for a mode.
func NewCompiler(m tree.Mode) *Compiler {
	return &Compiler{Mode: m.Declared(), compiled: map[objectKey]Codec{}}
}

// In returns a compiler for another mode that shares the compiled objects.
func (c *Compiler) In(m tree.Mode) *Compiler { return c.in(m) }

func (c *Compiler) in(m tree.Mode) *Compiler {
	return &Compiler{Mode: m, compiled: c.compiled}
}

// EncodeSample encodes a value of a declaration, such as a default. The error is its first violation.
func EncodeSample(c Codec, a place.Addr) ([]byte, error) {
	var r Report
	c.Check(&r, a)
	if list, _ := r.Violations(); len(list) > 0 {
		what := list[0].Message()
		if list[0].Deep() {
			what += " at " + list[0].Pointer()
		}
		return nil, errors.New(what)
	}
	var e Encoder
	c.Encode(&e, a)
	return e.B, e.Err()
}
