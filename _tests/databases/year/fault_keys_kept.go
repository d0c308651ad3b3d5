package year

import (
	"time"

	"github.com/tenon-go/tenon/authn/jwks"
)

// keysKept uses keys for an hour more than a day if the provider is down.
func keysKept(p *parts) {
	p.tokens = func(*server) []jwks.Option { return []jwks.Option{jwks.Keep(kept + time.Hour)} }
}
