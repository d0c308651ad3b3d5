package problem

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// Invalid returns the problem of a request with violations.
func Invalid(list prop.Violations) *Problem {
	return Builtin(ir.Invalid).Edit(func(d *Data) { d.SetViolations(list) })
}

// MalformedJSON returns the problem of a body that is malformed JSON. It says what is
// wrong and where, in numbers only.
func MalformedJSON(err *prop.SyntaxError) *Problem {
	return BuiltinFor(ir.Malformed, detailOf(jsonx.ReasonOf(err.Reason)), ir.Param{Name: "offset", JSON: strconv.Itoa(err.Offset)})
}

func detailOf(r jsonx.Reason) ir.Detail {
	switch r {
	case jsonx.Syntax:
		return ir.JSONSyntax
	case jsonx.Empty:
		return ir.JSONEmpty
	case jsonx.Truncated:
		return ir.JSONTruncated
	case jsonx.UTF8:
		return ir.JSONText
	case jsonx.Duplicate:
		return ir.JSONDuplicate
	case jsonx.Depth:
		return ir.JSONDepth
	case jsonx.Members:
		return ir.JSONMembers
	case jsonx.Items:
		return ir.JSONItems
	case jsonx.Values:
		return ir.JSONValues
	case jsonx.Trailing:
		return ir.JSONTrailing
	}
	return ir.JSONUnreadable
}
