package endpoint

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/render"
)

// errExpired is the cause of a context that ends with the credentials.
var errExpired = errors.New("the credentials of the request have expired")

// expiring is a context that ends when the credentials of the request expire. Most
// requests end long before, so that the timer starts with the first wait.
type expiring struct {
	context.Context // of the request
	who             authn.Identity

	mu    sync.Mutex
	timed context.Context // nil: there is no timer yet
	stop  context.CancelFunc
	ended bool
}

// wait returns the context with a timer.
func (x *expiring) wait() context.Context {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.timed == nil {
		x.timed, x.stop = context.WithDeadlineCause(x.Context, x.who.ExpiresAt(), errExpired)
		if x.ended {
			x.stop()
		}
	}
	return x.timed
}

// end releases the timer at the end of the request.
func (x *expiring) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ended = true; x.stop != nil {
		x.stop()
	}
}

// Deadline implements context.Context.
func (x *expiring) Deadline() (time.Time, bool) {
	at := x.who.ExpiresAt()
	if before, ok := x.Context.Deadline(); ok && before.Before(at) {
		return before, true
	}
	return at, true
}

// Done implements context.Context.
func (x *expiring) Done() <-chan struct{} { return x.wait().Done() }

// Err implements context.Context.
func (x *expiring) Err() error {
	x.mu.Lock()
	timed := x.timed
	x.mu.Unlock()
	switch {
	case timed != nil:
		return timed.Err()
	case x.who.Expired():
		return x.wait().Err()
	}
	return x.Context.Err()
}

// Value implements context.Context.
func (x *expiring) Value(key any) any {
	if key == (auth.ContextKey{}) {
		return x.who
	}
	x.mu.Lock()
	timed := x.timed
	x.mu.Unlock()
	if timed != nil {
		return timed.Value(key) // derived contexts find the one with the timer
	}
	return x.Context.Value(key)
}

// expired reports whether the credentials of the call have expired meanwhile.
func (c *Call) expired() bool { return c.expiring != nil && c.expiring.who.Expired() }

// expiredProblem returns the problem of credentials that expired while the handler ran, if
// that is why it failed.
func (e *Endpoint) expiredProblem(c *Call, err error) error {
	if c.expired() && errors.Is(err, context.DeadlineExceeded) && context.Cause(c.ex.R.Context()) == errExpired && render.ProblemOf(err) == nil {
		r := auth.RequirementOf(e.access.Requires).Expired(auth.Identity(c.Identity()))
		r.Cause = err
		return c.authProblem(r)
	}
	return err
}
