package route

import (
	"context"
	"errors"
	"net/http"
	"os"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// refuse returns the problem of a refusal, with a detail of the application's if
// there is one, which no catalog has.
func refuse(r ir.BuiltinProblem, detail string) *render.Problem {
	return detailed(r, ir.Detail{Text: detail})
}

func malformed(d ir.Detail, args ...ir.Param) *render.Problem {
	return detailed(ir.Malformed, d, args...)
}

// detailed returns a built-in problem with a more specific detail, in any language
// if the detail has a key.
func detailed(r ir.BuiltinProblem, d ir.Detail, args ...ir.Param) *render.Problem {
	return (*render.Problem)(problem.BuiltinFor(r, d, args...))
}

// unread says why content could not be read to its end. After that net/http ends
// a connection that has no other requests on it.
func unread(err error) *render.Problem {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return refuse(ir.RequestTimeout, "").Cause(err) // RFC 9110 §15.5.9
	case isTooLarge(err): // a middleware bounds it too
		return refuse(ir.ContentTooLarge, "").Cause(err)
	}
	return malformed(ir.ContentUnread).Cause(err)
}

func isTooLarge(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}

// malformedJSON says what is wrong with a document and where, in numbers only.
func malformedJSON(err error) *render.Problem {
	return (*render.Problem)(problem.MalformedJSON(codec.SyntaxError[prop.SyntaxError](err)))
}

// acceptable checks that the client takes what the route produces.
func (e *Endpoint) acceptable(c *Call) error {
	if len(e.offers) == 0 {
		return nil
	}
	if _, ok := accept.Choose(c.r.Header["Accept"], e.offers); !ok {
		return refuse(ir.NotAcceptable, "")
	}
	return nil
}

// bounded checks the sizes of a request that the server reads before it.
func (e *Endpoint) bounded(r *http.Request) error {
	if len(r.URL.RawQuery) > e.limits.Query {
		return refuse(ir.URITooLong, "")
	}
	for name, lines := range r.Header {
		if len(name) > e.limits.Header {
			return refuse(ir.HeaderTooLarge, "")
		}
		for _, line := range lines {
			if len(line) > e.limits.Header {
				return refuse(ir.HeaderTooLarge, "")
			}
		}
	}
	return nil
}

// problemIn finds a refusal of the library's own in an error of a reader.
func problemIn(err error) *render.Problem {
	p, _ := errors.AsType[*render.Problem](err)
	return p
}
