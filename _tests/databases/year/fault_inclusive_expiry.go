package year

import (
	"time"

	"github.com/tenon-go/tenon/authn/jwks"
)

// inclusiveExpiry accepts a token at the time at which it expires.
func inclusiveExpiry(p *parts) {
	p.tokens = func(s *server) []jwks.Option {
		return []jwks.Option{jwks.Clock(func() time.Time { return s.clock().Add(-time.Nanosecond) })}
	}
}
