package prop

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// DecimalProp is a property with a decimal number as text.
type DecimalProp[V ~string] core

// Decimal declares a decimal number such as 12.50 that is a string in JSON and in Go, so that
// no digit is lost, for money, measures, and NUMERIC columns of databases. It has no exponent
// and keeps trailing zeros.
func Decimal(name string) *DecimalProp[string] { return DecimalOf[string](name) }

// DecimalOf declares a decimal number with a string type of the application.
func DecimalOf[V ~string](name string) *DecimalProp[V] {
	return (*DecimalProp[V])(property.New(name, codec.TypeOf[V](), decimalType(`(\.[0-9]+)?`), decimalOf(-1, false)))
}

func decimalType(fraction string) tree.Text {
	return tree.Text{Format: "decimal", Pattern: `^-?(0|[1-9][0-9]*)` + fraction + `$`}
}

func decimalOf(places int, fixed bool) func(*codec.Compiler, *tree.Prop) codec.Codec {
	return func(_ *codec.Compiler, n *tree.Prop) codec.Codec { return codec.Decimal(n, places, fixed) }
}

// Scale sets the maximum number of digits after the point, from 0 to 1000. See FixedScale for all of
// them.
func (p *DecimalProp[V]) Scale(n int) *DecimalProp[V] {
	return (*DecimalProp[V])(places((*core)(p), "Scale", n, false))
}

// FixedScale sets the number of digits after the point, from 0 to 1000: a price has all of them, as in
// 12.50. It replaces Scale.
func (p *DecimalProp[V]) FixedScale(n int) *DecimalProp[V] {
	return (*DecimalProp[V])(places((*core)(p), "FixedScale", n, true))
}

func places(c *core, method string, n int, fixed bool) *core {
	if n < 0 || n > 1000 {
		return c.Fault("%s(%d) is not from 0 to 1000", method, n)
	}
	fraction := ""
	switch {
	case n == 0:
	case fixed:
		fraction = `\.[0-9]{` + strconv.Itoa(n) + `}`
	default:
		fraction = `(\.[0-9]{1,` + strconv.Itoa(n) + `})?`
	}
	f := c.Form()
	f.Make = decimalOf(n, fixed)
	return property.Remade(&f, func(node *tree.Prop) {
		t := decimalType(fraction)
		if fixed {
			t.Fraction = tree.Digits(n)
		}
		node.Type = t
	})
}

// Min sets the minimum, a decimal number. JSON Schema has no keyword for it in a string;
// documents describe it in words.
func (p *DecimalProp[V]) Min(least V) *DecimalProp[V] {
	return (*DecimalProp[V])(minDecimal((*core)(p), string(least)))
}

func minDecimal(c *core, least string) *core {
	x, ok := decimal.Parse(least)
	if !ok {
		return c.Fault("Min(%q) is not a decimal number", least)
	}
	for _, r := range c.Node().Rules {
		if m, ok := r.(tree.Max); ok && number(m.Bound).Cmp(x) < 0 {
			return c.Fault("Min(%s) is above Max(%s)", least, m.Bound)
		}
	}
	return c.Rule(tree.Min{Bound: tree.Number(least)})
}

// Max sets the maximum, a decimal number; see Min.
func (p *DecimalProp[V]) Max(most V) *DecimalProp[V] {
	return (*DecimalProp[V])(maxDecimal((*core)(p), string(most)))
}

func maxDecimal(c *core, most string) *core {
	x, ok := decimal.Parse(most)
	if !ok {
		return c.Fault("Max(%q) is not a decimal number", most)
	}
	for _, r := range c.Node().Rules {
		if m, ok := r.(tree.Min); ok && number(m.Bound).Cmp(x) > 0 {
			return c.Fault("Max(%s) is below Min(%s)", most, m.Bound)
		}
	}
	return c.Rule(tree.Max{Bound: tree.Number(most)})
}

func number(n tree.Number) decimal.D {
	d, _ := decimal.Parse(string(n))
	return d
}
