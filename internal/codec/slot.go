package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Slot reads one input of a request into a cell: a *V that lives as long as the
// call it belongs to, so that nothing is boxed.
type Slot interface {
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

// SlotOf compiles a property as an input.
func SlotOf[V any](f Form[V], c *Compiler) Slot { return slotOf(valueOf(f.at(), c)) }

func slotOf(v *Value) Slot {
	s := slot{value: v}
	switch {
	case v.text != nil:
		s.shape = Single
	case v.texts != nil:
		s.shape = Several
	case v.pairs != nil && v.pairs.unwritable(ir.JSON) == "":
		s.shape = Members
	}
	return &s
}

type slot struct {
	value *Value
	shape Shape
}

func (s *slot) Cell() any      { return s.value.New() }
func (s *slot) Shape() Shape   { return s.shape }
func (s *slot) Reset(cell any) { s.value.Reset(cell) }

func (s *slot) Fill(cell any) {
	if s.value.Fill != nil {
		s.value.Fill(cell)
	}
}

func (s *slot) Parse(r *Report, text string, cell any) { s.value.text.parse(r, text, cell) }

func (s *slot) ParseList(r *Report, texts []string, cell any) { s.value.texts.parse(r, texts, cell) }

func (s *slot) ParsePairs(r *Report, pairs []Pair, cell any) { s.value.pairs.parse(r, pairs, cell) }

func (s *slot) Check(r *Report, cell any) { s.value.Check(r, cell) }

func (s *slot) Try(d *Decoder, text []byte) ([]byte, error) {
	cell := s.value.New()
	d.Open(text, jsonx.Limits{})
	s.value.Decode(d, cell)
	if d.Err() != nil || d.Since(0) {
		return nil, nil
	}
	var e Encoder
	s.value.Append(&e, cell)
	return e.B, e.Err()
}

func (s *slot) Text(b []byte, cell any) []byte {
	switch s.shape {
	case Single:
		return s.value.text.append(b, cell)
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

func (s *slot) Texts(cell any) []string { return s.value.texts.append(nil, cell) }

func (s *slot) Pairs(cell any) []Pair {
	var r Report // what a parameter may hold can be written
	return s.value.pairs.append(&r, nil, cell)
}
