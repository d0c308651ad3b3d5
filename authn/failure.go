package authn

import (
	"context"
	"errors"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// What went wrong with credentials, for errors.Is.
var (
	ErrInvalid     = errors.New("the credentials are not valid")
	ErrUnavailable = errors.New("the credentials cannot be checked")

	errDoubtful = errors.New("the credentials are malformed")
)

// failure is an error of a check, of one of the kinds above.
type failure struct {
	kind   error
	reason ir.Detail // for the client; one without a key is in somebody else's words
	after  time.Duration
	cause  error
}

// Invalid is the error for credentials that were checked and are no good:
// unknown, expired or revoked. The client gets a 401 and the reason, which is a
// sentence that must not repeat the credentials. It is told as it is in every
// language, and to clients of bearer tokens also in a header, of which RFC 6750 §3
// says ASCII; an empty one leaves it at what the library says of its own.
func Invalid(reason string) error {
	return &failure{kind: ErrInvalid, reason: ir.Detail{Text: reason}}
}

// InvalidAs is [Invalid] for a reason that is told in every language. It is for
// sibling packages.
func InvalidAs(_ ir.Key, reason ir.Detail) error {
	return &failure{kind: ErrInvalid, reason: reason}
}

// Unavailable is the error for credentials that cannot be checked at the moment.
// The client gets a 503 that asks it to come back after a while, 0 to leave
// that open; the cause is for the log.
func Unavailable(retryAfter time.Duration, cause error) error {
	return &failure{kind: ErrUnavailable, after: max(retryAfter, 0), cause: cause}
}

// doubtful is the error for credentials that RFC 6750 §3.1 calls an invalid
// request.
func doubtful(reason ir.Detail) error { return &failure{kind: errDoubtful, reason: reason} }

// RetryAfter returns what [Unavailable] was given; 0 for other errors.
func RetryAfter(err error) time.Duration {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.after
	}
	return 0
}

// Error implements error.
func (f *failure) Error() string {
	s := "authn: " + f.kind.Error()
	if f.reason.Text != "" {
		s += ": " + f.reason.Text
	}
	if f.cause != nil {
		s += ": " + f.cause.Error()
	}
	return s
}

// Unwrap returns the kind and the cause.
func (f *failure) Unwrap() []error {
	if f.cause == nil {
		return []error{f.kind}
	}
	return []error{f.kind, f.cause}
}

// refusal finds what a failed check is answered with.
func refusal(err error) ir.BuiltinProblem {
	switch {
	case errors.Is(err, errDoubtful):
		return ir.MalformedCredentials
	case errors.Is(err, ErrUnavailable), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ir.AuthenticationUnavailable
	case errors.Is(err, ErrInvalid):
		return ir.InvalidCredentials
	}
	return ir.Internal
}

// reason is what the client is told of a failed check.
func reason(err error) ir.Detail {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.reason
	}
	return ir.Detail{}
}
