package quota

import (
	"net/http"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// Limiter counts the requests of one place where a policy is declared.
type Limiter interface {
	// Early reports whether the limiter can be asked before authentication.
	Early(ir.Key) bool
	// Take counts a request. The identity is "" for guests.
	Take(key ir.Key, r *http.Request, identity string) Verdict
	// Close closes the stores. What is asked later gets the policy's answer to a
	// store that is away.
	Close() error
}

// Verdict says whether a request is admitted. It is written with [Headers].
type Verdict struct {
	Admitted bool
	Limit    int // requests in a window
	// Remaining is how many more requests the window admits, never below 0.
	Remaining int
	// Reset is when the next window begins; zero if the store is away.
	Reset time.Time
	// RetryAfter is how long a client that is refused should wait; above 0 if,
	// and only if, the request is not admitted.
	RetryAfter time.Duration
	// Unavailable says that the store is away, and that the policy decided
	// without it: a refusal is then a 503, not a 429.
	Unavailable bool

	// Stamp is what headers say of the policy; nil where they say nothing.
	Stamp *Stamp
}

// Policy is the name of the policy, as a problem tells which one was violated.
func (v Verdict) Policy() string {
	if v.Stamp == nil {
		return ""
	}
	return v.Stamp.name
}
