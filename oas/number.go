package oas

import (
	"fmt"
	"strconv"

	"github.com/pb33f/libopenapi/datamodel/high/base"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
)

// bound is one end of a range of numbers. The zero value is none.
type bound struct {
	at        decimal.D
	set       bool
	exclusive bool
}

func parse(n ir.Number) (decimal.D, error) {
	d, ok := decimal.Parse(string(n))
	if !ok {
		return d, fmt.Errorf("%q is not a number", string(n))
	}
	return d, nil
}

// tighten moves the bound to n, if that leaves fewer numbers. The sign is +1
// for a lower bound and -1 for an upper one.
func (b *bound) tighten(n ir.Number, exclusive bool, sign int) error {
	at, err := parse(n)
	if err != nil {
		return err
	}
	if c := at.Cmp(b.at) * sign; !b.set || c > 0 || c == 0 && exclusive {
		*b = bound{at, true, exclusive}
	}
	return nil
}

func (b bound) write(s *base.Schema, keyword string, field **float64) {
	writeNumber(s, keyword, b.at, field)
}

func (b bound) writeExclusive(s *base.Schema, keyword string, field **base.DynamicValue[bool, float64]) {
	// This field is rendered in the shortest notation, the others in plain digits.
	if f, ok := exact(b.at, 'g'); ok {
		*field = &base.DynamicValue[bool, float64]{N: 1, B: f}
		return
	}
	extend(&s.Extensions, keyword, literalNode(b.at.String()))
}

// writeNumber sets a keyword to a number with every digit. The model holds
// float64, for which 2^53+1 is 2^53; what it would change stands among the
// extensions, which are rendered as they are.
func writeNumber(s *base.Schema, keyword string, n decimal.D, field **float64) {
	if f, ok := exact(n, 'f'); ok {
		*field = &f
		return
	}
	extend(&s.Extensions, keyword, literalNode(n.String()))
}

// exact returns n as a float64, if that is written as n is.
func exact(n decimal.D, notation byte) (float64, bool) {
	text := n.String()
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && strconv.FormatFloat(f, notation, -1, 64) == text
}
