package access_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// granted is a scheme whose tokens are the scopes that they grant: a+b.
var granted = authn.Bearer("granted", func(_ context.Context, token string) (authn.Identity, error) {
	return authn.New("ann").Scopes(strings.Split(token, "+")...), nil
})

// The rules of the API, of groups around each other, of resources and of routes add up.
func TestRulesOfEveryLevelApply(t *testing.T) {
	things := route.Resource("/things", kit.Things, kit.ThingID, thingStore{}).
		Authorize(authz.Scopes("resource")).ReadScopes("reads").WriteScopes("writes").
		Set(route.On(route.OpView).Scopes("view"))
	app := kit.Build(t, tenon.New("Test", "1").
		Authenticate(granted).
		Authorize(authz.Scopes("api")).Authorize(authz.AnyScope("also", "or")).
		Add(
			route.Get("/open", kit.SubjectText).Public().Handle(kit.ServeSubject),
			route.Get("/route", kit.SubjectText).Scopes("route").Handle(kit.ServeSubject),
			route.Group("/outer", route.Group("/inner", route.Get("/route", kit.SubjectText).Scopes("route").Handle(kit.ServeSubject), things).
				Scopes("inner")).Authorize(authz.Scopes("outer")),
		))
	for _, tt := range []struct{ method, path, needs string }{
		{"GET", "/route", "api also route"},
		{"GET", "/outer/inner/route", "api also outer inner route"},
		{"GET", "/outer/inner/things/1", "api also outer inner resource reads view"},
		{"DELETE", "/outer/inner/things/1", "api also outer inner resource writes"},
	} {
		all := strings.Fields(tt.needs)
		send := func(scopes []string) int {
			return kit.Send(t, app, tt.method, tt.path, "", kit.Headers("Authorization", "Bearer "+strings.Join(scopes, "+"))...).Status
		}
		if status := send(all); status < 200 || status >= 400 && status != 404 {
			t.Errorf("%s %s with %q: %d", tt.method, tt.path, all, status)
		}
		for i, scope := range all {
			var others []string
			others = append(append(others, all[:i]...), all[i+1:]...)
			if status := send(others); status != 403 {
				t.Errorf("%s %s without %q: %d", tt.method, tt.path, scope, status)
			}
		}
	}
	if w := kit.Send(t, app, "GET", "/open", ""); w.Status != 200 {
		t.Errorf("GET /open: %d", w.Status)
	}
}

// APIs that are derived from one do not see the schemes, rules and limits of each other.
func TestDerivedAPIsShareNoAccess(t *testing.T) {
	scheme := func(name string) authn.Scheme {
		return authn.APIKeyHeader(name, "X-"+name, func(context.Context, authn.Secret) (authn.Identity, error) { return authn.New(name), nil })
	}
	for n := range 5 { // a slice has room for more at some lengths
		base := tenon.New("Test", "1").Add(route.Get("/a", kit.SubjectText).Handle(kit.ServeSubject))
		for i := range n {
			base = base.Authenticate(scheme("Base" + string(rune('A'+i)))).Authorize(authz.AnyScope("base", "all"))
		}
		left := base.Authenticate(scheme("Left")).Authorize(authz.Scopes("left"))
		right := base.Authenticate(scheme("Right")).Authorize(authz.Scopes("right"))
		for name, api := range map[string]tenon.API{"Left": left, "Right": right} {
			app := kit.Build(t, api)
			w := kit.Send(t, app, "GET", "/a", "", kit.Headers("X-"+name, "key")...)
			if want := strings.ToLower(name); w.Status != 403 || !strings.Contains(w.Header.Get("Www-Authenticate")+w.Body, "insufficient_scope") {
				t.Errorf("%d schemes before: %s with its key: %d %s, want that %s is missing", n, name, w.Status, w.Body, want)
			}
			other := map[string]string{"Left": "Right", "Right": "Left"}[name]
			if w := kit.Send(t, app, "GET", "/a", "", kit.Headers("X-"+other, "key")...); w.Status != 401 {
				t.Errorf("%d schemes before: %s with the key of %s: %d", n, name, other, w.Status)
			}
		}
	}
}

// Malformed credentials are rejected before any others are verified, which may cost much.
func TestMalformedCredentialsEndTheCheck(t *testing.T) {
	verified := 0
	app := kit.Build(t, tenon.New("Test", "1").
		Authenticate(granted, authn.APIKeyHeader("down", "X-Key", func(context.Context, authn.Secret) (authn.Identity, error) {
			verified++
			return authn.Identity{}, authn.Unavailable(0, context.DeadlineExceeded)
		})).
		Add(route.Get("/a", kit.SubjectText).Handle(kit.ServeSubject)))
	if w := kit.Send(t, app, "GET", "/a", "", kit.Headers("Authorization", "Bearer", "X-Key", "k")...); w.Status != 400 || verified != 0 {
		t.Errorf("%d %s, verified %d keys", w.Status, w.Body, verified)
	}
}
