package prop

import (
	"math"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// Numeric is the set of Go types of number properties.
type Numeric interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float64
}

// Integers is the set of Go types of integer properties.
type Integers interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// NumberProp is a property with a number.
type NumberProp[V Numeric] core

// Int declares an int.
func Int(name string) *NumberProp[int] { return IntOf[int](name) }

// Int32 declares an int32.
func Int32(name string) *NumberProp[int32] { return IntOf[int32](name) }

// Int64 declares an int64. Clients with float64 numbers, such as JavaScript, are exact only up
// to 2^53 (RFC 7493 §2.2).
func Int64(name string) *NumberProp[int64] { return IntOf[int64](name) }

// Uint64 declares a uint64.
func Uint64(name string) *NumberProp[uint64] { return IntOf[uint64](name) }

// IntOf declares an integer with a type of the application:
//
//	prop.IntOf[Cents]("price").Min(1)
//
// Numbers outside the range of V are rejected, and documents have its format, such as int32.
func IntOf[V Integers](name string) *NumberProp[V] {
	t := wholeType(place.SizeOf[V](), V(0)-1 > 0)
	_, t.Machine = any(V(0)).(int)
	return (*NumberProp[V])(property.New(name, codec.TypeOf[V](), t, codec.Integer))
}

// Float64 declares a float64.
func Float64(name string) *NumberProp[float64] { return FloatOf[float64](name) }

// FloatOf declares a floating-point number with a type of the application. Numbers that
// overflow, or underflow to zero, are rejected.
func FloatOf[V ~float64](name string) *NumberProp[V] {
	return (*NumberProp[V])(property.New(name, codec.TypeOf[V](), tree.Float{Format: "double"}, codec.Float))
}

// wholeType returns the description of an integer of so many bytes with its range.
func wholeType(size uintptr, unsigned bool) tree.Integer {
	bits := int(8 * size)
	if unsigned {
		return tree.Integer{
			Format: "uint" + strconv.Itoa(bits),
			Min:    "0",
			Max:    tree.Number(strconv.FormatUint(math.MaxUint64>>(64-bits), 10)),
		}
	}
	return tree.Integer{
		Format: "int" + strconv.Itoa(bits),
		Min:    tree.Number(strconv.FormatInt(math.MinInt64>>(64-bits), 10)),
		Max:    tree.Number(strconv.FormatInt(math.MaxInt64>>(64-bits), 10)),
	}
}

// literal returns the exact text of v.
//
//go:noinline
func literal[V Numeric](v V) tree.Number {
	one, two := V(1), V(2)
	if one/two != 0 { // a floating-point type
		return tree.Number(strconv.FormatFloat(float64(v), 'g', -1, 64))
	}
	if zero := V(0); zero-1 < 0 {
		return tree.Number(strconv.FormatInt(int64(v), 10))
	}
	return tree.Number(strconv.FormatUint(uint64(v), 10))
}

// Min sets the minimum.
func (p *NumberProp[V]) Min(v V) *NumberProp[V] {
	return (*NumberProp[V])(bounded((*core)(p), "Min", literal(v)))
}

// Max sets the maximum.
func (p *NumberProp[V]) Max(v V) *NumberProp[V] {
	return (*NumberProp[V])(bounded((*core)(p), "Max", literal(v)))
}

// ExclusiveMin sets the exclusive minimum: values must be greater.
func (p *NumberProp[V]) ExclusiveMin(v V) *NumberProp[V] {
	return (*NumberProp[V])(bounded((*core)(p), "ExclusiveMin", literal(v)))
}

// ExclusiveMax sets the exclusive maximum: values must be less.
func (p *NumberProp[V]) ExclusiveMax(v V) *NumberProp[V] {
	return (*NumberProp[V])(bounded((*core)(p), "ExclusiveMax", literal(v)))
}

// MultipleOf requires multiples of v. The division is exact: 0.3 is a multiple of 0.1.
func (p *NumberProp[V]) MultipleOf(v V) *NumberProp[V] {
	return (*NumberProp[V])(multiple((*core)(p), literal(v)))
}

