package paginate

import (
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/prop"
)

// Condition is a filter in a query, with its values.
type Condition condition

type condition = seal.Box[query.Condition]

func (c Condition) open() query.Condition { return condition(c).Open() }

// Op is the operator of a filter.
type Op uint8

// The operators. Only OpIsNull matches null.
const (
	OpEqual    Op = iota // equals the value
	OpIn                 // equals one of the values
	OpAtLeast            // >=
	OpAtMost             // <=
	OpGreater            // >
	OpLess               // <
	OpBetween            // from the first value to the second, both included
	OpContains           // contains the text
	OpPrefix             // begins with the text
	OpIsNull             // is null, or is not
)

// Op returns the operator.
func (c Condition) Op() Op { return Op(c.open().Input().Filter.Op) }

// Name returns the name of the parameter.
func (c Condition) Name() string { return c.open().Input().Name }

// Is reports whether the filter is on a property.
func (c Condition) Is(p prop.Prop) bool {
	about := c.open().About()
	return p != nil && about != nil && property.NodeOf(p).ID == about.ID
}

// Of reports whether f is the filter.
func (c Condition) Of(f Filterer) bool {
	return f != nil && query.ParameterOf(f).Node.ID == c.open().Input().ID
}

// Values returns the values that the client sent, each a V of the property and not a pointer:
// one value, several for OpIn, two for OpBetween. OpContains and OpPrefix have a string,
// OpIsNull a bool. The slice must not be changed.
func (c Condition) Values() []any { return c.open().Values }
