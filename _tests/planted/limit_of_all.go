package planted

import (
	"context"

	"github.com/sethvargo/go-limiter"
)

// limitOfAll has one bucket for all callers.
type limitOfAll struct{ limiter.Store }

func (s limitOfAll) Take(ctx context.Context, _ string) (tokens, remaining, reset uint64, ok bool, err error) {
	return s.Store.Take(ctx, "all")
}
