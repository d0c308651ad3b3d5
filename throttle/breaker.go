package throttle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

const (
	// calls is the maximum number of concurrent requests to a store; others wait. It is below
	// the 100 connections that go-redisstore opens before it fails, so that many requests do
	// not look like an outage.
	calls = 64
	// probes is how many probes may hang in addition, so that the recovery of a store that
	// never responded is noticed.
	probes = 16
	// trips is the number of consecutive failures that open the breaker.
	trips = 3

	firstPause = time.Second
	lastPause  = 30 * time.Second
)

// breaker calls a store that may fail, hang or panic. It is closed while the store works.
// Consecutive failures open it: for a pause no request calls the store, then one does, as a
// probe. If the probe succeeds, the breaker closes; if it fails, the pause doubles.
type breaker struct {
	timeout       time.Duration
	logger        *slog.Logger
	calls, probes chan struct{} // each goroutine occupies an element

	now   func() time.Time
	start time.Time // the zero of clock
	// next is the time of the next probe: 0 while the breaker is closed, probing while a probe
	// runs. The goroutine that set it to probing owns last.
	next   atomic.Int64
	last   time.Duration // the pause before that probe
	failed atomic.Int64  // consecutive failures while it is closed
}

const (
	closed  = 0
	probing = math.MaxInt64
)

// Errors of a breaker. Only the first counts as a failure of the store.
var (
	errSlow = errors.New("the store did not respond in time")
	errBusy = errors.New("too many requests wait for the store")
	errOpen = errors.New("the store is unavailable")
)

func newBreaker(d *declaration, place string, logger *slog.Logger) *breaker {
	if logger == nil {
		logger = slog.Default()
	}
	mode := "open"
	if d.closed {
		mode = "closed"
	}
	return &breaker{
		timeout: d.timeout,
		logger:  logger.With("policy", d.node.Name, "place", place, "fails", mode),
		calls:   make(chan struct{}, calls),
		probes:  make(chan struct{}, probes),
		now:     d.now,
		start:   d.now(),
	}
}

// clock returns the time since start, plus 1, because 0 means closed.
func (b *breaker) clock() int64 { return int64(b.now().Sub(b.start)) + 1 }

// pause returns the time until the store is called again.
func (b *breaker) pause() time.Duration {
	next := b.next.Load()
	if next == closed || next == probing {
		return firstPause
	}
	return max(time.Duration(next-b.clock()), time.Millisecond)
}

// work is a call of a store, and a function for a result that arrives too late.
type work struct {
	take func(context.Context) (counted, error)
	late func(counted)
}

func (b *breaker) ask(ctx context.Context, w work) (counted, error) {
	next := b.next.Load()
	if next == closed {
		c, err := b.call(ctx, b.calls, w)
		switch {
		case err == nil:
			b.failed.Store(0)
		case err != errBusy && b.failed.Add(1) >= trips && b.next.CompareAndSwap(closed, probing):
			b.open(firstPause)
			b.logger.Warn("the store of a rate limit is unavailable", "error", err)
		}
		return c, err
	}
	if b.clock() < next || !b.next.CompareAndSwap(next, probing) {
		return counted{}, errOpen
	}
	c, err := b.call(ctx, b.probes, w)
	if err != nil {
		b.open(min(2*b.last, lastPause))
		return c, err
	}
	b.failed.Store(0)
	b.next.Store(closed)
	b.logger.Info("the store of a rate limit is available again")
	return c, nil
}

// open sets the time of the next probe. A fifth of the pause is random, so that servers do not
// probe at the same time. Only the goroutine that set next to probing may call it.
func (b *breaker) open(pause time.Duration) {
	b.last = pause
	b.next.Store(b.clock() + int64(pause-rand.N(pause/5)))
}

type outcome struct {
	counted
	err error
}

// call calls the store and waits no longer than the timeout, even if the store ignores its
// context. It does not cancel the call if the client goes away: otherwise clients could make
// calls fail, and open the breaker.
func (b *breaker) call(ctx context.Context, room chan struct{}, w work) (counted, error) {
	select {
	case room <- struct{}{}:
	default: // waiting for others is not a failure of the store, and has its own timeout
		turn := time.NewTimer(b.timeout)
		defer turn.Stop()
		select {
		case room <- struct{}{}:
		case <-turn.C:
			return counted{}, errBusy
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.timeout)
	defer cancel()
	result := make(chan outcome)
	go func() {
		defer func() { <-room }()
		o := run(ctx, w)
		select {
		case result <- o:
		case <-ctx.Done(): // also after the caller has its result
			if o.err == nil {
				w.late(o.counted)
			}
		}
	}()
	select {
	case o := <-result:
		return o.counted, o.err
	case <-ctx.Done():
		return counted{}, errSlow
	}
}

// run returns a panic as an error.
func run(ctx context.Context, w work) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome{err: fmt.Errorf("the store panicked: %v", p)}
		}
	}()
	o.counted, o.err = w.take(ctx)
	return o
}
