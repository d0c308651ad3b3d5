package authn

import (
	"time"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// The errors of a check, for errors.Is.
var (
	// ErrInvalid is wrapped by the errors of [Invalid].
	ErrInvalid = auth.ErrInvalid
	// ErrUnavailable is wrapped by the errors of [Unavailable].
	ErrUnavailable = auth.ErrUnavailable
)

// Invalid returns the error for credentials that were checked and rejected: unknown,
// expired or revoked. The client gets a 401 with the reason, a sentence that must not
// repeat the credentials. The reason is the same in every language. Clients of bearer
// tokens get it in a header as well, which RFC 6750 §3 restricts to ASCII. If it is
// empty, the response has the detail of the built-in problem.
func Invalid(reason string) error { return auth.Invalid(tree.Detail{Text: reason}) }

// Unavailable returns the error for credentials that cannot be checked at the moment.
// The client gets a 503 with Retry-After, unless retryAfter is 0; the cause is for the
// log.
func Unavailable(retryAfter time.Duration, cause error) error {
	return auth.Unavailable(retryAfter, cause)
}

// RetryAfter returns the duration given to [Unavailable], or 0 for other errors.
func RetryAfter(err error) time.Duration { return auth.RetryAfter(err) }
