package prop

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
)

// Exact is a property that carries a decimal number as text.
type Exact[V ~string] struct{ decl[V, *Exact[V]] }

func (*Exact[V]) with(f codec.Form[V]) *Exact[V] { return &Exact[V]{decl[V, *Exact[V]]{f}} }

// Decimal declares a decimal number such as 12.50 that is a string on the wire
// and in Go, so that no digit is lost: money, measures, what a database calls
// NUMERIC. It has no exponent; zeros at its end stay as they are.
func Decimal(name string) *Exact[string] { return DecimalOf[string](name) }

// DecimalOf declares a decimal number of a type of your own.
func DecimalOf[V ~string](name string) *Exact[V] { return exact[V](name, -1, `(\.[0-9]+)?`) }

func exact[V ~string](name string, places int, fraction string) *Exact[V] {
	return start[V, *Exact[V]](codec.Form[V]{
		Node: &ir.Prop{Name: name, Type: ir.Text{Format: "decimal", Pattern: `^-?(0|[1-9][0-9]*)` + fraction + `$`}},
		Make: decimalOf[V](places),
	})
}

func decimalOf[V ~string](places int) func(*codec.Compiler, *ir.Prop) codec.Codec[V] {
	return func(_ *codec.Compiler, n *ir.Prop) codec.Codec[V] { return codec.Decimal[V](n, places) }
}

// Places sets the greatest number of digits after the point, 0 to 1000.
func (p *Exact[V]) Places(n int) *Exact[V] {
	if n < 0 || n > 1000 {
		return p.fault("Places(%d) is not from 0 to 1000", n)
	}
	fraction := ""
	if n > 0 {
		fraction = `(\.[0-9]{1,` + strconv.Itoa(n) + `})?`
	}
	f := p.form
	f.Make = decimalOf[V](n)
	return edit[V, *Exact[V]](f, func(node *ir.Prop) {
		node.Type = ir.Text{Format: "decimal", Pattern: `^-?(0|[1-9][0-9]*)` + fraction + `$`}
	})
}

// Min sets the least value allowed, a decimal number. JSON Schema cannot say it
// of a string; the document says it in words.
func (p *Exact[V]) Min(least V) *Exact[V] {
	x, ok := decimal.Parse(string(least))
	if !ok {
		return p.fault("Min(%q) is not a decimal number", string(least))
	}
	for _, r := range p.node().Rules {
		if m, ok := r.(ir.Max); ok && number(m.Bound).Cmp(x) < 0 {
			return p.fault("Min(%s) is above Max(%s)", least, m.Bound)
		}
	}
	return p.rule(ir.Min{Bound: ir.Number(least)})
}

// Max sets the greatest value allowed, a decimal number; see Min.
func (p *Exact[V]) Max(most V) *Exact[V] {
	x, ok := decimal.Parse(string(most))
	if !ok {
		return p.fault("Max(%q) is not a decimal number", string(most))
	}
	for _, r := range p.node().Rules {
		if m, ok := r.(ir.Min); ok && number(m.Bound).Cmp(x) > 0 {
			return p.fault("Max(%s) is below Min(%s)", most, m.Bound)
		}
	}
	return p.rule(ir.Max{Bound: ir.Number(most)})
}

func number(n ir.Number) decimal.D {
	d, _ := decimal.Parse(string(n))
	return d
}
