package limits_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// Neither an identity nor anonymous callers, whatever they send as Authorization, can fill
// the store of a route for others.
func TestOneClientCannotFillTheStoreOfKeys(t *testing.T) {
	token := authn.APIKeyHeader("token", "X-Api-Key", func(_ context.Context, key authn.Secret) (authn.Identity, error) {
		return authn.New(key.Reveal()), nil
	})
	nothing := func(*route.Call, collection.Empty) (none collection.Empty, err error) { return none, nil }
	for _, sender := range []string{"an identity", "guests", "guests of many scopes"} {
		store := idempotency.Memory(idempotency.MaxEntries(500))
		app := kit.Build(t, tenon.New("Test", "1").Logger(slog.New(slog.DiscardHandler)).Authenticate(token).Add(
			route.Post("/pay", collection.NoContent(), collection.NoContent()).Idempotent(24*time.Hour, store).Handle(nothing),
			route.Post("/comment", collection.NoContent(), collection.NoContent()).Public().
				Idempotent(24*time.Hour, store).
				IdempotencyScope(func(*http.Request) string { return "" }).
				Handle(nothing)))
		send := func(path, key, caller string, more ...string) int {
			header := kit.Headers("Idempotency-Key", key, "X-Api-Key", caller)
			return kit.Send(t, app, "POST", path, "", append(header, kit.Values("Authorization", more...)...)...).Status
		}
		got := countStatuses(600, func(i int) int {
			switch sender {
			case "an identity":
				return send("/pay", fmt.Sprint(i), "eve")
			case "guests":
				return send("/comment", fmt.Sprint(i), "")
			}
			return send("/comment", fmt.Sprint(i), "", fmt.Sprint("Nobody ", i))
		})
		if got[http.StatusNoContent] != 500 || got[http.StatusServiceUnavailable] != 100 {
			t.Errorf("%s: %v", sender, got)
		}
		for i := range 62 { // an eighth
			if code := send("/pay", fmt.Sprint(i), "bob"); code != http.StatusNoContent {
				t.Fatalf("%s: another identity gets %d for key %d", sender, code, i)
			}
		}
		if code := send("/pay", "0", "bob"); code != http.StatusNoContent {
			t.Errorf("%s: repeated, %d", sender, code)
		}
	}
}
