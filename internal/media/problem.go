package media

import (
	"context"
	"errors"
	"net/http"
	"os"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// Problem returns an occurrence of a built-in problem.
func Problem(p tree.BuiltinProblem) *render.Problem {
	return (*render.Problem)(problem.Builtin(p))
}

// Detailed returns an occurrence of a built-in problem with a more specific detail. A detail
// with a key has translations.
func Detailed(p tree.BuiltinProblem, d tree.Detail, args ...tree.Param) *render.Problem {
	return (*render.Problem)(problem.BuiltinFor(p, d, args...))
}

// Malformed returns the problem of a malformed request.
func Malformed(d tree.Detail, args ...tree.Param) *render.Problem {
	return Detailed(tree.Malformed, d, args...)
}

// unread returns the problem of a body that could not be read to its end. net/http
// closes the connection afterwards.
func unread(err error) *render.Problem {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return Problem(tree.RequestTimeout).Cause(err) // RFC 9110 §15.5.9
	case isTooLarge(err): // middleware bounds it too
		return Problem(tree.ContentTooLarge).Cause(err)
	}
	return Malformed(tree.ContentUnread).Cause(err)
}

func isTooLarge(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}

// malformedJSON returns the problem of a document that is not JSON, with the position of
// the error and without its text.
func malformedJSON(err error) *render.Problem {
	return (*render.Problem)(problem.MalformedJSON(codec.SyntaxError[prop.SyntaxError](err)))
}

// problemIn returns the problem that an error wraps; nil if there is none.
func problemIn(err error) *render.Problem {
	p, _ := errors.AsType[*render.Problem](err)
	return p
}
