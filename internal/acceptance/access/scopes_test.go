package access_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// registryAPI requires scopes of the repository in the path. Tokens are scopes in Base64.
func registryAPI() tenon.API {
	token := authn.Bearer("token", func(_ context.Context, token string) (authn.Identity, error) {
		scopes, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil {
			return authn.Identity{}, authn.Invalid("It is wrong.")
		}
		return authn.New("ann").Scopes(strings.Split(string(scopes), ",")...), nil
	}).Realm("https://auth.example.com/token").Service("registry")
	open := authz.Policy("{open}", func(context.Context, authn.Identity) bool { return true })
	done := func(*route.Call) (none collection.Empty, err error) { return none, nil }
	name, digest := prop.String("name").Pattern("^[a-z/]+$"), prop.String("digest")
	return tenon.New("Registry", "1").Authenticate(token).Add(
		route.Get("/ping", collection.NoContent()).Handle(done),
		route.Group("/{name...}",
			route.Get("/blobs/{digest}", collection.NoContent()).Path(digest).Scopes("repository:{name}:pull").
				Authorize(open).Handle(done),
			route.Get("/tags/{tag}", collection.NoContent()).Path(prop.String("tag")).Scopes("repository:{name}:pull").Authorize(open).Handle(done),
			route.Delete("/blobs/{digest}", collection.NoContent()).Path(digest).
				Authorize(authz.AnyScope("repository:{name}:delete", "blob:{digest}:{name}")).Handle(done),
		).Path(name),
	)
}

func encoded(scopes string) string { return base64.RawURLEncoding.EncodeToString([]byte(scopes)) }

func TestScopesHaveParametersOfThePath(t *testing.T) {
	app := kit.Build(t, registryAPI())
	mux := http.NewServeMux()
	for r := range app.Routes() {
		mux.Handle(r.Method+" "+strings.NewReplacer("{name...}", "a/b", "{digest}", "{digest}").Replace(r.Path), r.Handler)
	}
	for _, tt := range []struct {
		method, path, token string
		status              int
		challenge           string
	}{
		{"GET", "/ping", "", 401, `Bearer realm="https://auth.example.com/token", service="registry"`},
		{"GET", "/a/b/blobs/7", "", 401, `Bearer realm="https://auth.example.com/token", service="registry", scope="repository:a/b:pull"`},
		{"GET", "/a%2Fb/blobs/7", "", 401, `Bearer realm="https://auth.example.com/token", service="registry", scope="repository:a/b:pull"`},
		{"GET", "/a/b/blobs/7", "wrong.", 401, `Bearer realm="https://auth.example.com/token", service="registry", error="invalid_token", error_description="It is wrong.", scope="repository:a/b:pull"`},
		{"GET", "/a/b/blobs/7", encoded("repository:a/b:pull"), 204, ""},
		{"GET", "/a/b/blobs/7", encoded("repository:{name}:pull"), 403, `Bearer realm="https://auth.example.com/token", service="registry", error="insufficient_scope", scope="repository:a/b:pull"`},
		{"GET", "/a/b/blobs/7", encoded("repository:a:pull,repository:b:pull"), 403, `Bearer realm="https://auth.example.com/token", service="registry", error="insufficient_scope", scope="repository:a/b:pull"`},
		{"GET", "/a/tags/b%2Fblobs%2F7", encoded("repository:a:pull"), 404, ""}, // or of a/tags/b, which needs another scope
		{"GET", "/a/tags/b", encoded("repository:a:pull"), 204, ""},
		{"GET", "/a/B/blobs/7", encoded("repository:a/B:pull"), 422, ""},
		{"GET", "/a/%22/blobs/7", "", 401, `Bearer realm="https://auth.example.com/token", service="registry", scope="repository:a/':pull"`},
		{"GET", "/a%20b/blobs/7", "", 401, `Bearer realm="https://auth.example.com/token", service="registry"`},
		{"DELETE", "/a/b/blobs/7", encoded("repository:a/b:delete"), 204, ""},
		{"DELETE", "/a/b/blobs/7", encoded("blob:7:a/b"), 204, ""},
		{"DELETE", "/a/b/blobs/%7Bname%7D", encoded("blob:a/b:a/b"), 403, `Bearer realm="https://auth.example.com/token", service="registry", error="insufficient_scope", scope="repository:a/b:delete"`},
	} {
		got := kit.Send(t, app, tt.method, tt.path, "", kit.As(tt.token)...)
		if challenge := got.Header.Get("WWW-Authenticate"); got.Status != tt.status || challenge != tt.challenge {
			t.Errorf("%s %s with %q: %d %q %s", tt.method, tt.path, tt.token, got.Status, challenge, got.Body)
		}
	}
	if got := kit.Send(t, mux, "GET", "/a/b/blobs/7", "", kit.As(encoded("repository:a/b:pull"))...); got.Status != 204 {
		t.Errorf("behind another mux: %d %s", got.Status, got.Body)
	}
}

func TestScopesOfNoParameterAreFaults(t *testing.T) {
	name := prop.String("name")
	r := route.Get("/{name}", collection.NoContent()).Path(name).
		Scopes("repository:{nmae}:pull").
		Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })
	_, err := tenon.New("Registry", "1").Authenticate(authn.Bearer("token", nil)).Add(r).Build()
	const want = `GET /{name}: requires the scope "repository:{nmae}:pull", but {nmae} is not in the path`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
