package year

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/authn"
)

// endlessStream checks the expiry of a key when a request begins, and not while it lasts: streams go
// on for an hour.
func endlessStream(p *parts) {
	p.lookup = func(_ *server, next lookup) lookup {
		return func(ctx context.Context, key authn.Secret) (authn.Identity, error) {
			who, err := next(ctx, key)
			if err == nil && time.Now().Before(who.ExpiresAt()) {
				who = who.Expires(who.ExpiresAt().Add(time.Hour))
			}
			return who, err
		}
	}
}
