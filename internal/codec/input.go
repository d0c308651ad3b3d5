package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// Input reads a parameter or body into a cell: a *V that lives as long as its call,
// so that no value is boxed.
type Input interface {
	// Cell returns a new cell.
	Cell() any
	// At returns the address of the value in a cell made by Cell or for the property.
	At(cell any) place.Addr
	// Reset empties the cell of a value.
	Reset(a place.Addr)
	// Filler returns what assigns the default to an empty cell; nil if there is none.
	Filler() func(a place.Addr)
	// Bare reports whether the value is a number or a boolean, all of which each valid text sets, so
	// that it need not be emptied between two.
	Bare() bool
	// Shape returns which of the three parsers there is.
	Shape() Shape
	// Parser returns the parser of a single text.
	Parser() func(r *Report, text string, a place.Addr)
	ParseList(r *Report, texts []string, a place.Addr)
	ParsePairs(r *Report, pairs []Pair, a place.Addr)
	// Check adds every rule that the value in a cell violates.
	Check(r *Report, cell any)
	// Try decodes JSON text with d and encodes the value again. It returns nil if
	// d has an error or violations.
	Try(d *Decoder, text []byte) (again []byte, err error)
	// Text writes the value in a cell, a list with commas.
	Text(b []byte, cell any) []byte
	// Texts writes the items of the list in a cell.
	Texts(cell any) []string
	// Pairs writes the members of the object in a cell.
	Pairs(cell any) []Pair
}

// Shape is the shape of a parameter.
type Shape uint8

// The shapes.
const (
	Shapeless Shape = iota // not possible in a parameter
	Single                 // one text
	Several                // a list of texts
	Members                // an object of texts
	Nested                 // any value, in names with brackets
)

// InputOf compiles a property as an input.
func InputOf(f Form, c *Compiler) Input {
	s := input{compiled: compile(&f, c)}
	switch {
	case s.text != nil:
		s.shape = Single
	case s.texts != nil:
		s.shape = Several
	case s.pairs != nil && len(s.pairs.Unwritable(ir.JSON, nil)) == 0:
		s.shape = Members
	}
	if f.Wrap != nil {
		return f.Wrap(&s)
	}
	return &s
}

type input struct {
	*compiled
	shape Shape
}

func (s *input) At(cell any) place.Addr {
	a, _ := s.form.Type.At(cell)
	return a
}

func (s *input) Cell() any          { return s.form.Type.Cell(s.form.Type.New()) }
func (s *input) Shape() Shape       { return s.shape }
func (s *input) Reset(a place.Addr) { s.form.Type.Reset(a) }

func (s *input) Filler() func(place.Addr) { return s.form.Default }

func (s *input) Bare() bool {
	switch s.codec.(type) {
	case *integer[int64], *integer[uint64], *narrow, *float, *boolean:
		return true
	}
	return false
}

func (s *input) Parser() func(*Report, string, place.Addr) { return s.text.ParseText }

func (s *input) ParseList(r *Report, texts []string, a place.Addr) {
	if s.form.Texts != nil {
		texts = s.form.Texts(texts)
	}
	s.texts.ParseTexts(r, texts, a)
}

func (s *input) ParsePairs(r *Report, pairs []Pair, a place.Addr) { s.pairs.ParsePairs(r, pairs, a) }

func (s *input) Check(r *Report, cell any) { s.codec.Check(r, s.At(cell)) }

func (s *input) Try(d *Decoder, text []byte) ([]byte, error) {
	v := s.form.Type.New()
	d.Open(text, jsonx.Limits{})
	s.codec.Decode(d, v)
	if d.Err() != nil || d.Since(0) {
		return nil, nil
	}
	var e Encoder
	s.codec.Encode(&e, v)
	return e.B, e.Err()
}

func (s *input) Text(b []byte, cell any) []byte {
	switch s.shape {
	case Single:
		return s.text.AppendText(b, s.At(cell))
	case Several:
		for i, t := range s.Texts(cell) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, t...)
		}
	}
	return b
}

func (s *input) Texts(cell any) []string { return s.texts.AppendTexts(nil, s.At(cell)) }

func (s *input) Pairs(cell any) []Pair {
	var r Report // empty: a parameter can be written
	return s.pairs.AppendPairs(&r, nil, s.At(cell), nil)
}

// compiled is a compiled property with everything that its codec can do.
type compiled struct {
	form  *Form
	codec Codec

	// The encodings beside JSON; nil if the codec does not have them.
	text  *Text
	texts *Texts
	files *Files
	pairs *Pairs
	// merger is nil unless a merge patch changes the value in part.
	merger Merger
	// replacer is nil if a new value always replaces the whole, hider if no part can be hidden.
	replacer replacer
	hider    hider
}

func compile(f *Form, c *Compiler) *compiled { return compileWith(f, f.Compile(c), c.Mode) }

func compileWith(f *Form, codec Codec, m ir.Mode) *compiled {
	v := &compiled{form: f, codec: codec, text: TextOf(codec), texts: TextsOf(codec), files: filesOf(codec), pairs: PairsOf(codec)}
	v.replacer, _ = codec.(replacer)
	v.hider, _ = codec.(hider)
	if m == ir.Update {
		v.merger, _ = codec.(Merger)
	}
	return v
}

// hide removes the parts that are not visible.
func (v *compiled) hide(grants Grants, a place.Addr) {
	if v.hider != nil && v.hider.hides(grants) {
		v.hider.hide(grants, a)
	}
}

// replace sets the value at dst to that at src.
func (v *compiled) replace(r *Report, dst, src place.Addr) {
	if v.replacer == nil || !v.replacer.replace(r, dst, src) {
		v.form.Type.Assign(dst, src)
	}
}
