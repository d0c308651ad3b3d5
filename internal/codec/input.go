package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
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
	// Check adds every rule that the value in a cell violates.
	Check(r *Report, cell any)
	// Try decodes JSON text with d and encodes the value again. It returns nil if
	// d has an error or violations.
	Try(d *Decoder, text []byte) (again []byte, err error)
	// Text writes the value in a cell, a list with commas.
	Text(b []byte, cell any) []byte
	// Texts writes the items of the list in a cell.
	Texts(cell any) []string
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
	s := input{form: &f, codec: f.Compile(c)}
	s.text, s.texts = TextOf(s.codec), TextsOf(s.codec)
	switch {
	case s.text != nil:
		s.shape = Single
	case s.texts != nil:
		s.shape = Several
	case hasTexts(s.codec):
		s.shape = Members
	}
	switch f.Style {
	case tree.DeepObject:
		return bracketInputOf(&s)
	case tree.Content:
		return &jsonInput{&s}
	case tree.Exploded:
		if s.shape = Shapeless; explodes(s.codec) {
			s.shape = Members
			return &memberInput{&s, PairsOf(s.codec)}
		}
	}
	return &s
}

type input struct {
	form  *Form
	codec Codec
	text  *Text  // nil unless the shape is Single
	texts *Texts // nil unless the shape is Several
	shape Shape
}

// hasTexts reports whether a value is an object whose members are all declared, and each is a text.
func hasTexts(c Codec) bool {
	inner, _ := unwrapRules(c)
	o, ok := inner.(*Object)
	if !ok || o.additional != nil {
		return false
	}
	for i := range o.members {
		if TextOf(o.members[i].field.valueCodec()) == nil {
			return false
		}
	}
	return true
}

// explodes reports whether a value is an object whose members are all declared, and each is a text or a
// list of texts.
func explodes(c Codec) bool {
	inner, _ := unwrapRules(c)
	o, ok := inner.(*Object)
	if !ok || o.additional != nil {
		return false
	}
	for i := range o.members {
		if !encodingsOf(o.members[i].field.valueCodec()).writesIn(tree.Form) {
			return false
		}
	}
	return true
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
	switch s.form.Node.Type.(type) {
	case tree.Integer, tree.Float, tree.Boolean:
		return s.form.Null == nil && len(s.form.Rules) == 0
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
