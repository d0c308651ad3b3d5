package render

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
)

// Invalid returns the error with which a handler rejects a request as invalid, for rules
// beyond those that the route declares:
//
//	return Book{}, render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/title"}})
//
// If err wraps [prop.Violations], the client gets a 422 with them; if it wraps a
// [*prop.SyntaxError], a 400. Invalid returns nil for nil and for an empty list, such as
// that of a Check that succeeds. It returns any other error unchanged.
//
// Without Invalid both are internal errors: a row of a database, or the response of
// another server, may violate rules as well, and the client must not learn of them. The
// error of Apply, of a patch or a replacement that the call received, needs no Invalid.
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
		return (*Problem)(problem.Invalid(list)).Cause(err)
	}
	if m, ok := errors.AsType[*prop.SyntaxError](err); ok && m != nil {
		return (*Problem)(problem.MalformedJSON(m)).Cause(err)
	}
	return err
}

// ProblemOf returns the problem in an error: one that a handler returned, or that of
// invalid input of the call, see [Invalid]. It returns nil for any other error.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if marked, ok := errors.AsType[codec.Invalid](err); ok {
		list, _ := marked.Err.(prop.Violations)
		return (*Problem)(problem.Invalid(list))
	}
	return nil
}
