package access_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func securedAPI(t *testing.T) *tenon.App {
	t.Helper()
	return kit.Build(t, tenon.New("Test", "1").
		Authenticate(kit.Bearer, kit.APIKey).
		Add(
			route.Get("/any", kit.SubjectText).Handle(kit.ServeSubject),
			route.Get("/public", kit.SubjectText).Public().Handle(kit.ServeSubject),
			route.Get("/write", kit.SubjectText).Scopes("write").Handle(kit.ServeSubject),
			route.Get("/owner", kit.SubjectText).Authorize(authz.Roles("owner")).Handle(kit.ServeSubject),
			route.Get("/both", kit.SubjectText).Requires(authn.AllOf(kit.Bearer, kit.APIKey)).Handle(kit.ServeSubject),
			route.Get("/key", kit.SubjectText).Requires(kit.APIKey).Handle(kit.ServeSubject),
			route.Post("/write", collection.New("In", prop.String("title")).Create(), collection.NoContent()).Scopes("write").
				Handle(func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil }),
		))
}

func TestRoutesRequireAnIdentityUnlessPublic(t *testing.T) {
	app := securedAPI(t)
	for _, tt := range []struct {
		path, authorization, key string
		status                   int
		want                     string // of the content
		challenge                string
	}{
		{"/any", "", "", 401, `"code":"unauthenticated"`, `Bearer realm="api" | ApiKey realm="api"`},
		{"/any", "Bearer ann", "", 200, "ann ann", ""},
		{"/any", "bearer ann", "", 200, "ann ann", ""},
		{"/any", "", "k-1", 200, "robot robot", ""},
		{"/any", "Bearer eve", "", 401, `"code":"invalid_credentials"`, `Bearer realm="api", error="invalid_token", error_description="The token is not known." | ApiKey realm="api"`},
		{"/any", "Bearer down", "", 503, `"code":"authentication_unavailable"`, ""},
		{"/any", "Bearer bug", "", 500, `"code":"internal_error"`, ""},
		{"/any", "Bearer", "", 400, `"code":"malformed_credentials"`, `Bearer realm="api", error="invalid_request"`},
		{"/public", "", "", 200, "anonymous anonymous", ""},
		{"/public", "Bearer ann", "", 200, "ann ann", ""},
		{"/public", "Bearer eve", "", 401, `"code":"invalid_credentials"`, `error="invalid_token"`},
		{"/write", "Bearer ann", "", 200, "ann ann", ""},
		{"/write", "Bearer bob", "", 403, `"code":"insufficient_scope"`, `Bearer realm="api", error="insufficient_scope", scope="write"`},
		{"/write", "", "", 401, `"code":"unauthenticated"`, `Bearer realm="api"`},
		{"/owner", "Bearer ann", "", 403, `"code":"forbidden"`, ""},
		{"/both", "Bearer ann", "", 401, `"code":"unauthenticated"`, `ApiKey realm="api"`},
		{"/both", "Bearer ann", "k-1", 200, "bearer=ann&key=robot bearer=ann&key=robot", ""},
		{"/key", "Bearer ann", "", 401, `"code":"unauthenticated"`, `ApiKey realm="api"`},
		{"/nowhere", "", "", 404, `"code":"not_found"`, ""},
	} {
		w := kit.Send(t, app, "GET", tt.path, "", kit.Headers("Authorization", tt.authorization, "X-Api-Key", tt.key)...)
		challenge := strings.Join(w.Header["Www-Authenticate"], " | ")
		if w.Status != tt.status || !strings.Contains(w.Body, tt.want) || !strings.Contains(challenge, tt.challenge) || (tt.challenge == "") != (challenge == "") {
			t.Errorf("%+v\ngot %d %s\n%s", tt, w.Status, w.Body, challenge)
		}
		if stored := w.Header.Get("Cache-Control"); (w.Status == 401 || w.Status == 403) && stored != "no-store" {
			t.Errorf("%s: Cache-Control %q", tt.path, stored)
		}
	}
}

