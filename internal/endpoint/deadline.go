package endpoint

import (
	"context"
	"errors"
	"time"

	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/shutdown"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// InheritTimeout sets the timeout of a group or an API, unless the operation has one or streams a
// body; 0: there is none. It is for use within Edit.
func (o *Operation) InheritTimeout(after time.Duration) {
	if o.Node.Timeout == 0 && !o.Node.Streams() {
		o.Node.Timeout = after
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
			return media.Problem(tree.TooManyStreams)
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
	if e.identifies {
		err = e.expiredProblem(c, err)
	}
	if e.op.Timeout > 0 {
		err = c.timedOut(err)
	}
	return err
}

// timedOut returns the problem of a handler that failed because its deadline passed, or else err.
func (c *Call) timedOut(err error) error {
	if errors.Is(err, context.DeadlineExceeded) && c.ex.TimedOut() && render.ProblemOf(err) == nil {
		return media.Problem(tree.Timeout).Cause(err)
	}
	return err
}
