package route

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/render"
)

// errExpired is the cause with which the context of an identity ends.
var errExpired = errors.New("the credentials of the request have expired")

// expiring is the context of an identity whose credentials end. Most requests are done
// long before, so that there is no timer until somebody waits for the end.
type expiring struct {
	context.Context // of the request
	who             authn.Identity

	mu    sync.Mutex
	timed context.Context // nil: nobody has waited
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

// end lets go of the timer: the request is done.
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
		return timed.Value(key) // by which contexts below find the one with the timer
	}
	return x.Context.Value(key)
}

// expired reports whether the credentials of the call have ended meanwhile.
func (c *Call) expired() bool { return c.expiring != nil && c.expiring.who.Expired() }

// outdated tells a client that its credentials ended while the handler ran, if that is
// why it failed.
func (e *Endpoint) outdated(c *Call, err error) error {
	if c.expired() && errors.Is(err, context.DeadlineExceeded) && context.Cause(c.r.Context()) == errExpired && render.ProblemOf(err) == nil {
		r := auth.RequirementOf(e.access.requires).Expired(auth.Identity(c.who))
		r.Cause = err
		return c.authProblem(r)
	}
	return err
}
