package route

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// ProblemError is the error of a call that the server answered with a problem (RFC
// 9457). errors.Is finds the kind that a route declares with Fails:
//
//	if errors.Is(err, OutOfStock) { … }
//
// A handler that calls another server should not return the error as it is: the
// problem is not its own client's.
type ProblemError struct {
	// Fields are what the problem tells. Status is that of the answer, whatever
	// the problem says (RFC 9457 §3.1.2).
	render.Fields
	// Members are the extension members, in their order, as JSON text.
	Members []prop.Param
	// RequestID is the header X-Request-Id of the answer.
	RequestID string
	// RetryAfter is how long the server asks to wait; 0 where it does not.
	RetryAfter time.Duration

	of *requestBuilder
}

// Error implements error.
func (f *ProblemError) Error() string {
	s := f.of.String() + ": " + strconv.Itoa(f.Status)
	for _, text := range []string{f.Code, f.Title, f.Detail} {
		if text != "" {
			s += " " + bounded200(text)
		}
	}
	if len(f.Violations) > 0 {
		s += "\n" + bounded1000(f.Violations.Error())
	}
	return s
}

// Is reports whether target is the kind of the problem, by status and code.
func (f *ProblemError) Is(target error) bool {
	p, ok := target.(*render.Problem)
	return ok && p.Status() == f.Status && p.Code() == f.Code
}

// UnexpectedResponseError is the error of a call whose answer is not one that the route
// declares: the page of a proxy in place of a problem, content that breaks off or
// breaks its rules, a status that nobody spoke of.
type UnexpectedResponseError struct {
	Status    int
	MediaType string // as the server says
	RequestID string // the header X-Request-Id
	// Violations are the rules that a success broke.
	Violations prop.Violations
	// Excerpt is what the content begins with, at most 200 bytes. It may hold
	// anything, and is not part of the error's text.
	Excerpt string

	of    *requestBuilder
	cause error
}

// Error implements error.
func (b *UnexpectedResponseError) Error() string {
	s := b.of.String() + ": bad answer: " + strconv.Itoa(b.Status)
	if b.MediaType != "" {
		s += " " + bounded200(b.MediaType)
	}
	return s + ": " + bounded1000(b.cause.Error())
}

// Unwrap returns what went wrong, such as io.ErrUnexpectedEOF. It never is
// [prop.Violations], which are about what a client sends.
func (b *UnexpectedResponseError) Unwrap() error { return b.cause }

// ErrNotModified is the error of a call with If-None-Match or If-Modified-Since
// where the client has the entity already (RFC 9110 §15.4.5).
var ErrNotModified = errors.New("tenon: not modified")

// brokenRules are the violations of an answer. The type keeps them apart from those
// of a request.
type brokenRules struct{ list prop.Violations }

func broken(vs prop.Violations) error { return brokenRules{vs} }

// Error implements error.
func (b brokenRules) Error() string { return "it breaks its rules:\n" + b.list.Error() }

// bounded200 keeps the text of an error short, whatever a server sends.
func bounded200(s string) string { return cutAt(s, 200) }

func bounded1000(s string) string { return cutAt(s, 1000) }

func cutAt(s string, most int) string {
	if len(s) <= most {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
