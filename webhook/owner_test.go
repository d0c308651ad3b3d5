package webhook_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/webhook"
)

func TestAnOwnerMayBeATenant(t *testing.T) {
	owner := webhook.Owner(func(_ context.Context, caller authn.Identity) (string, error) {
		if caller.Subject() == "bob" {
			return "", render.Forbidden
		}
		return "tenant", nil
	})
	app := api(t, sender(t, webhook.Memory()), owner)
	w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "https://example.com/"}`, kit.As("ann")...), 201)
	for _, path := range []string{"", "/" + w.ID} {
		if got := kit.Send(t, app, "GET", "/webhooks"+path, "", kit.As("bob")...); got.Status != 403 {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	open := kit.Build(t, tenon.New("Hooks", "1").Add(webhook.Resource("/webhooks", sender(t, webhook.Memory()), webhook.Events(pinged), owner)))
	if got := kit.Send(t, open, "POST", "/webhooks", `{"url": "https://example.com/"}`); got.Status != 201 {
		t.Errorf("without authentication: %d %s", got.Status, got.Body)
	}
}

// The library rejects callers without the scope, and Owner those without a tenant, with one problem.
func TestOwnersAndScopesRejectCallers(t *testing.T) {
	owner := webhook.Owner(func(_ context.Context, caller authn.Identity) (string, error) {
		if caller.Subject() == "ann" {
			return "", render.Forbidden
		}
		return "tenant", nil
	})
	resource := webhook.Resource("/webhooks", sender(t, webhook.Memory()), webhook.Events(pinged), owner).WriteScopes("write")
	app := kit.Build(t, tenon.New("Hooks", "1").Authenticate(kit.Bearer).Add(resource))
	for _, c := range []struct {
		method, as, code string
		status           int
	}{
		{"POST", "bob", "insufficient_scope", 403},
		{"GET", "bob", "", 200},
		{"GET", "ann", "forbidden", 403},
		{"POST", "ann", "forbidden", 403},
	} {
		body := ""
		if c.method == "POST" {
			body = `{"url": "https://example.com/"}`
		}
		if got := kit.Send(t, app, c.method, "/webhooks", body, kit.As(c.as)...); got.Status != c.status || !strings.Contains(got.Body, c.code) {
			t.Errorf("%s as %s: %d %s", c.method, c.as, got.Status, got.Body)
		}
	}
}

// A response has a secret: a key of one owner does not find that of another.
func TestAnIdempotencyKeyIsThatOfAnOwner(t *testing.T) {
	type tenant struct{}
	owner := webhook.Owner(func(ctx context.Context, _ authn.Identity) (string, error) {
		if name, _ := ctx.Value(tenant{}).(string); name != "" {
			return name, nil
		}
		return "", render.Forbidden
	})
	byHeader := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), tenant{}, r.Header.Get("X-Tenant"))))
		})
	}
	resource := webhook.Resource("/webhooks", sender(t, webhook.Memory()), webhook.Events(pinged), owner, webhook.Idempotent(time.Hour, idempotency.Memory()))
	for name, app := range map[string]*tenon.App{
		"no authentication": kit.Build(t, tenon.New("Hooks", "1").Use(byHeader).Add(resource)),
		"public":            kit.Build(t, tenon.New("Hooks", "1").Use(byHeader).Authenticate(kit.Bearer).Add(resource.Public())),
		"one caller":        kit.Build(t, tenon.New("Hooks", "1").Use(byHeader).Authenticate(kit.Bearer).Add(resource)),
	} {
		post := func(tenant string) kit.Response {
			headers := []string{"Idempotency-Key: " + name, "X-Tenant: " + tenant}
			if name == "one caller" {
				headers = append(headers, kit.As("ann")...)
			}
			return kit.Send(t, app, "POST", "/webhooks", `{"url": "https://example.com/"}`, headers...)
		}
		first, retry, other := read[shown](t, post("a"), 201), read[shown](t, post("a"), 201), read[shown](t, post("b"), 201)
		if retry.Secret != first.Secret || other.Secret == first.Secret || other.ID == first.ID {
			t.Errorf("%s: %+v, %+v, %+v", name, first, retry, other)
		}
		if got := post(""); got.Status != 403 {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
}
