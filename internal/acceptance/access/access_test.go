package access_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// All credentials that a request carries for schemes of the API must be valid, also those
// that the route does not require.
func TestInvalidCredentialsAreRejectedBesideValidOnes(t *testing.T) {
	app := securedAPI(t)
	for _, tt := range []struct {
		path, authorization, key string
		status                   int
		challenge                string
	}{
		{"/any", "Bearer ann", "k-1", 200, ""},
		{"/any", "Bearer ann", "k-2", 401, `Bearer realm="api" | ApiKey realm="api"`},
		{"/any", "Bearer eve", "k-1", 401, `Bearer realm="api", error="invalid_token", error_description="The token is not known." | ApiKey realm="api"`},
		{"/any", "Bearer down", "k-1", 503, ""},
		{"/any", "Bearer", "k-1", 400, `Bearer realm="api", error="invalid_request", error_description="The Authorization header is malformed." | ApiKey realm="api"`},
		{"/public", "Bearer ann", "k-2", 401, `Bearer realm="api" | ApiKey realm="api"`},
		{"/public", "Bearer eve", "k-1", 401, `Bearer realm="api", error="invalid_token", error_description="The token is not known." | ApiKey realm="api"`},
		{"/public", "Bearer ann", "k-1", 200, ""},
		{"/both", "Bearer ann", "k-2", 401, `Bearer realm="api" | ApiKey realm="api"`},
		{"/both", "Bearer eve", "k-1", 401, `Bearer realm="api", error="invalid_token", error_description="The token is not known." | ApiKey realm="api"`},
		// The token is not required.
		{"/key", "Bearer ann", "k-1", 200, ""},
		{"/key", "Bearer eve", "k-1", 401, `ApiKey realm="api" | Bearer realm="api", error="invalid_token", error_description="The token is not known."`},
		{"/key", "Bearer eve", "", 401, `ApiKey realm="api" | Bearer realm="api", error="invalid_token", error_description="The token is not known."`},
		{"/key", "Bearer down", "k-1", 503, ""},
		{"/key", "Bearer ann", "k-2", 401, `ApiKey realm="api"`},
		{"/key", "Bearer ann", "", 401, `ApiKey realm="api"`},
		{"/key", "Digest x", "k-1", 200, ""}, // which is of no scheme of the API
	} {
		w := kit.Send(t, app, "GET", tt.path, "", kit.Headers("Authorization", tt.authorization, "X-Api-Key", tt.key)...)
		if challenge := strings.Join(w.Header["Www-Authenticate"], " | "); w.Status != tt.status || challenge != tt.challenge {
			t.Errorf("%s with %q and %q: %d %s\n%s", tt.path, tt.authorization, tt.key, w.Status, w.Body, challenge)
		}
	}
}

// Options of access mean the same in every order of calls, and on routes, groups and
// resources.
func TestAccessMeansTheSameInEveryOrder(t *testing.T) {
	say := func(what error) func(context.Context, authn.Identity, *kit.Thing) error {
		return func(context.Context, authn.Identity, *kit.Thing) error { return what }
	}
	resource := func() route.ResourceRoutes[kit.Thing, string] {
		return route.Resource("/t", kit.Things, kit.ThingID, thingStore{})
	}
	plain := func() *route.Route { return opened("/t/{id}").Path(kit.ThingID).Handle(kit.ServeEmpty) }
	open := func() *route.Route { return opened("/t/{id}").Path(kit.ThingID).Public().Handle(kit.ServeEmpty) }
	for _, tt := range []struct {
		name   string
		member route.Member
		want   string // of a view by an anonymous caller, bob (read), ann (read, write), and of a creation by them
	}{
		{"nothing", resource(), "401 200 200 401 201 201"},
		{"two guards", resource().AuthorizeEntity(say(nil)).AuthorizeEntity(say(render.Forbidden)), "401 403 403 401 403 403"},
		{"two guards, the other way round", resource().AuthorizeEntity(say(render.Forbidden)).AuthorizeEntity(say(nil)), "401 403 403 401 403 403"},
		{"guards that refuse alike", resource().AuthorizeEntity(say(render.NotFound)).AuthorizeEntity(say(render.Forbidden)), "401 404 404 401 403 403"},
		{"a guard that fails", resource().AuthorizeEntity(say(nil)).AuthorizeEntity(say(errors.New("a mistake"))), "401 500 500 401 500 500"},
		{"scopes of a resource", resource().Scopes("read", "write"), "401 403 200 401 403 201"},
		{"scopes of a group", route.Group("", resource()).Scopes("read", "write"), "401 403 200 401 403 201"},
		{"scopes by what is done", resource().ReadScopes("read").WriteScopes("read", "write"), "401 200 200 401 403 201"},
		{"scopes by what is done, the other way round", resource().WriteScopes("read", "write").ReadScopes("read"), "401 200 200 401 403 201"},
		{"scopes twice", resource().Scopes("read").Scopes("write"), "401 403 200 401 403 201"},
		{"scopes of what is read, and of all", resource().ReadScopes("write").Scopes("read"), "401 403 200 401 201 201"},
		{"an unguarded route", resource().Only(route.OpCreate).AuthorizeEntity(say(render.Forbidden)).Unguarded(plain()), "401 204 204 401 403 403"},
		{"a public group", route.Group("", plain()).Public(), "204 204 204 404 404 404"},
		{"a public group of what requires", route.Group("", opened("/t/{id}").Path(kit.ThingID).Requires(kit.Bearer).Handle(kit.ServeEmpty)).Public(), "401 204 204 404 404 404"},
		{"a group that requires what is public", route.Group("", open()).Requires(kit.Bearer), "204 204 204 404 404 404"},
		{"a group that requires a public group", route.Group("", route.Group("", plain()).Public()).Requires(kit.Bearer), "204 204 204 404 404 404"},
		{"a public group of a group that requires", route.Group("", route.Group("", plain()).Requires(kit.Bearer)).Public(), "401 204 204 404 404 404"},
		{"a group that requires another", route.Group("", opened("/t/{id}").Path(kit.ThingID).Requires(kit.Bearer).Handle(kit.ServeEmpty)).Requires(kit.APIKey), "401 204 204 404 404 404"},
	} {
		app := kit.Build(t, tenon.New("Test", "1").Authenticate(kit.Bearer, kit.APIKey).Add(tt.member))
		var got []string
		for _, request := range []string{"GET /t/1", "POST /t"} {
			for _, token := range []string{"", "bob", "ann"} {
				method, path, _ := strings.Cut(request, " ")
				content := ""
				if method == "POST" {
					content = `{"n":1}`
				}
				got = append(got, strconv.Itoa(kit.Send(t, app, method, path, content, kit.As(token)...).Status))
			}
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
