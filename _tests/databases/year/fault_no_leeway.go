package year

import "github.com/tenon-go/tenon/authn/jwks"

// noLeeway forgets the leeway.
func noLeeway(p *parts) {
	p.tokens = func(*server) []jwks.Option { return []jwks.Option{jwks.Leeway(0)} }
}
