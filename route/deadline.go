package route

import (
	"context"
	"errors"
	"time"

	"github.com/tenon-go/tenon/internal/drain"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// Timeout bounds how long a handler may take, once the request has been read:
// its context ends then, and an error of the handler that wraps
// context.DeadlineExceeded is answered with 503 timeout. It is above 0. A handler
// that does not look at its context is not cut off.
//
// On a route that streams, it bounds the sequence too: server-sent events end,
// lines are broken off. On one that reads a [Stream] it bounds the reading as far as
// the handler looks at its context between reads: how long a read waits for a slow
// client is the server's to say.
func (o *Operation) setTimeout(after time.Duration) *Operation {
	if after <= 0 {
		return o.faulted(ir.Faultf("Timeout(%v) is not above 0", after))
	}
	return o.change(func(n *ir.Operation) { n.Timeout = after })
}

// Bounded returns the operation with the API's time-out, unless it has one of
// its own or streams what it reads or answers. It is for sibling packages.
func (o *Operation) Bounded(_ ir.Key, after time.Duration) *Operation {
	if o.Node.Timeout != 0 || o.Node.Streams() {
		return o
	}
	return o.edit(func(o *Operation) { o.Node.Timeout = after })
}

// limited reports whether the context of the handler ends before the request's.
func (e *Endpoint) limited() bool { return e.op.Timeout > 0 || e.isEndless() }

// isEndless reports whether the answer has no end of its own.
func (e *Endpoint) isEndless() bool {
	body := e.op.Success.Body
	return body != nil && body.Format == ir.Events
}

// limit gives the handler a context that ends when its time is up and, for
// server-sent events, when the server stops: a client comes back to another, and
// would keep this one from stopping.
func (e *Endpoint) limit(c *Call) (stop func()) {
	var ctx context.Context
	var cancel context.CancelFunc
	if e.op.Timeout > 0 {
		ctx, cancel = context.WithTimeout(c.r.Context(), e.op.Timeout)
	} else {
		ctx, cancel = context.WithCancel(c.r.Context())
	}
	leave := unlatched
	if stopping := drain.Of(ctx); stopping != nil && e.isEndless() {
		leave = context.AfterFunc(stopping, cancel)
	}
	before := c.r
	c.r = c.r.WithContext(ctx)
	return func() {
		leave()
		cancel()
		c.r = before
	}
}

func unlatched() bool { return false }

// timeoutProblem tells a client that the handler's time is up, if that is why it failed.
func (e *Endpoint) timeoutProblem(c *Call, err error) error {
	if err = e.outdated(c, err); e.op.Timeout > 0 && errors.Is(err, context.DeadlineExceeded) && outOfTime(c) && render.ProblemOf(err) == nil {
		return refuse(ir.Timeout, "").Cause(err)
	}
	return err
}

// outOfTime reports whether the time of the route is up.
func outOfTime(c *Call) bool { return errors.Is(c.r.Context().Err(), context.DeadlineExceeded) }
