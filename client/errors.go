package client

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// ProblemError is the error of a call that the server rejected with a problem (RFC
// 9457). errors.Is compares it with the problem types that a route declares with Fails:
//
//	if errors.Is(err, OutOfStock) { … }
//
// A handler that calls another server should not return the error as it is: the problem is
// about the request of the handler, not of its client.
type ProblemError struct {
	// Fields are the members of the problem. Status is that of the response, even if the
	// problem has another (RFC 9457 §3.1.2).
	render.Fields
	// Members are the extension members in their order, as JSON text.
	Members []prop.Param
	// RequestID is the header X-Request-Id of the response.
	RequestID string
	// RetryAfter is the wait that the server requests, or 0.
	RetryAfter time.Duration

	of     *operation
	format *tree.ProblemFormat // of the response; nil: RFC 9457
}

// Error implements error.
func (f *ProblemError) Error() string {
	s := f.of.String() + ": " + strconv.Itoa(f.Status)
	for _, text := range []string{f.Code, f.Title, f.Detail} {
		if text != "" {
			s += " " + shown(text, 200)
		}
	}
	return s + listed(f.Violations)
}

// Is reports whether target is the problem, or a range with its status. The problem has its
// code, and the status in the format of the response. If the format has no code, the only declared problem of a status is meant.
func (f *ProblemError) Is(target error) bool {
	p, ok := target.(*render.Problem)
	if ok && (*problem.Problem)(p).Data().Range.Has(f.Status) {
		return true
	}
	if !ok || f.format.Status(p.Status()) != f.Status {
		return false
	}
	if f.format == nil || f.Code != "" {
		return p.Code() == f.Code
	}
	return f.onlyFailure() == p.Code()
}

// onlyFailure returns the code of the only problem that the operation may send with the
// status; "" if there are several.
func (f *ProblemError) onlyFailure() (code string) {
	op := f.of.op
	for _, d := range op.Fails {
		if op.FormatOf(d).Status(d.Status) != f.Status && f.format.Status(d.Status) != f.Status {
			continue
		}
		if code != "" && code != d.Code {
			return ""
		}
		code = d.Code
	}
	for _, b := range op.BuiltinProblems() {
		if f.format.Status(b.Status) == f.Status {
			return ""
		}
	}
	return code
}

// UnexpectedResponseError is the error of a response that the route does not declare: the page
// of a proxy in place of a problem, a body that is cut off or violates its declaration, an
// undeclared status.
type UnexpectedResponseError struct {
	Status    int
	MediaType string // as the server sent it
	RequestID string // the header X-Request-Id
	// Violations are those of a successful response.
	Violations prop.Violations
	// Excerpt is the beginning of the body, at most 200 bytes. It may contain anything, and is
	// not part of the error text.
	Excerpt string

	of    *operation
	cause error
}

// Error implements error.
func (b *UnexpectedResponseError) Error() string {
	s := b.of.String() + ": unexpected response: " + strconv.Itoa(b.Status)
	if b.MediaType != "" {
		s += " " + shown(b.MediaType, 200)
	}
	if _, ok := b.cause.(media.Violations); ok {
		return s + ": it violates its rules:" + listed(b.Violations)
	}
	return s + ": " + shown(b.cause.Error(), 1000)
}

// Unwrap returns the cause, such as io.ErrUnexpectedEOF. It never is [prop.Violations], which
// are about requests.
func (b *UnexpectedResponseError) Unwrap() error { return b.cause }

// ErrNotModified is the error of a call with [IfNoneMatch] or [IfModifiedSince] if the
// client has the current version of the entity (RFC 9110 §15.4.5).
var ErrNotModified = errors.New("tenon: not modified")

// callError is the error of a call without a response. Its cause may have text of the server, such as
// the names in a certificate.
type callError struct {
	of  *operation
	err error
}

// Error implements error.
func (e *callError) Error() string {
	return "tenon: " + e.of.String() + ": " + shown(e.err.Error(), 1000)
}

// Unwrap returns the cause.
func (e *callError) Unwrap() error { return e.err }

// listed returns the first violations, each after a line break.
func listed(list prop.Violations) (text string) {
	const limit = 1000
	for i := range list {
		if len(text) > limit {
			return text + "\n…"
		}
		text += "\n" + shown(list[i].String(), limit)
	}
	return text
}

// shown returns a part of an error text that a server may have chosen: short, on one line, and without
// characters that a terminal or an editor interprets.
func shown(s string, limit int) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return utf8.RuneError
		}
		return r
	}, cutAt(s, limit))
}

// cutAt shortens a text.
func cutAt(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
