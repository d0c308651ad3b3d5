package year

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/authn"
)

// revokedInASecond caches keys for a second.
func revokedInASecond(p *parts) {
	p.lookup = func(_ *server, next lookup) lookup {
		var last string
		var who authn.Identity
		var until time.Time
		return func(ctx context.Context, key authn.Secret) (authn.Identity, error) {
			if key.Reveal() == last && time.Now().Before(until) {
				return who, nil
			}
			found, err := next(ctx, key)
			if err == nil {
				last, who, until = key.Reveal(), found, time.Now().Add(time.Second)
			}
			return found, err
		}
	}
}
