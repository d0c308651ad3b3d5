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
	// calls is how many requests ask a store at a time; others wait for their
	// turn. It is below the 100 connections that go-redisstore opens before it
	// fails, so that a crowd is not taken for an outage, which would let it in.
	calls = 64
	// probes is how many may hang on top of that, so that a store that never
	// answers still can be seen to be back.
	probes = 16

	firstPause = time.Second
	lastPause  = 30 * time.Second
)

// breaker asks a store that may fail, hang or panic. It is closed while the store
// answers. The first failure opens it: for a pause nobody asks, then one
// request does, as a probe. Its success closes the breaker, its failure doubles
// the pause.
type breaker struct {
	timeout       time.Duration
	logger        *slog.Logger
	calls, probes chan struct{} // a place in them is taken by each goroutine

	start time.Time // what the monotonic clock counts from
	// next is when the next probe is due, since start: 0 while the breaker is
	// closed, probing while it is being decided. Who set it to probing owns last.
	next atomic.Int64
	last time.Duration // the pause before that probe
}

const (
	closed  = 0
	probing = math.MaxInt64
)

var errSlow = errors.New("the store did not answer in time")

// errOpen says that the store was not asked.
var errOpen = errors.New("the store is away")

func newBreaker(d *declaration, place string, logger *slog.Logger) *breaker {
	if logger == nil {
		logger = slog.Default()
	}
	answer := "open"
	if d.closed {
		answer = "closed"
	}
	return &breaker{
		timeout: d.timeout,
		logger:  logger.With("policy", d.node.Name, "place", place, "fails", answer),
		calls:   make(chan struct{}, calls),
		probes:  make(chan struct{}, probes),
		start:   time.Now(),
	}
}

// now counts from 1, since 0 is closed.
func (b *breaker) now() int64 { return int64(time.Since(b.start)) + 1 }

// pause is how long it is until the store is asked again.
func (b *breaker) pause() time.Duration {
	next := b.next.Load()
	if next == closed || next == probing {
		return firstPause
	}
	return max(time.Duration(next-b.now()), time.Millisecond)
}

func (b *breaker) ask(ctx context.Context, take func(context.Context) (taken, error)) (taken, error) {
	next := b.next.Load()
	if next == closed {
		t, err := b.call(ctx, b.calls, take)
		if err != nil && b.next.CompareAndSwap(closed, probing) {
			b.open(firstPause)
			b.logger.Warn("the store of a rate limit is away", "error", err)
		}
		return t, err
	}
	if b.now() < next || !b.next.CompareAndSwap(next, probing) {
		return taken{}, errOpen
	}
	t, err := b.call(ctx, b.probes, take)
	if err != nil {
		b.open(min(2*b.last, lastPause))
		return t, err
	}
	b.next.Store(closed)
	b.logger.Info("the store of a rate limit is back")
	return t, nil
}

// open sets the next probe. A fifth of the pause is left to chance, so that
// servers do not probe in step. Only who set next to probing may call it.
func (b *breaker) open(pause time.Duration) {
	b.last = pause
	b.next.Store(b.now() + int64(pause-rand.N(pause/5)))
}

type outcome struct {
	taken
	err error
}

// call asks the store and waits no longer than the timeout, also if the store
// heeds no context. The client's going away is kept from the store: else clients
// could fail its calls, and open the breaker, as they like.
func (b *breaker) call(ctx context.Context, room chan struct{}, take func(context.Context) (taken, error)) (taken, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.timeout)
	defer cancel()
	select {
	case room <- struct{}{}:
	case <-ctx.Done():
		return taken{}, errSlow
	}
	answer := make(chan outcome, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				answer <- outcome{err: fmt.Errorf("the store panicked: %v", p)}
			}
			<-room
		}()
		t, err := take(ctx)
		answer <- outcome{t, err}
	}()
	select {
	case o := <-answer:
		return o.taken, o.err
	case <-ctx.Done():
		return taken{}, errSlow
	}
}
