package client

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"
)

// defaultTime is how long an attempt of a call without a deadline may take.
const defaultTime = time.Minute

// limited is the context of an attempt.
type limited struct {
	context.Context
	cancel context.CancelCauseFunc // nil: the attempt has no time limit of its own
	timer  *time.Timer
	lifted atomic.Bool
}

// limit returns the context of an attempt, with the default time limit if neither ctx nor the HTTP client
// has one.
func (s *settings) limit(ctx context.Context) *limited {
	if _, ok := ctx.Deadline(); ok || s.http.Timeout > 0 {
		return &limited{Context: ctx}
	}
	l := new(limited)
	l.Context, l.cancel = context.WithCancelCause(ctx)
	l.timer = time.AfterFunc(defaultTime, func() { l.cancel(context.DeadlineExceeded) })
	return l
}

// lift ends the time limit.
func (l *limited) lift() {
	if l.lifted.Store(true); l.timer != nil {
		l.timer.Stop()
	}
}

// end ends the context.
func (l *limited) end() {
	if l.lift(); l.cancel != nil {
		l.cancel(nil)
	}
}

// passed reports whether the time limit has passed, but is not the error.
func (l *limited) passed(err error) bool {
	return context.Cause(l) == context.DeadlineExceeded && !errors.Is(err, context.DeadlineExceeded)
}

// limitedStream is the body of a request, which may take any time as long as it moves.
type limitedStream struct {
	io.Reader
	*limited
}

// Read implements io.Reader.
func (s limitedStream) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if s.timer != nil && !s.lifted.Load() {
		s.timer.Reset(defaultTime)
	}
	return n, err
}

// limitedBody is the body of a response that is read after the call.
type limitedBody struct {
	io.ReadCloser
	*limited
}

// Close implements io.Closer.
func (b limitedBody) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}
