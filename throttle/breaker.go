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
	// calls is how many requests call a store at a time; others wait. It is below the 100 connections that go-redisstore opens before it
	// fails, so that a crowd is not taken for an outage.
	calls = 64
	// probes is how many may hang on top of that, so that the recovery of a store that
	// never returned can be noticed.
	probes = 16
	// trips is how many failures in a row are an outage.
	trips = 3

	firstPause = time.Second
	lastPause  = 30 * time.Second
)

// breaker calls a store that may fail, hang or panic. It is closed while the store works.
// Some failures in a row open it: for a pause no request calls the store, then one does,
// as a probe. Its success closes the breaker, its failure doubles
// the pause.
type breaker struct {
	timeout       time.Duration
	logger        *slog.Logger
	calls, probes chan struct{} // a place in them is taken by each goroutine

	now   func() time.Time
	start time.Time // what the monotonic clock counts from
	// next is when the next probe is due, since start: 0 while the breaker is
	// closed, probing while it is being decided. Who set it to probing owns last.
	next   atomic.Int64
	last   time.Duration // the pause before that probe
	failed atomic.Int64  // calls in a row, while it is closed
}

const (
	closed  = 0
	probing = math.MaxInt64
)

// Errors of a breaker. Only the first is about the store.
var (
	errSlow = errors.New("the store did not answer in time")
	errBusy = errors.New("too many requests wait for the store")
	errOpen = errors.New("the store is away")
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

// clock counts from 1, since 0 is closed.
func (b *breaker) clock() int64 { return int64(b.now().Sub(b.start)) + 1 }

// pause is how long it is until the store is called again.
func (b *breaker) pause() time.Duration {
	next := b.next.Load()
	if next == closed || next == probing {
		return firstPause
	}
	return max(time.Duration(next-b.clock()), time.Millisecond)
}

// work is a call of a store, and what to do with a result that arrives too late.
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
			b.logger.Warn("the store of a rate limit is away", "error", err)
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
	b.logger.Info("the store of a rate limit is back")
	return c, nil
}

// open sets the next probe. A fifth of the pause is left to chance, so that
// servers do not probe in step. Only who set next to probing may call it.
func (b *breaker) open(pause time.Duration) {
	b.last = pause
	b.next.Store(b.clock() + int64(pause-rand.N(pause/5)))
}

type outcome struct {
	counted
	err error
}

// call calls the store and waits no longer than the timeout, also if the store
// heeds no context. The client's going away is kept from the store: else clients
// could fail its calls, and open the breaker, as they like.
func (b *breaker) call(ctx context.Context, room chan struct{}, w work) (counted, error) {
	select {
	case room <- struct{}{}:
	default: // waiting for others is no fault of the store, and has a time of its own
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
		case <-ctx.Done(): // also when the caller has its result
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

// run makes an error of a panic.
func run(ctx context.Context, w work) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome{err: fmt.Errorf("the store panicked: %v", p)}
		}
	}()
	o.counted, o.err = w.take(ctx)
	return o
}
