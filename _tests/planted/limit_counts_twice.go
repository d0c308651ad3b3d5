package planted

import (
	"context"

	"github.com/sethvargo/go-limiter"
)

// limitCountsTwice takes two tokens of each request.
type limitCountsTwice struct{ limiter.Store }

func (s limitCountsTwice) Take(ctx context.Context, key string) (tokens, remaining, reset uint64, ok bool, err error) {
	if tokens, remaining, reset, ok, err = s.Store.Take(ctx, key); !ok || err != nil {
		return tokens, remaining, reset, ok, err
	}
	return s.Store.Take(ctx, key)
}
