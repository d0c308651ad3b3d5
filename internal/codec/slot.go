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
func SlotOf[V any](f Form[V], c *Compiler) Slot {
	s := &slot[V]{codec: f.Codec(c), def: f.Default}
	var ok bool
	if s.text, ok = TextOf(s.codec); ok {
		s.shape = Single
	} else if s.texts, ok = TextsOf(s.codec); ok {
		s.shape = Several
	} else if s.pairs, ok = PairsOf(s.codec); ok && s.pairs.Unwritable(ir.JSON) == "" {
		s.shape = Members
	}
	return s
}

type slot[V any] struct {
	codec Codec[V]
	def   func() V
	shape Shape
	text  Text[V]
	texts Texts[V]
	pairs Pairs[V]
}

func (s *slot[V]) Cell() any    { return new(V) }
func (s *slot[V]) Shape() Shape { return s.shape }

func (s *slot[V]) Reset(cell any) {
	var zero V
	*cell.(*V) = zero
}

func (s *slot[V]) Fill(cell any) {
	if s.def != nil {
		*cell.(*V) = s.def()
	}
}

func (s *slot[V]) Parse(r *Report, text string, cell any) {
	s.text.ParseText(r, text, cell.(*V))
}

func (s *slot[V]) ParseList(r *Report, texts []string, cell any) {
	s.texts.ParseTexts(r, texts, cell.(*V))
}

func (s *slot[V]) ParsePairs(r *Report, pairs []Pair, cell any) {
	s.pairs.ParsePairs(r, pairs, cell.(*V))
}

func (s *slot[V]) Check(r *Report, cell any) { s.codec.Check(r, cell.(*V)) }

func (s *slot[V]) Try(d *Decoder, text []byte) ([]byte, error) {
	var v V
	d.Open(text, jsonx.Limits{})
	s.codec.Decode(d, &v)
	if d.Err() != nil || d.Since(0) {
		return nil, nil
	}
	var e Encoder
	s.codec.Append(&e, &v)
	return e.B, e.Err()
}

func (s *slot[V]) Text(b []byte, cell any) []byte {
	switch s.shape {
	case Single:
		return s.text.AppendText(b, cell.(*V))
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

func (s *slot[V]) Texts(cell any) []string { return s.texts.AppendTexts(nil, cell.(*V)) }

func (s *slot[V]) Pairs(cell any) []Pair {
	var r Report // what a parameter may hold can be written
	return s.pairs.AppendPairs(&r, nil, cell.(*V))
}
