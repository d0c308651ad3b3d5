package prop

import (
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// Violation is a rule that a value violates. It never contains the value.
type Violation struct {
	// Code is the stable name of the rule, such as min_length.
	Code string
	// Detail says what the value must be, for people.
	Detail string
	// Pointer is the location in a body or a Go value: a JSON Pointer as a URI fragment (RFC
	// 6901 §6), such as #/items/0/name. It is empty for parameters that are neither lists nor
	// objects.
	Pointer string
	// In and Parameter are the location and the name of a parameter: path, query, header or
	// cookie. Both are empty for a body.
	In, Parameter string
	// Params are the arguments of the rule.
	Params []Param
}

// Param is a named argument of a rule.
type Param struct {
	Name string
	JSON string // the value as JSON text
}

// NumberParam returns a numeric argument for a custom rule.
func NumberParam[V Numeric](name string, v V) Param { return Param{name, string(literal(v))} }

// TextParam returns a text argument for a custom rule.
func TextParam(name, text string) Param { return Param(tree.TextParam(name, text)) }

// Violations are the violations of a value or a request, in the order in which they were found.
// As an error they have a line each.
type Violations []Violation

// Error implements error.
func (vs Violations) Error() string {
	lines := make([]string, len(vs))
	for i := range vs {
		lines[i] = vs[i].String()
	}
	return strings.Join(lines, "\n")
}

// String formats v as "#/price: must be at least 0 (min)".
//
//go:noinline
func (v Violation) String() string {
	place := v.Pointer
	if v.In != "" {
		place = v.In + " parameter " + v.Parameter + strings.TrimPrefix(v.Pointer, "#")
	}
	return place + ": " + v.Detail + " (" + v.Code + ")"
}

func irParams(args []Param) []tree.Param {
	out := make([]tree.Param, len(args))
	for i, a := range args {
		out[i] = tree.Param(a)
	}
	return out
}
