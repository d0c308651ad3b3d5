package route

import (
	"context"
	"errors"
	"net/http"
	"os"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// refuse makes the problem of a refusal, with a detail of somebody else's if
// there is one, which no language knows.
func refuse(r ir.BuiltinProblem, detail string) *render.Problem {
	p := render.Builtin(ir.Key{}, r, Phrase(ir.Key{}, r.Status))
	if detail != "" {
		p = p.Detail(detail)
	}
	return p
}

// Phrase is the title of a problem without a kind of its own: the phrase of its
// status (RFC 9457 §4.2.1), in the words of RFC 9110. It is for sibling
// packages.
func Phrase(_ ir.Key, status int) string {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return "Content Too Large"
	case http.StatusRequestURITooLong:
		return "URI Too Long"
	case http.StatusUnprocessableEntity:
		return "Unprocessable Content"
	}
	return http.StatusText(status)
}

func malformed(d ir.Detail, args ...ir.Param) *render.Problem {
	return detailed(ir.Malformed, d, args...)
}

// detailed makes the problem of a refusal with more to say in any language.
func detailed(r ir.BuiltinProblem, d ir.Detail, args ...ir.Param) *render.Problem {
	return render.RefuseFor(ir.Key{}, r, Phrase(ir.Key{}, r.Status), d, args...)
}

// reasoned makes the problem of a refusal with a reason, which may be in somebody
// else's words.
func reasoned(r ir.BuiltinProblem, reason ir.Detail) *render.Problem {
	if reason.Key == "" {
		return refuse(r, reason.Text)
	}
	return detailed(r, reason)
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
	return render.MalformedBy(ir.Key{}, prop.MalformedBy(ir.Key{}, err))
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
