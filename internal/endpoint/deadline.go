package endpoint

import (
	"context"
	"errors"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/shutdown"
	"github.com/tenon-go/tenon/render"
)

// Timeout returns what sets the timeout of an API, unless an operation has one or streams a body. It
// is for use within Edit.
func Timeout(after time.Duration) func(*Operation) {
	return func(o *Operation) {
		if o.Node.Timeout == 0 && !o.Node.Streams() {
			o.BoundTime(after)
		}
	}
}

// BoundTime sets the timeout of the operation. It is for use within Edit.
func (o *Operation) BoundTime(after time.Duration) {
	o.Node.Timeout, o.ChangeOptions().Bound = after, boundTime
}

func boundTime(e *Endpoint) {
	if e.op.Timeout > 0 {
		e.bounds, e.late = e.limit, (*Call).timedOut
	}
}

// placed limits the number of concurrent streams to n, and rejects others.
func placed(next Handler, n int) Handler {
	places := make(chan struct{}, n)
	return func(c *Call) error {
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
		default:
			c.retryAfter(1)
			return media.Problem(ir.TooManyStreams)
		}
		return next(c)
	}
}

// limit gives the handler a context with a deadline. The context of server-sent events also
// ends when the server shuts down: they would delay the shutdown, and their clients reconnect
// to another server.
func (e *Endpoint) limit(next Handler) Handler {
	return func(c *Call) error {
		var ctx context.Context
		var cancel context.CancelFunc
		if e.op.Timeout > 0 {
			ctx, cancel = context.WithTimeout(c.ex.R.Context(), e.op.Timeout)
		} else {
			ctx, cancel = context.WithCancel(c.ex.R.Context())
		}
		defer cancel()
		if stopping := shutdown.Of(ctx); stopping != nil && e.op.Success.Body.Endless() {
			defer context.AfterFunc(stopping, cancel)()
		}
		c.cancel = cancel
		defer func() { c.cancel = nil }()
		before := c.ex.R
		defer func() { c.ex.R = before }()
		c.ex.R = before.WithContext(ctx)
		return next(c)
	}
}

// mapError returns the problem of a handler that failed because its credentials expired or
// its deadline passed, or else err.
func (e *Endpoint) mapError(c *Call, err error) error {
	if e.expires != nil {
		err = e.expires(c, err)
	}
	if e.late != nil {
		err = e.late(c, err)
	}
	return err
}

// timedOut returns the problem of a handler that failed because its deadline passed, or else err.
func (c *Call) timedOut(err error) error {
	if errors.Is(err, context.DeadlineExceeded) && c.ex.TimedOut() && render.ProblemOf(err) == nil {
		return media.Problem(ir.Timeout).Cause(err)
	}
	return err
}
