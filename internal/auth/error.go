package auth

import (
	"context"
	"errors"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// The errors of a check, for errors.Is.
var (
	ErrInvalid     = errors.New("the credentials are not valid")
	ErrUnavailable = errors.New("the credentials cannot be checked")

	errMalformed = errors.New("the credentials are malformed")
)

// checkError is an error of a check. It wraps one of the errors above.
type checkError struct {
	kind       error
	reason     tree.Detail // for the client; without a key in the words of the application
	retryAfter time.Duration
	cause      error
}

// Invalid returns the error for credentials that were checked and rejected.
func Invalid(reason tree.Detail) error { return &checkError{kind: ErrInvalid, reason: reason} }

// Malformed returns the error for credentials that RFC 6750 §3.1 calls an invalid
// request.
func Malformed(reason tree.Detail) error { return &checkError{kind: errMalformed, reason: reason} }

// TooLong returns the error for credentials of more bytes than are read.
func TooLong() error { return Invalid(tree.CredentialsLong) }

// Unavailable returns the error for credentials that cannot be checked at the moment.
func Unavailable(retryAfter time.Duration, cause error) error {
	return &checkError{kind: ErrUnavailable, retryAfter: max(retryAfter, 0), cause: cause}
}

// RetryAfter returns the duration given to [Unavailable], or 0 for other errors.
func RetryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*checkError](err); ok {
		return e.retryAfter
	}
	return 0
}

// Error implements error.
func (e *checkError) Error() string {
	s := "authn: " + e.kind.Error()
	if e.reason.Text != "" {
		s += ": " + e.reason.Text
	}
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap returns the kind and the cause.
func (e *checkError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.kind}
	}
	return []error{e.kind, e.cause}
}

// problemOf returns the problem that an error of a check is sent as.
func problemOf(err error) tree.BuiltinProblem {
	switch {
	case errors.Is(err, errMalformed):
		return tree.MalformedCredentials
	case errors.Is(err, ErrUnavailable), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return tree.AuthenticationUnavailable
	case errors.Is(err, ErrInvalid):
		return tree.InvalidCredentials
	}
	return tree.Internal
}

// reasonOf returns the client-visible reason of an error of a check.
func reasonOf(err error) tree.Detail {
	if e, ok := errors.AsType[*checkError](err); ok {
		return e.reason
	}
	return tree.Detail{}
}
