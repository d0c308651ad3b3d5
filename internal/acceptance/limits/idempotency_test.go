package limits_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
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

// The space of a client is that of its identity or address, whatever else it can choose: scopes, tenants,
// credentials, addresses within its network.
func TestOneClientCannotFillTheStoreWithScopes(t *testing.T) {
	token := authn.APIKeyHeader("token", "X-Api-Key", func(_ context.Context, key authn.Secret) (authn.Identity, error) {
		return authn.New(key.Reveal()), nil
	})
	nothing := func(_ *route.Call, s string) (string, error) { return s, nil }
	text := route.Text(prop.String("text").MaxLen(10_000))
	post := route.Post("/pay", text, text)
	tenant := func(r *http.Request) string { return r.Header.Get("X-Tenant") }
	type caller struct{ key, tenant, authorization, address string }
	same := func(c caller) func(int) caller { return func(int) caller { return c } }
	for _, tt := range []struct {
		name  string
		api   tenon.API
		eve   func(i int) caller // another each time
		other func(i int) caller
	}{
		{"tenants of an identity", tenon.New("T", "1").Authenticate(token).Add(post.Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).IdempotencyScope(tenant).Handle(nothing)),
			func(i int) caller { return caller{key: "eve", tenant: fmt.Sprint(i)} }, same(caller{key: "bob", tenant: "b"})},
		{"tenants and addresses of an identity", tenon.New("T", "1").Authenticate(token).Add(post.Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).IdempotencyScope(tenant).Handle(nothing)),
			func(i int) caller {
				return caller{key: "eve", tenant: fmt.Sprint(i), address: fmt.Sprintf("10.0.0.%d:1", i%250)}
			}, same(caller{key: "bob", tenant: "b"})},
		{"tenants of an address, public", tenon.New("T", "1").Authenticate(token).Add(post.Public().Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).IdempotencyScope(tenant).Handle(nothing)),
			func(i int) caller { return caller{tenant: fmt.Sprint(i)} }, same(caller{tenant: "b", address: "198.51.100.1:1"})},
		{"tenants of an address, without schemes", tenon.New("T", "1").Add(post.Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).IdempotencyScope(tenant).Handle(nothing)),
			func(i int) caller { return caller{tenant: fmt.Sprint(i)} }, same(caller{tenant: "b", address: "198.51.100.1:1"})},
		{"credentials of an address, without schemes", tenon.New("T", "1").Add(post.Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).Handle(nothing)),
			func(i int) caller { return caller{authorization: fmt.Sprint("x ", i)} }, same(caller{authorization: "x bob", address: "198.51.100.1:1"})},
		{"addresses of a network", tenon.New("T", "1").Add(post.Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).Handle(nothing)),
			func(i int) caller {
				return caller{authorization: fmt.Sprint("x ", i), address: fmt.Sprintf("[2001:db8::%x]:1", i)}
			}, same(caller{address: "[2001:db8:0:1::1]:1"})},
		{"addresses behind a proxy", tenon.New("T", "1").ClientAddress(tenant).Add(post.Idempotent(time.Hour, idempotency.Memory(idempotency.MaxEntries(100))).Handle(nothing)),
			func(i int) caller { return caller{authorization: fmt.Sprint("x ", i), tenant: "192.0.2.9"} }, same(caller{tenant: "192.0.2.10"})},
	} {
		app := kit.Build(t, tt.api.Logger(slog.New(slog.DiscardHandler)))
		send := func(key string, c caller) int {
			r := httptest.NewRequest("POST", "/pay", strings.NewReader(strings.Repeat("x", 1000)))
			r.Header = http.Header{"Content-Type": {"text/plain"}, "Idempotency-Key": {key}}
			for name, value := range map[string]string{"X-Api-Key": c.key, "X-Tenant": c.tenant, "Authorization": c.authorization} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			if c.address != "" {
				r.RemoteAddr = c.address
			}
			return kit.Do(app, r).Status
		}
		if got := countStatuses(300, func(i int) int { return send("k", tt.eve(i)) }); got[201] > 101 || got[503] == 0 {
			t.Errorf("%s: %v", tt.name, got)
		}
		for i := range 10 {
			if code := send(fmt.Sprint(i), tt.other(i)); code != 201 {
				t.Errorf("%s: another client gets %d for key %d", tt.name, code, i)
			}
		}
	}
}

// The address is no part of a key: a retry may come from another.
func TestARetryMayComeFromAnotherAddress(t *testing.T) {
	text := route.Text(prop.String("text"))
	runs := 0
	app := kit.Build(t, tenon.New("T", "1").Add(route.Post("/pay", text, text).Idempotent(time.Hour, idempotency.Memory()).
		Handle(func(_ *route.Call, s string) (string, error) { runs++; return s, nil })))
	for _, address := range []string{"192.0.2.1:1", "198.51.100.1:1", "[2001:db8::1]:1", "@"} {
		r := httptest.NewRequest("POST", "/pay", strings.NewReader("x"))
		r.Header = http.Header{"Content-Type": {"text/plain"}, "Idempotency-Key": {"k"}, "Authorization": {"x bob"}}
		r.RemoteAddr = address
		if w := kit.Do(app, r); w.Status != 201 || runs != 1 {
			t.Errorf("%s: %d, the handler has run %d times", address, w.Status, runs)
		}
	}
}
