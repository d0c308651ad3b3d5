package client

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/media"
)

// retryAfter returns the wait that a server requests, in seconds or until a time. The time is
// compared with the Date of the response, so that clocks need not agree (RFC 9110 §10.2.3).
func retryAfter(h http.Header) (after time.Duration, ok bool) {
	lines := h["Retry-After"]
	if len(lines) != 1 {
		return 0, false
	}
	text := media.Trim(lines[0])
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		seconds, err := strconv.ParseUint(text, 10, 63)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, false
		}
		return time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second, true
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(until.Sub(now), 0), true
}

// mayWait reports whether the client may wait that long, and the wait ends before the deadline.
func (s *settings) mayWait(ctx context.Context, after time.Duration) bool {
	deadline, bounded := ctx.Deadline()
	return after <= s.maxWait && (!bounded || time.Until(deadline) > after)
}

func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