func multiple(c *core, of tree.Number) *core {
	if d, ok := decimal.Parse(string(of)); !ok || d.Cmp(zero) <= 0 {
		return c.Fault("MultipleOf(%s) must be greater than 0", of)
	}
	return c.Rule(tree.MultipleOf{Of: of})
}

var zero, _ = decimal.Parse("0")

// Quoted writes the integer as a string of digits, "9007199254740993", for clients with float64
// numbers, which would lose digits (RFC 7493 §2.2). JSON Schema has no keywords for bounds of a
// string; documents describe them in words.
func (p *NumberProp[V]) Quoted() *NumberProp[V] { return (*NumberProp[V])(quoted((*core)(p))) }

func quoted(c *core) *core {
	t, ok := c.Node().Type.(tree.Integer)
	if !ok {
		return c.Fault("Quoted is for integers; clients represent a float64 exactly")
	}
	t.Quoted = true
	return c.Edit(func(n *tree.Prop) { n.Type = t })
}

// bounded adds a bound, unless it contradicts an opposite one.
func bounded(c *core, call string, v tree.Number) *core {
	r := boundRule(call, v)
	this := boundOf(r)
	if _, ok := decimal.Parse(string(v)); !ok {
		return c.Fault("%s(%s) is not a finite number", call, v)
	}
	t, whole := c.Node().Type.(tree.Integer)
	for _, other := range c.Node().Rules {
		o := boundOf(other)
		if o.method == "" || o.lower == this.lower || o.method == this.method {
			continue
		}
		low, high := this, o
		if o.lower {
			low, high = o, this
		}
		switch order := low.at.Cmp(high.at); {
		case order > 0 && this.lower:
			return c.Fault("%s is above %s", this.call(), o.call())
		case order > 0:
			return c.Fault("%s is below %s", this.call(), o.call())
		case order == 0 && (low.exclusive || high.exclusive):
			return c.Fault("%s and %s leave no value between them", low.call(), high.call())
		case low.exclusive && high.exclusive && whole && adjacent(low.text, high.text):
			return c.Fault("%s and %s leave no integer between them", low.call(), high.call())
		}
	}
	if whole && this.exclusive {
		switch {
		case this.lower && this.text == t.Max:
			return c.Fault("%s leaves no %s above it", this.call(), t.Format)
		case !this.lower && this.text == t.Min:
			return c.Fault("%s leaves no %s below it", this.call(), t.Format)
		}
	}
	return c.Rule(r)
}

func boundRule(call string, v tree.Number) tree.Rule {
	switch call {
	case "Min":
		return tree.Min{Bound: v}
	case "Max":
		return tree.Max{Bound: v}
	case "ExclusiveMin":
		return tree.ExclusiveMin{Bound: v}
	default:
		return tree.ExclusiveMax{Bound: v}
	}
}

// adjacent reports whether low and high are consecutive integers.
func adjacent(low, high tree.Number) bool {
	if l, err := strconv.ParseInt(string(low), 10, 64); err == nil {
		h, err := strconv.ParseInt(string(high), 10, 64)
		return err == nil && l+1 == h
	}
	l, _ := strconv.ParseUint(string(low), 10, 64)
	h, _ := strconv.ParseUint(string(high), 10, 64)
	return l+1 == h
}

// edge is a bound as declared.
type edge struct {
	method           string // "" for a rule that is no bound
	text             tree.Number
	at               decimal.D
	lower, exclusive bool
}

//go:noinline
func (e *edge) call() string { return e.method + "(" + string(e.text) + ")" }

func boundOf(r tree.Rule) (e edge) {
	switch r := r.(type) {
	case tree.Min:
		e = edge{method: "Min", text: r.Bound, lower: true}
	case tree.Max:
		e = edge{method: "Max", text: r.Bound}
	case tree.ExclusiveMin:
		e = edge{method: "ExclusiveMin", text: r.Bound, lower: true, exclusive: true}
	case tree.ExclusiveMax:
		e = edge{method: "ExclusiveMax", text: r.Bound, exclusive: true}
	default:
		return e
	}
	e.at, _ = decimal.Parse(string(e.text))
	return e
}
