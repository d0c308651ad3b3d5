package values

import (
	"math/big"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// span is a range of numbers and what divides them.
type span struct {
	low, high                   *big.Rat // nil: no bound
	exclusiveLow, exclusiveHigh bool
	of                          *big.Rat // nil: nothing
}

func spanOf(rules []tree.Rule, least, most tree.Number) (s span) {
	s.above(least, false)
	s.below(most, false)
	for _, r := range rules {
		switch r := r.(type) {
		case tree.Min:
			s.above(r.Bound, false)
		case tree.ExclusiveMin:
			s.above(r.Bound, true)
		case tree.Max:
			s.below(r.Bound, false)
		case tree.ExclusiveMax:
			s.below(r.Bound, true)
		case tree.MultipleOf:
			s.of = rat(r.Of)
		}
	}
	return s
}

func (s *span) above(n tree.Number, exclusive bool) {
	if r := rat(n); r != nil && (s.low == nil || r.Cmp(s.low) >= 0) {
		s.low, s.exclusiveLow = r, exclusive
	}
}

func (s *span) below(n tree.Number, exclusive bool) {
	if r := rat(n); r != nil && (s.high == nil || r.Cmp(s.high) <= 0) {
		s.high, s.exclusiveHigh = r, exclusive
	}
}

// rat is nil where n is no number.
func rat(n tree.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}

// multiples are the least and the greatest k for which k times step is in the
// range.
func (s *span) multiples(step *big.Rat) (low, high *big.Int) {
	far := new(big.Int).Exp(big.NewInt(10), big.NewInt(7), nil)
	low, high = new(big.Int).Neg(far), far
	one := big.NewInt(1)
	if s.low != nil {
		q := new(big.Rat).Quo(s.low, step)
		low = ceil(q)
		if s.exclusiveLow && q.IsInt() {
			low.Add(low, one)
		}
		if s.high == nil {
			high = new(big.Int).Add(low, far)
		}
	}
	if s.high != nil {
		q := new(big.Rat).Neg(new(big.Rat).Quo(s.high, step))
		high = ceil(q)
		high.Neg(high)
		if s.exclusiveHigh && q.IsInt() {
			high.Sub(high, one)
		}
		if s.low == nil {
			low = new(big.Int).Sub(high, far)
		}
	}
	return low, high
}

func ceil(r *big.Rat) *big.Int {
	q, m := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if m.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// between is a number from low to high: often an end, a round number or an edge
// of a type.
func (g *Generator) between(low, high *big.Int) *big.Int {
	if low.Cmp(high) > 0 {
		return low
	}
	for range 3 {
		n := new(big.Int)
		switch g.rng.IntN(6) {
		case 0:
			n.Set(low)
		case 1:
			n.Set(high)
		case 2:
			n.SetInt64(int64(g.rng.IntN(5)) - 2)
		case 3:
			n.SetString(pick(g, edges), 10)
		default:
			width := new(big.Int).Sub(high, low)
			n.SetUint64(g.rng.Uint64()).Mul(n, width.Add(width, big.NewInt(1))).Rsh(n, 64).Add(n, low)
		}
		if n.Cmp(low) >= 0 && n.Cmp(high) <= 0 {
			return n
		}
	}
	return low
}

// edges are whole numbers at which types and notations end.
var edges = []string{
	"127", "128", "-129", "255", "256", "32768", "65536", "2147483647", "2147483648", "-2147483649", "4294967296",
	"9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
}

func (g *Generator) integer(t tree.Integer, rules []tree.Rule) string {
	s := spanOf(rules, t.Min, t.Max)
	step := big.NewRat(1, 1)
	if s.of != nil {
		step = s.of
	}
	k := g.between(s.multiples(step))
	n := new(big.Rat).Mul(new(big.Rat).SetInt(k), step)
	text := n.FloatString(0)
	if t.Quoted {
		return quoted(text)
	}
	return g.notation(text)
}

// notation writes a whole number in one of the ways that JSON has (JSON Schema
// 2020-12 Core §4.2.3: 1.0 is an integer).
func (g *Generator) notation(digits string) string {
	if digits == "0" && g.One(3) {
		return pick(g, []string{"-0", "0e1", "0E-9", "-0.0"})
	}
	switch n := g.rng.IntN(12); {
	case n == 0:
		return digits + ".0"
	case n == 1:
		return digits + "e0"
	case n == 2 && digits != "0":
		return digits + "0e-1"
	case n == 3:
		return digits + ".000E+00"
	}
	return digits
}

func (g *Generator) float(rules []tree.Rule) string {
	s := spanOf(rules, "", "")
	if g.One(10) && s.low == nil && s.high == nil {
		return pick(g, []string{"1.7976931348623157e308", "-1.7976931348623157e+308", "5e-324", "-0", "-0.0", "1e22", "123456789012345678"})
	}
	step := s.of
	if step == nil {
		step = new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(g.rng.IntN(6))), nil))
	}
	k := g.between(s.multiples(step))
	return decimalText(new(big.Rat).Mul(new(big.Rat).SetInt(k), step))
}

// decimalText writes a number with up to 40 digits after the point.
func decimalText(r *big.Rat) string {
	text := r.FloatString(40)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
