package problem

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Invalid returns the problem of a request with violations.
func Invalid(list prop.Violations) *Problem {
	return Builtin(tree.Invalid).Edit(func(d *Data) { d.SetViolations(list) })
}

// MalformedJSON returns the problem of a body that is malformed JSON. It says what is
// wrong and where, in numbers only.
func MalformedJSON(err *prop.SyntaxError) *Problem {
	return BuiltinFor(tree.Malformed, detailOf(jsonx.ReasonOf(err.Reason)), tree.Param{Name: "offset", JSON: strconv.Itoa(err.Offset)})
}

func detailOf(r jsonx.Reason) tree.Detail {
	switch r {
	case jsonx.Syntax:
		return tree.JSONSyntax
	case jsonx.Empty:
		return tree.JSONEmpty
	case jsonx.Truncated:
		return tree.JSONTruncated
	case jsonx.UTF8:
		return tree.JSONText
	case jsonx.Duplicate:
		return tree.JSONDuplicate
	case jsonx.Depth:
		return tree.JSONDepth
	case jsonx.Members:
		return tree.JSONMembers
	case jsonx.Items:
		return tree.JSONItems
	case jsonx.Values:
		return tree.JSONValues
	case jsonx.Trailing:
		return tree.JSONTrailing
	}
	return tree.JSONUnreadable
}
