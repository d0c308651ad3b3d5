package samples

import (
	"math/big"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// bounds are the rules on a number.
type bounds struct {
	low, high                   *big.Rat // nil: no bound
	exclusiveLow, exclusiveHigh bool
	step                        *big.Rat // divides the number; nil: nothing does
}

func integerBounds(t tree.Integer, rules []tree.Rule) bounds {
	b := boundsOf(rules)
	b.above(t.Min, false)
	b.below(t.Max, false)
	if b.step == nil || !b.step.IsInt() {
		b.step = multipleOfBoth(b.step)
	}
	return b
}

// multipleOfBoth returns the least integer that is a multiple of step: its numerator.
func multipleOfBoth(step *big.Rat) *big.Rat {
	if step == nil {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).SetInt(step.Num())
}

func boundsOf(rules []tree.Rule) (b bounds) {
	for _, r := range rules {
		switch r := r.(type) {
		case tree.Min:
			b.above(r.Bound, false)
		case tree.ExclusiveMin:
			b.above(r.Bound, true)
		case tree.Max:
			b.below(r.Bound, false)
		case tree.ExclusiveMax:
			b.below(r.Bound, true)
		case tree.MultipleOf:
			b.step, _ = new(big.Rat).SetString(string(r.Of))
		}
	}
	return b
}

func (b *bounds) above(n tree.Number, exclusive bool) {
	if r, ok := new(big.Rat).SetString(string(n)); ok && (b.low == nil || r.Cmp(b.low) >= 0) {
		b.exclusiveLow = exclusive || b.low != nil && r.Cmp(b.low) == 0 && b.exclusiveLow
		b.low = r
	}
}

func (b *bounds) below(n tree.Number, exclusive bool) {
	if r, ok := new(big.Rat).SetString(string(n)); ok && (b.high == nil || r.Cmp(b.high) <= 0) {
		b.exclusiveHigh = exclusive || b.high != nil && r.Cmp(b.high) == 0 && b.exclusiveHigh
		b.high = r
	}
}

func (b *bounds) has(r *big.Rat) bool {
	if b.low != nil && (r.Cmp(b.low) < 0 || b.exclusiveLow && r.Cmp(b.low) == 0) {
		return false
	}
	if b.high != nil && (r.Cmp(b.high) > 0 || b.exclusiveHigh && r.Cmp(b.high) == 0) {
		return false
	}
	return b.step == nil || b.step.Sign() == 0 || new(big.Rat).Quo(r, b.step).IsInt()
}

// number returns a number within bounds: 1, or the nearest to it, and greater ones for
// later n and attempts; "" if it finds none.
func (g *generator) number(b bounds, n int) string {
	if g.attempt > 1 {
		n += g.rng.IntN(20)
	}
	step := big.NewRat(1, 1)
	if b.step != nil && b.step.Sign() != 0 {
		step = b.step
	} else if b.low != nil && b.high != nil {
		// The range may be narrower than 1.
		for span := new(big.Rat).Sub(b.high, b.low); step.Cmp(span) >= 0 && span.Sign() > 0; {
			step = new(big.Rat).Mul(step, big.NewRat(1, 10))
		}
	}
	start := big.NewRat(1, 1)
	switch {
	case b.low != nil && b.low.Cmp(start) > 0:
		start = b.low
	case b.high != nil && b.high.Cmp(start) < 0:
		start = b.low
		if start == nil {
			start = new(big.Rat).Sub(b.high, new(big.Rat).Mul(step, big.NewRat(30, 1)))
		}
	}
	// The first multiple of step that is not below start.
	k := new(big.Rat).Quo(start, step)
	quotient, rest := new(big.Int).QuoRem(k.Num(), k.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	if b.step == nil && start == b.low && rest.Sign() != 0 && !b.exclusiveLow {
		return decimalText(start) // no multiple is needed
	}
	var found []*big.Rat
	for i := range int64(n + 3) {
		r := new(big.Rat).Mul(new(big.Rat).SetInt(new(big.Int).Add(quotient, big.NewInt(i))), step)
		if b.has(r) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		if b.low != nil && b.has(b.low) {
			return decimalText(b.low)
		}
		if b.low != nil && b.high != nil {
			if middle := new(big.Rat).Mul(new(big.Rat).Add(b.low, b.high), big.NewRat(1, 2)); b.has(middle) {
				return decimalText(middle)
			}
		}
		return ""
	}
	return decimalText(found[n%len(found)])
}

// decimalText writes a number with at most 20 digits behind the point.
func decimalText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(20), "0")
}
