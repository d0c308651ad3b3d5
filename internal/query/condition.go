package query

import (
	"bytes"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// List is a list to which queries belong: its operation and its filters.
type List struct {
	Operation string
	Inputs    []Input
	Key       *Keys // nil unless the list is by key
}

// Keys is the property with the keys of a list, and its parameters.
type Keys struct {
	ID            *tree.ID
	Order         codec.Order
	Name          string
	After, Before string
}

// NoSuchKey returns the violation of a parameter whose key no entity has. A handler returns it
// unchanged.
func NoSuchKey(parameter string) error {
	var r codec.Report
	r.Add(codec.Key)
	r.Parameter(0, tree.InQuery, parameter)
	return codec.Invalid{Err: codec.Gather[prop.Violations](&r)}
}

// Input is a filter of a list.
type Input struct {
	Filter *Filter
	ID     *tree.ID
	Name   string
}

// String names the filters of the list in a panic.
func (l *List) String() string {
	if l == nil {
		return "the filters of a query that no request made"
	}
	return "the filters of " + l.Operation
}

// Has reports whether the list has a filter.
func (l *List) Has(id *tree.ID) bool {
	if l != nil {
		for i := range l.Inputs {
			if l.Inputs[i].ID == id {
				return true
			}
		}
	}
	return false
}

// Condition is a filter that the client gave, with its values.
type Condition struct {
	Of     *Input // nil in the zero condition
	Whole  any    // what Get returns
	Values []any
}

// zero is the filter of the zero condition.
var zero = Input{Filter: new(Filter), ID: new(tree.ID)}

// Input returns the filter; that of the zero condition belongs to no list.
func (c Condition) Input() *Input {
	if c.Of == nil {
		return &zero
	}
	return c.Of
}

// About returns the property of the filter; nil if there is none.
func (c Condition) About() *tree.Prop { return c.Input().Filter.About }

// ID identifies the property of the filter; nil if there is none.
func (c Condition) ID() *tree.ID {
	if about := c.About(); about != nil {
		return about.ID
	}
	return nil
}

// PropName returns the name of the property of the filter; "" if there is none.
func (c Condition) PropName() string {
	if about := c.About(); about != nil {
		return about.Name
	}
	return ""
}

// Op is an operator of a filter.
type Op uint8

// The operators. Only [IsNull] matches null.
const (
	Equal Op = iota
	In
	AtLeast
	AtMost
	Greater
	Less
	Between
	Contains
	Prefix
	IsNull
)

// operators names the operators in OpenAPI documents.
var operators = [...]string{
	Equal: "equal", In: "in", AtLeast: "at_least", AtMost: "at_most", Greater: "greater", Less: "less",
	Between: "between", Contains: "contains", Prefix: "prefix", IsNull: "is_null",
}

// String returns the name of the operator in OpenAPI documents.
func (o Op) String() string { return operators[o] }

// Matches reports whether the value in a cell of the property, a *V or a **V, satisfies
// the condition.
func (c Condition) Matches(cell any) bool {
	f := c.Input().Filter
	if f.Order == nil || len(c.Values) == 0 {
		return false
	}
	null := f.Order.IsNull(cell)
	if f.Op == IsNull {
		want, _ := c.Values[0].(bool)
		return null == want
	}
	if null {
		return false
	}
	switch f.Op {
	case Contains, Prefix:
		return f.matchesPart(cell, c.Values[0])
	case In:
		for _, v := range c.Values {
			if f.Order.CompareShown(cell, v) == 0 {
				return true
			}
		}
		return false
	}
	switch order := f.Order.CompareShown(cell, c.Values[0]); f.Op {
	case Equal:
		return order == 0
	case AtLeast:
		return order >= 0
	case AtMost:
		return order <= 0
	case Greater:
		return order > 0
	case Less:
		return order < 0
	case Between:
		return order >= 0 && f.Order.CompareShown(cell, c.Values[1]) <= 0
	}
	return false
}

// matchesPart reports whether a text contains another, or begins with it.
func (f *Filter) matchesPart(cell, value any) bool {
	part, _ := value.(string)
	if text, ok := cell.(*string); ok { // the usual case needs no copy
		if f.Op == Prefix {
			return strings.HasPrefix(*text, part)
		}
		return strings.Contains(*text, part)
	}
	text, _ := f.Order.Append(nil, cell)
	if f.Op == Prefix {
		return bytes.HasPrefix(text, []byte(part))
	}
	return bytes.Contains(text, []byte(part))
}

// Filter is what a filter compares, apart from its parameter.
type Filter struct {
	Op    Op
	About *tree.Prop
	Order codec.Order // of the property
	CSV   bool        // the parameter is a list
	// Open takes what Get returns out of the cell of the parameter, and appends the
	// values of the condition.
	Open func(cell any, values []any) (whole any, _ []any)
	// Text writes a value so that no other value has the same text.
	Text func(b []byte, v any) []byte
}
