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
	// Attempt reports whether credentials of the address of a request may be checked,
	// of a limiter that is not early. Where it admits the request, Settle follows.
	Attempt(key ir.Key, r *http.Request) Verdict
	// Settle notes whether the credentials have failed.
	Settle(key ir.Key, r *http.Request, failed bool)
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
	// Left is how long that is from when the request was counted.
	Left time.Duration
	// RetryAfter is how long a client that is refused should wait; above 0 if,
	// and only if, the request is not admitted.
	RetryAfter time.Duration
	// Unavailable says that the store is away and the policy fails closed: the
	// rejection is a 503, not a 429.
	Unavailable bool
	// Alone says that the store is away and this process has counted by itself.
	Alone bool

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
