package openapi

import (
	"fmt"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/tree"
)

// bound is one end of a range of numbers. The zero value is none.
type bound struct {
	at        decimal.D
	set       bool
	exclusive bool
}

func parse(n tree.Number) (decimal.D, error) {
	d, ok := decimal.Parse(string(n))
	if !ok {
		return d, fmt.Errorf("%q is not a number", string(n))
	}
	return d, nil
}

// tighten moves the bound to n, if that leaves fewer numbers. The sign is +1
// for a lower bound and -1 for an upper one.
func (b *bound) tighten(n tree.Number, exclusive bool, sign int) error {
	at, err := parse(n)
	if err != nil {
		return err
	}
	if c := at.Cmp(b.at) * sign; !b.set || c > 0 || c == 0 && exclusive {
		*b = bound{at, true, exclusive}
	}
	return nil
}