func TestAccessIsCheckedBeforeTheBody(t *testing.T) {
	w := kit.Send(t, securedAPI(t), "POST", "/write", `{"title": 5}`)
	if w.Status != 401 || strings.Contains(w.Body, "errors") {
		t.Errorf("%d %s", w.Status, w.Body)
	}
}

func TestContradictorySecurityIsAFault(t *testing.T) {
	get := func(change func(*route.ReadRoute[string]) *route.ReadRoute[string]) route.Member {
		return change(route.Get("/a", kit.SubjectText)).Handle(kit.ServeSubject)
	}
	other := authn.APIKeyHeader("other", "X-Other", authn.Keys(nil))
	api := tenon.New("Test", "1")
	for _, tt := range []struct {
		name string
		api  tenon.API
		want string
	}{
		{"a scope without a scheme", api.Add(get(func(r *route.ReadRoute[string]) *route.ReadRoute[string] { return r.Scopes("a") })),
			`requires the scope "a", but the API has no Authenticate`},
		{"a scheme nobody provides", api.Authenticate(kit.Bearer).Add(get(func(r *route.ReadRoute[string]) *route.ReadRoute[string] { return r.Requires(other) })),
			`requires the scheme "other", which the API does not declare; add it to Authenticate`},
		{"public with a scope", api.Authenticate(kit.Bearer).Add(get(func(r *route.ReadRoute[string]) *route.ReadRoute[string] { return r.Public().Scopes("a") })),
			`is Public, but requires the scope "a"`},
		{"two schemes of one name", api.Authenticate(kit.Bearer, authn.APIKeyHeader("bearer", "X-Bearer", authn.Keys(nil))).Add(get(func(r *route.ReadRoute[string]) *route.ReadRoute[string] { return r })),
			`two schemes are named "bearer"; the first is at ../kit/identity.go:`},
		{"nothing required", api.Add(get(func(r *route.ReadRoute[string]) *route.ReadRoute[string] { return r.Requires(nil) })), "Requires(nil): use Public for no requirement"},
		{"a bad rule", api.Authenticate(kit.Bearer).Add(get(func(r *route.ReadRoute[string]) *route.ReadRoute[string] { return r.Scopes("a b") })), `Scopes("a b"): a scope is printable ASCII`},
	} {
		kit.CheckFault(t, tt.name, tt.api, "…"+tt.want+"…")
	}
}

func TestDocumentsHaveTheSecurity(t *testing.T) {
	text, err := oas.YAML(securedAPI(t), oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"      security:\n        - bearer: []\n        - key: []\n",               // any
		"      security:\n        - {}\n        - bearer: []\n        - key: []\n", // public
		"      security:\n        - bearer: []\n          key: []\n",               // both
		"Needs the scope `write`.",
		"  securitySchemes:\n    bearer:\n      type: http\n      scheme: bearer\n    key:\n      type: apiKey\n      name: X-Api-Key\n      in: header\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the document has not\n%s", want)
		}
	}
	if strings.Contains(string(text), "\nsecurity:") {
		t.Error("the document has a security of its own")
	}
	if t.Failed() {
		t.Log(string(text))
	}
}

func TestDocumentsNameTheSchemeBeforeAKey(t *testing.T) {
	key := authn.APIKeyAuthorization("key", "Token", authn.Keys(nil)).Describe("A key.")
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(key).Add(route.Get("/a", kit.SubjectText).Handle(kit.ServeSubject)))
	for _, v := range oas.Versions() {
		text, err := oas.YAML(app, v)
		if err != nil {
			t.Fatal(err)
		}
		want := "    key:\n      type: apiKey\n      description: |-\n        A key.\n\n        The header is `Token`, a space, and the key.\n" +
			"      name: Authorization\n      in: header\n      x-auth-scheme: Token\n"
		if !strings.Contains(string(text), want) {
			t.Errorf("%s:\n%s", v, text)
		}
	}
}
