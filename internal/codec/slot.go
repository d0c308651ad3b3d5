package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// Input reads one input of a request into a cell: a *V that lives as long as the
// call it belongs to, so that nothing is boxed.
type Input interface {
	// Cell makes a cell.
	Cell() any
	// Reset empties a cell.
	Reset(cell any)
	// Fill puts the default into an empty cell, if there is one.
	Fill(cell any)
	// Shape says which of the three parsers may be called.
	Shape() Shape
	Parse(r *Report, text string, cell any)
	ParseList(r *Report, texts []string, cell any)
	ParsePairs(r *Report, pairs []Pair, cell any)
	// Check notes every rule that the value in a cell breaks.
	Check(r *Report, cell any)
	// Try reads JSON text with d, and writes again what it has read; nothing
	// where d has an error or violations.
	Try(d *Decoder, text []byte) (again []byte, err error)
	// Text writes the value in a cell; a list is separated by commas.
	Text(b []byte, cell any) []byte
	// Texts writes the items of the list in a cell.
	Texts(cell any) []string
	// Pairs writes the members of the object in a cell.
	Pairs(cell any) []Pair
}

// Shape is what a parameter may hold.
type Shape uint8

// The shapes.
const (
	Shapeless Shape = iota // cannot be written in a parameter
	Single                 // one text
	Several                // a list of texts
	Members                // an object of texts
)

// InputOf compiles a property as an input.
func InputOf(f Form, c *Compiler) Input {
	s := slot{Value: valueOf(&f, c)}
	switch {
	case s.text != nil:
		s.shape = Single
	case s.texts != nil:
		s.shape = Several
	case s.pairs != nil && s.pairs.Unwritable(ir.JSON) == "":
		s.shape = Members
	}
	return &s
}

type slot struct {
	*Value
	shape Shape
}

// at is the place of a cell, which was made by Cell or given for the property.
func (s *slot) at(cell any) place.Addr {
	a, _ := s.form.Type.At(cell)
	return a
}

func (s *slot) Cell() any      { return s.form.Type.Cell(s.form.Type.New()) }
func (s *slot) Shape() Shape   { return s.shape }
func (s *slot) Reset(cell any) { s.form.Type.Reset(s.at(cell)) }

func (s *slot) Fill(cell any) {
	if s.form.Default != nil {
		s.form.Default(s.at(cell))
	}
}

func (s *slot) Parse(r *Report, text string, cell any) { s.text.ParseText(r, text, s.at(cell)) }

func (s *slot) ParseList(r *Report, texts []string, cell any) {
	s.texts.ParseTexts(r, texts, s.at(cell))
}

func (s *slot) ParsePairs(r *Report, pairs []Pair, cell any) {
	s.pairs.ParsePairs(r, pairs, s.at(cell))
}

func (s *slot) Check(r *Report, cell any) { s.codec.Check(r, s.at(cell)) }

func (s *slot) Try(d *Decoder, text []byte) ([]byte, error) {
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

func (s *slot) Text(b []byte, cell any) []byte {
	switch s.shape {
	case Single:
		return s.text.AppendText(b, s.at(cell))
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

func (s *slot) Texts(cell any) []string { return s.texts.AppendTexts(nil, s.at(cell)) }

func (s *slot) Pairs(cell any) []Pair {
	var r Report // what a parameter may hold can be written
	return s.pairs.AppendPairs(&r, nil, s.at(cell))
}
