package year

import "github.com/tenon-go/tenon/authn/jwks"

// doubleLeeway adds the leeway twice.
func doubleLeeway(p *parts) {
	p.tokens = func(*server) []jwks.Option { return []jwks.Option{jwks.Leeway(2 * leeway)} }
}
