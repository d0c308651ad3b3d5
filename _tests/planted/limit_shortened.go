package planted

import (
	"context"

	"github.com/sethvargo/go-limiter"
)

// limitShortened rejects requests while there are tokens.
type limitShortened struct{ limiter.Store }

func (s limitShortened) Take(ctx context.Context, key string) (tokens, remaining, reset uint64, ok bool, err error) {
	tokens, remaining, reset, ok, err = s.Store.Take(ctx, key)
	return tokens, remaining, reset, ok && remaining > 10, err
}
