package year

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/authn"
)

// expiryInSeconds rounds the expiry of a key up to whole seconds.
func expiryInSeconds(p *parts) {
	p.lookup = func(_ *server, next lookup) lookup {
		return func(ctx context.Context, key authn.Secret) (authn.Identity, error) {
			who, err := next(ctx, key)
			if err == nil {
				who = who.Expires(who.ExpiresAt().Add(time.Second - 1).Truncate(time.Second))
			}
			return who, err
		}
	}
}
