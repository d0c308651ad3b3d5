package paginate

import (
	"bytes"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Condition is a filter that the client gave, with its values.
type Condition struct {
	in     *readerInput // nil for the zero condition
	whole  any          // what Get returns
	values []any
}

// Op is what a condition asks of a property.
type Op uint8

// The operators. All but OpIsNull are met only by values, never by null.
const (
	OpEqual    Op = iota // is the value
	OpIn                 // is one of the values
	OpAtLeast            // >=
	OpAtMost             // <=
	OpGreater            // >
	OpLess               // <
	OpBetween            // from the first value to the second, both included
	OpContains           // has the text in it
	OpPrefix             // begins with the text
	OpIsNull             // is null, or is not
)

var unasked = readerInput{of: new(filter), id: new(ir.ID)} // of the zero condition

func (c Condition) get() *readerInput {
	if c.in == nil {
		return &unasked
	}
	return c.in
}

// Op is what the condition asks.
func (c Condition) Op() Op { return c.get().of.op }

// Name is the name of the parameter.
func (c Condition) Name() string { return c.get().name }

// Is reports whether the condition is about a property.
func (c Condition) Is(p prop.Prop) bool {
	about := c.get().of.about
	return p != nil && about != nil && p.Node(ir.Key{}).ID == about.ID
}

// Of reports whether a filter made the condition.
func (c Condition) Of(f Filterer) bool {
	return f != nil && f.id() == c.get().id
}

// Values are what the client gave, each a V of the property and not a pointer:
// one, or several for OpIn, and two for OpBetween. For OpContains and OpPrefix it
// is a string, for OpIsNull a bool. They must not be changed.
func (c Condition) Values() []any { return c.values }

// ID identifies the property. It is for sibling packages.
func (c Condition) ID(ir.Key) *ir.ID {
	if about := c.get().of.about; about != nil {
		return about.ID
	}
	return nil
}

// About is the name and the identity of the property. It is for sibling packages.
func (c Condition) About(ir.Key) (name string, id *ir.ID) {
	if about := c.get().of.about; about != nil {
		return about.Name, about.ID
	}
	return "", nil
}

// Order is how the values of the property compare. It is for sibling packages.
func (c Condition) Order(ir.Key) codec.Order { return c.get().of.order }

// Matches reports whether the value in a cell of the property, a *V or a **V,
// meets the condition. It is for sibling packages.
func (c Condition) Matches(_ ir.Key, cell any) bool {
	f := c.get().of
	if f.order == nil || len(c.values) == 0 {
		return false
	}
	null := f.order.IsNull(cell)
	if f.op == OpIsNull {
		want, _ := c.values[0].(bool)
		return null == want
	}
	if null {
		return false
	}
	switch f.op {
	case OpContains, OpPrefix:
		return c.matches(cell)
	case OpIn:
		for _, v := range c.values {
			if f.order.Compare(cell, v) == 0 {
				return true
			}
		}
		return false
	}
	switch order := f.order.Compare(cell, c.values[0]); f.op {
	case OpEqual:
		return order == 0
	case OpAtLeast:
		return order >= 0
	case OpAtMost:
		return order <= 0
	case OpGreater:
		return order > 0
	case OpLess:
		return order < 0
	case OpBetween:
		return order >= 0 && f.order.Compare(cell, c.values[1]) <= 0
	}
	return false
}

func (c Condition) matches(cell any) bool {
	part, _ := c.values[0].(string)
	if text, ok := cell.(*string); ok { // which most are
		if c.Op() == OpPrefix {
			return strings.HasPrefix(*text, part)
		}
		return strings.Contains(*text, part)
	}
	text, _ := c.in.of.order.Append(nil, cell)
	if c.Op() == OpPrefix {
		return bytes.HasPrefix(text, []byte(part))
	}
	return bytes.Contains(text, []byte(part))
}
