package render

import (
	"errors"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// Invalid returns the error by which a handler rejects the request for what it has
// found wrong with it, beyond what the route declares:
//
//	return Book{}, render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/title"}})
//
// Where err wraps [prop.Violations], the client gets 422 with them, and where it
// wraps a [*prop.SyntaxError], 400. Invalid returns nil for nil and for violations of
// which there are none, such as those of a Check that succeeds. Any other error it
// returns as it is.
//
// Without Invalid both are internal errors: a row of a database, or the answer of
// another server, may break rules too, and its client is not to learn of them. The
// error of Apply, of a patch or a replacement that the call received, needs no
// Invalid.
func Invalid(err error) error {
	if err == nil {
		return nil
	}
	if p, ok := errors.AsType[*Problem](err); ok && p != nil {
		return err
	}
	if list, ok := errors.AsType[prop.Violations](err); ok {
		if len(list) == 0 {
			return nil
		}
		return invalid(list).Cause(err)
	}
	if m, ok := errors.AsType[*prop.SyntaxError](err); ok && m != nil {
		return MalformedBy(ir.Key{}, m).Cause(err)
	}
	return err
}

func invalid(list prop.Violations) *Problem {
	return Builtin(ir.Key{}, ir.Invalid, "Unprocessable Content").Violations(list)
}

// ProblemOf finds the problem in an error: one that a handler returned, or that of
// what the client of a call is responsible for, see [Invalid]. It returns nil for
// any other error.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if list, ok := prop.InvalidOf(ir.Key{}, err); ok {
		return invalid(list)
	}
	return nil
}

// MalformedBy says what is wrong with a document and where, in numbers only. It is
// for sibling packages.
func MalformedBy(key ir.Key, m *prop.SyntaxError) *Problem {
	return RefuseFor(key, ir.Malformed, "Bad Request", malformedDetail(m.Kind(key)), ir.Param{Name: "offset", JSON: strconv.Itoa(m.Offset)})
}

func malformedDetail(r jsonx.Reason) ir.Detail {
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
