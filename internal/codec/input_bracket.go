package codec

import (
	"bytes"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// PairInput is an input of several parameters, whose names have brackets.
type PairInput interface {
	Input
	// ParsePairs reads the parameters.
	ParsePairs(r *Report, pairs []Pair, a place.Addr)
	// Pairs writes the value in a cell. It returns nil if the server would read another value.
	Pairs(cell any) []Pair
}

// bracketInputOf returns an input whose parameters have names in brackets.
func bracketInputOf(s *input) Input {
	if s.shape == Members {
		return &memberInput{s, PairsOf(s.codec)}
	}
	return &bracketInput{s, BracketsOf(s.form.Node)}
}

// memberInput is an object of texts, each a parameter.
type memberInput struct {
	*input
	pairs *Pairs
}

func (s *memberInput) ParsePairs(r *Report, pairs []Pair, a place.Addr) {
	s.pairs.ParsePairs(r, pairs, a)
}

func (s *memberInput) Pairs(cell any) []Pair {
	var r Report // empty: a parameter can be written
	return s.pairs.AppendPairs(&r, nil, s.At(cell), nil)
}

type bracketInput struct {
	*input
	brackets *Brackets
}

func (s *bracketInput) Shape() Shape { return Nested }

// ParsePairs reads pairs whose names are what is behind the name of the parameter.
func (s *bracketInput) ParsePairs(r *Report, pairs []Pair, a place.Addr) {
	if text, ok := s.brackets.JSON(r, pairs); ok {
		decodeJSON(r, string(text), func(d *Decoder) { s.codec.Decode(d, a) })
	}
}

func (s *bracketInput) Pairs(cell any) []Pair {
	var e Encoder
	s.codec.Encode(&e, s.At(cell))
	if e.Err() != nil {
		return nil
	}
	pairs, _ := s.brackets.Write(e.B, func(text []byte) []byte {
		var d Decoder
		again, _ := s.Try(&d, text)
		return again
	})
	return pairs
}

// Write is Pairs for a value that again decodes and encodes. ok is false if the pairs are not read
// as the same value, or if there are none.
func (b *Brackets) Write(text []byte, again func([]byte) []byte) (pairs []Pair, ok bool) {
	pairs, ok = b.Pairs(text)
	if !ok || len(pairs) == 0 {
		return nil, false
	}
	var r Report
	read, ok := b.JSON(&r, pairs)
	if !ok || !jsonx.Valid(read) || !bytes.Equal(again(read), text) {
		return nil, false
	}
	return pairs, true
}
