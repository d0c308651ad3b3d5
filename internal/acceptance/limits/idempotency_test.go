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

// Neither one identity nor guests, whatever they write into Authorization, fill the
// memory of a route for others.
func TestOneClientDoesNotFillTheMemoryOfKeys(t *testing.T) {
	token := authn.APIKeyHeader("token", "X-Api-Key", func(_ context.Context, key authn.Secret) (authn.Identity, error) {
		return authn.New(key.Reveal()), nil
	})
	nothing := func(*route.Call, collection.Empty) (none collection.Empty, err error) { return none, nil }
	for _, by := range []string{"an identity", "guests", "guests of many scopes"} {
		store := idempotency.Memory(idempotency.MaxEntries(500))
		app := kit.Build(t, tenon.New("Test", "1").Logger(slog.New(slog.DiscardHandler)).Authenticate(token).Add(
			route.Post("/pay", collection.NoContent(), collection.NoContent()).Idempotent(24*time.Hour, store).Handle(nothing),
			route.Post("/comment", collection.NoContent(), collection.NoContent()).Public().
				Idempotent(24*time.Hour, store).
				IdempotencyScope(func(*http.Request) string { return "" }). // whoever they are
				Handle(nothing)))
		ask := func(path, key, who string, more ...string) int {
			header := kit.Headers("Idempotency-Key", key, "X-Api-Key", who)
			return kit.Send(t, app, "POST", path, "", append(header, kit.Values("Authorization", more...)...)...).Status
		}
		got := codes(600, func(i int) int {
			switch by {
			case "an identity":
				return ask("/pay", fmt.Sprint(i), "eve")
			case "guests":
				return ask("/comment", fmt.Sprint(i), "")
			}
			return ask("/comment", fmt.Sprint(i), "", fmt.Sprint("Nobody ", i))
		})
		if got[http.StatusNoContent] != 500 || got[http.StatusServiceUnavailable] != 100 {
			t.Errorf("%s: %v", by, got)
		}
		for i := range 62 { // an eighth
			if code := ask("/pay", fmt.Sprint(i), "bob"); code != http.StatusNoContent {
				t.Fatalf("%s: another identity gets %d for key %d", by, code, i)
			}
		}
		if code := ask("/pay", "0", "bob"); code != http.StatusNoContent {
			t.Errorf("%s: repeated, %d", by, code)
		}
	}
}
