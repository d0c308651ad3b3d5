package headers_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
	"github.com/tenon-go/tenon/throttle"
)

// cachedSession is a scheme with credentials in a cookie.
var cachedSession = authn.APIKeyCookie("session", "sid", func(_ context.Context, s authn.Secret) (authn.Identity, error) {
	if s.Reveal() != "ann" {
		return authn.Identity{}, authn.Invalid("The session is not known.")
	}
	return authn.New("ann"), nil
})

// cachedRoutes has a route of each kind.
func cachedRoutes() []route.Member {
	slow := render.NewProblem(409, "slow", "Slow.")
	return []route.Member{
		route.Get("/text", kit.SubjectText).Handle(kit.ServeSubject),
		route.Get("/file", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) {
			f := route.FileOf([]byte("abc"))
			f.ETag = `"f"`
			return f, nil
		}),
		route.Get("/lines", route.Lines(kit.Seen.View())).Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) {
			return func(yield func(collection.Record, error) bool) { yield(kit.Saw(), nil) }, nil
		}),
		route.Get("/events", route.Events(kit.Seen.View())).Handle(func(*route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
			return func(yield func(route.Event[collection.Record], error) bool) {
				yield(route.Event[collection.Record]{Data: kit.Saw()}, nil)
			}, nil
		}),
		route.Get("/moved", route.Redirect(302)).Handle(func(*route.Call) (route.Location, error) { return "/text", nil }),
		route.Get("/problem", kit.SubjectText).Fails(slow).Handle(func(*route.Call) (string, error) { return "", slow }),
		route.Get("/error", kit.SubjectText).Handle(func(*route.Call) (string, error) { return "", errors.New("a mistake") }),
		route.Get("/panic", kit.SubjectText).Handle(func(*route.Call) (string, error) { panic("a mistake") }),
		route.Get("/late", kit.SubjectText).Timeout(time.Millisecond).Handle(func(c *route.Call) (string, error) {
			<-c.Context().Done()
			return "", c.Context().Err()
		}),
		route.Post("/once", kit.SubjectText, kit.SubjectText).Idempotent(time.Hour, idempotency.Memory()).
			Handle(func(c *route.Call, in string) (string, error) { return in, nil }),
		route.Delete("/gone", collection.NoContent()).Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
		route.Get("/within", kit.SubjectText).Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "by a middleware") })
		}).Handle(kit.ServeSubject),
		route.Get("/denied", kit.SubjectText).Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { render.NotFound.ServeHTTP(w, r) })
		}).Handle(kit.ServeSubject),
		route.Get("/broken", kit.SubjectText).Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic("a mistake") })
		}).Handle(kit.ServeSubject),
	}
}

// mounted serves an API by itself, behind a prefix, and by a gorilla router.
func mounted(t *testing.T, api tenon.API) map[string]*kit.Server {
	t.Helper()
	app := kit.Build(t, api.Logger(new(kit.Log).Logger()))
	router := mux.NewRouter().UseEncodedPath()
	gorilla.Register(router, app)
	servers := map[string]*kit.Server{
		"app": kit.Listen(t, app), "gorilla": kit.Listen(t, router), "prefix": kit.Listen(t, http.StripPrefix("/api", app)),
	}
	servers["prefix"].URL += "/api"
	return servers
}

// Responses to an identity are no-store: of every kind, for every scheme, however the API is
// mounted.
func TestNothingPrivateIsCacheable(t *testing.T) {
	stop := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.Header.Get("X-Stop") {
			case "write":
				fmt.Fprint(w, "by a middleware")
			case "panic":
				panic("a mistake")
			default:
				next.ServeHTTP(w, r)
			}
		})
	}
	ways := map[string]string{"bearer": "Authorization: Bearer ann", "key": "X-Api-Key: k-1", "session": "Cookie: sid=ann", "query": "X-Nobody: 2", "nobody": "X-Nobody: 1"}
	for name, api := range map[string]tenon.API{"plain": tenon.New("C", "1"), "with middlewares": tenon.New("C", "1").Use(stop)} {
		api = api.Authenticate(kit.Bearer, kit.APIKey, cachedSession, kit.QueryKey).Add(cachedRoutes()...)
		for mount, server := range mounted(t, api) {
			for way, field := range ways {
				for _, request := range []string{
					"GET /text", "HEAD /text", "GET /text?unknown=1", "GET /text Accept: image/png", "GET /text Authorization: Bearer wrong", "GET /text Authorization: Bearer",
					"GET /file", "GET /file If-None-Match: \"f\"", "GET /file Range: bytes=0-1", "GET /file Range: bytes=9-", "GET /lines", "GET /events", "GET /moved",
					"GET /problem", "GET /error", "GET /panic", "GET /late", "POST /once", "POST /once Idempotency-Key: k", "POST /once Idempotency-Key: k",
					"DELETE /gone", "GET /within", "GET /denied", "GET /broken", "GET /text X-Stop: write", "GET /text X-Stop: panic", "GET /text X-Long: " + strings.Repeat("x", 9000),
				} {
					method, rest, _ := strings.Cut(request, " ")
					target, extra, _ := strings.Cut(rest, " ")
					if way == "query" {
						target += map[bool]string{true: "&", false: "?"}[strings.Contains(target, "?")] + "api_key=" + kit.Password
					}
					header, content := []string{field}, ""
					if extra != "" {
						header = kit.Replace(header, extra)
					}
					if method == "POST" {
						header, content = append(header, "Content-Type: text/plain"), "x"
					}
					res := server.Send(t, method, target, content, header...)
					if got := res.Header["Cache-Control"]; !slices.Equal(got, []string{"no-store"}) {
						t.Errorf("%s, %s, as %s: %s: %d, Cache-Control is %q", name, mount, way, request[:min(len(request), 60)], res.Status, got)
					}
					if strings.HasPrefix(extra, "X-Stop") {
						continue // the route is unknown
					}
					for _, want := range []string{"Authorization", "X-Api-Key", "Cookie"} {
						if !slices.Contains(kit.Varied(res.Header), want) {
							t.Errorf("%s, %s, as %s: %s: %d, Vary is %q, without %s", name, mount, way, request[:min(len(request), 60)], res.Status, res.Header["Vary"], want)
						}
					}
				}
			}
		}
	}
}

// Each name is there once, beside those that handlers and middleware add.
func TestVaryNamesTheHeadersThatMatter(t *testing.T) {
	lang, theme := prop.String("X-Tenant").Optional(), prop.String("theme").Optional()
	limit := throttle.PerMinute(100).ByHeader("X-Plan")
	one := cors.Origins("https://shop.example")
	get := route.Get("/x", kit.SubjectText)
	post := route.Post("/x", kit.SubjectText, kit.SubjectText)
	said := func(c *route.Call) (string, error) {
		c.Header().Set("Vary", "accept, X-Own")
		return "x", nil
	}
	echo := func(_ *route.Call, in string) (string, error) { return in, nil }
	for name, tt := range map[string]struct {
		api  tenon.API
		r    *route.Route
		want []string
	}{
		"nothing":             {tenon.New("V", "1"), route.Delete("/x", collection.NoContent()).Handle(func(*route.Call) (n collection.Empty, err error) { return n, nil }), nil},
		"content":             {tenon.New("V", "1"), get.Handle(kit.ServeSubject), []string{"Accept"}},
		"schemes":             {tenon.New("V", "1").Authenticate(kit.Bearer, kit.APIKey, cachedSession, kit.QueryKey), get.Handle(kit.ServeSubject), []string{"Accept", "Authorization", "Cookie", "X-Api-Key"}},
		"one of the schemes":  {tenon.New("V", "1").Authenticate(kit.Bearer, kit.APIKey), get.Requires(kit.APIKey).Handle(kit.ServeSubject), []string{"Accept", "X-Api-Key"}},
		"public with schemes": {tenon.New("V", "1").Authenticate(kit.Bearer, kit.APIKey), get.Public().Handle(kit.ServeSubject), []string{"Accept", "Authorization", "X-Api-Key"}},
		"inputs":              {tenon.New("V", "1"), get.Header(lang).Cookie(theme).Handle(kit.ServeSubject), []string{"Accept", "Cookie", "X-Tenant"}},
		"a limit":             {tenon.New("V", "1").Throttle(limit), get.Handle(kit.ServeSubject), []string{"Accept", "X-Plan"}},
		"origins":             {tenon.New("V", "1").CORS(one), get.Handle(kit.ServeSubject), []string{"Accept", "Origin"}},
		"every origin":        {tenon.New("V", "1").CORS(cors.Origins("*")), get.Handle(kit.ServeSubject), []string{"Accept"}},
		"a handler's":         {tenon.New("V", "1").Authenticate(kit.Bearer).CORS(one), get.Handle(said), []string{"Accept", "Authorization", "X-Own"}},
		"idempotency":         {tenon.New("V", "1"), post.Idempotent(time.Hour, idempotency.Memory()).Handle(echo), []string{"Accept", "Authorization", "Idempotency-Key"}},
	} {
		app := kit.Build(t, tt.api.Add(tt.r))
		method, content := "GET", ""
		switch name {
		case "nothing":
			method = "DELETE"
		case "idempotency":
			method, content = "POST", "x"
		}
		w := kit.Send(t, app, method, "/x", content, "Authorization: Bearer ann", "X-Api-Key: k-1", "Content-Type: text/plain")
		if w.Status >= 300 || !slices.Equal(kit.Varied(w.Header), tt.want) {
			t.Errorf("%s: %d, Vary is %q, want %q", name, w.Status, w.Header["Vary"], tt.want)
		}
		app.Close()
	}
}

// Policies apply to anonymous callers, to identities, and to problems.
func TestCachePolicies(t *testing.T) {
	oops := render.NewProblem(404, "oops", "Oops.")
	get := func() *route.ReadRoute[string] { return route.Get("/x", kit.SubjectText).Fails(oops) }
	handle := func(c *route.Call) (string, error) {
		switch c.Request().Header.Get("X-Do") {
		case "own":
			c.Header().Set("Cache-Control", "max-age=5")
		case "problem":
			return "", oops
		case "own problem":
			c.Header().Set("Cache-Control", "max-age=5")
			return "", oops
		case "own error":
			c.Header().Set("Cache-Control", "max-age=5")
			return "", errors.New("a mistake")
		case "panic":
			panic("a mistake")
		}
		return "x", nil
	}
	minute := cache.Public(time.Minute)
	group := func(p cache.Policy, r *route.Route) route.Member { return route.Group("", r).Cache(p) }
	secured := func() tenon.API { return tenon.New("C", "1").Authenticate(kit.Bearer) }
	for _, tt := range []struct {
		name                       string
		api                        tenon.API
		do                         string
		anonymous, identified, bad string // Cache-Control
	}{
		{"nothing said", tenon.New("C", "1").Add(get().Handle(handle)), "", "", "", ""},
		{"public", tenon.New("C", "1").Add(get().Cache(minute).Handle(handle)), "", "public, max-age=60", "public, max-age=60", ""},
		{"shared", tenon.New("C", "1").Add(get().Cache(cache.Public(0).Shared(time.Hour).StaleWhileRevalidate(time.Minute)).Handle(handle)), "",
			"public, max-age=0, s-maxage=3600, stale-while-revalidate=60", "public, max-age=0, s-maxage=3600, stale-while-revalidate=60", ""},
		{"the handler's own", tenon.New("C", "1").Add(get().Cache(minute).Handle(handle)), "own", "max-age=5", "max-age=5", ""},
		{"a problem", tenon.New("C", "1").Add(get().Cache(minute).Handle(handle)), "problem", "no-store", "no-store", ""},
		{"the handler's own of a problem", tenon.New("C", "1").Add(get().Cache(minute).Handle(handle)), "own problem", "max-age=5", "max-age=5", ""},
		{"an error", tenon.New("C", "1").Add(get().Cache(minute).Handle(handle)), "own error", "no-store", "no-store", ""},
		{"a panic", tenon.New("C", "1").Add(get().Cache(minute).Handle(handle)), "panic", "no-store", "no-store", ""},
		{"private", secured().Add(get().Cache(cache.Private(time.Minute)).Handle(handle)), "", "no-store", "private, max-age=60", "no-store"},
		{"private, asking again", secured().Add(get().Handle(handle).Cache(cache.Private(0))), "", "no-store", "private, no-cache", "no-store"},
		{"the handler's own of a private route", secured().Add(get().Handle(handle)), "own", "no-store", "max-age=5", "no-store"},
		{"a private problem", secured().Add(get().Handle(handle)), "problem", "no-store", "no-store", "no-store"},
		{"public with schemes", secured().Add(get().Public().Handle(handle)), "", "", "no-store", "no-store"},
		{"kept and public with schemes", secured().Add(get().Cache(minute).Public().Handle(handle)), "", "public, max-age=60", "no-store", "no-store"},
		{"private for everybody", secured().Add(get().Public().Cache(cache.Private(0)).Handle(handle)), "", "private, no-cache", "private, no-cache", "no-store"},
		{"never", secured().Add(get().Public().Cache(cache.NoStore()).Handle(handle)), "", "no-store", "no-store", "no-store"},
		{"by the group", tenon.New("C", "1").Add(group(minute, get().Handle(handle))), "", "public, max-age=60", "public, max-age=60", ""},
		{"by the group, said twice", tenon.New("C", "1").Add(route.Group("", get().Handle(handle)).Cache(cache.NoStore()).Cache(minute)), "", "public, max-age=60", "public, max-age=60", ""},
		{"by the route in a group", tenon.New("C", "1").Add(group(cache.NoStore(), get().Cache(minute).Handle(handle))), "", "public, max-age=60", "public, max-age=60", ""},
		{"by the inner group", tenon.New("C", "1").Add(route.Group("", group(minute, get().Handle(handle))).Cache(cache.NoStore())), "", "public, max-age=60", "public, max-age=60", ""},
		{"of what no field tells apart", tenon.New("C", "1").Authenticate(authn.MutualTLS("certificate", func(context.Context, []*x509.Certificate) (authn.Identity, error) {
			return authn.New("ann"), nil
		})).Add(get().Public().Handle(handle)), "", "no-store", "no-store", ""},
		{"by the API", tenon.New("C", "1").Add(get().Handle(handle)).Cache(minute), "", "public, max-age=60", "public, max-age=60", ""},
		{"by the group in an API", tenon.New("C", "1").Cache(minute).Add(group(cache.NoStore(), get().Handle(handle))), "", "no-store", "no-store", ""},
	} {
		app := kit.Build(t, tt.api.Logger(new(kit.Log).Logger()))
		for _, as := range []struct{ token, want string }{{"", tt.anonymous}, {"Bearer ann", tt.identified}, {"Bearer wrong", tt.bad}} {
			if as.token == "Bearer wrong" && tt.bad == "" {
				continue
			}
			header := kit.Headers("X-Do", tt.do, "Authorization", as.token)
			if got := strings.Join(kit.Send(t, app, "GET", "/x", "", header...).Header["Cache-Control"], "; "); got != as.want {
				t.Errorf("%s, as %q: Cache-Control is %q, want %q", tt.name, as.token, got, as.want)
			}
		}
	}
}

func TestCachePoliciesHaveFaults(t *testing.T) {
	get := route.Get("/x", kit.SubjectText)
	events := func(*route.Call) (iter.Seq2[route.Event[collection.Record], error], error) { return nil, nil }
	minute := cache.Public(time.Minute)
	secured := tenon.New("C", "1").Authenticate(kit.Bearer)
	certified := tenon.New("C", "1").Authenticate(authn.MutualTLS("certificate", func(context.Context, []*x509.Certificate) (authn.Identity, error) {
		return authn.New("ann"), nil
	}))
	for want, api := range map[string]tenon.API{
		`GET /x: Cache(public, max-age=60) lets shared caches keep responses, but they cannot tell callers with the scheme "certificate" from anonymous ones; use cache.Private`: certified.Add(get.Public().Cache(minute).Handle(kit.ServeSubject)),
		`GET /x: Cache(public, max-age=60) lets shared caches keep responses, but the route needs an identity`:                                                                   secured.Add(get.Cache(minute).Handle(kit.ServeSubject)),
		`GET /g/x: Cache(public, max-age=60) lets shared caches`:                                                                                                                 secured.Add(route.Group("/g", get.Handle(kit.ServeSubject)).Cache(minute)),
		`GET /y/x: Cache(public, no-cache) lets shared caches`:                                                                                                                   secured.Cache(cache.Public(0)).Group("/y", get.Handle(kit.ServeSubject)),
		`POST /x: Cache is for GET`: tenon.New("C", "1").Add(route.Post("/x", kit.SubjectText, kit.SubjectText).Cache(minute).
			Handle(func(_ *route.Call, in string) (string, error) { return in, nil })),
		`GET /e: Cache(public, max-age=60): event streams have no end`: tenon.New("C", "1").Add(route.Get("/e", route.Events(kit.Seen.View())).Cache(minute).Handle(events)),
		`GET /x: Public(-1s): it is below 0`:                           tenon.New("C", "1").Add(get.Cache(cache.Public(-time.Second)).Handle(kit.ServeSubject)),
		`GET /x: Private(1.5s): it is not in whole seconds`:            tenon.New("C", "1").Add(get.Cache(cache.Private(1500 * time.Millisecond)).Handle(kit.ServeSubject)),
		`Shared is for cache.Public`:                                   tenon.New("C", "1").Cache(cache.Private(time.Second).Shared(time.Second)).Add(get.Handle(kit.ServeSubject)),
		`a policy was not created by a constructor`:                    tenon.New("C", "1").Add(route.Group("", get.Handle(kit.ServeSubject)).Cache(cache.Policy{})),
		`StaleWhileRevalidate(2562047h0m0s): it is above 2147483647 s`: tenon.New("C", "1").Cache(minute.StaleWhileRevalidate(2562047 * time.Hour)).Add(get.Handle(kit.ServeSubject)),
	} {
		kit.CheckFault(t, want, api, want+"…")
	}
	// What a group says of its GETs says nothing of the rest.
	kit.Build(t, secured.Add(route.Group("/all", append(cachedRoutes(), get.Public().Handle(kit.ServeSubject))...).Cache(cache.Private(0))))
}

// A replay has the headers of the first response, except for cookies and those of one
// exchange.
func TestReplaysHaveTheHeadersOfTheFirst(t *testing.T) {
	app := kit.Build(t, tenon.New("C", "1").Authenticate(kit.Bearer).RequestIDs().Add(route.Post("/x", kit.SubjectText, kit.SubjectText).Idempotent(time.Hour, idempotency.Memory()).
		Handle(func(c *route.Call, in string) (string, error) {
			for _, name := range []string{"Cache-Control", "Content-Language", "Content-Disposition", "X-Own", "Set-Cookie"} {
				c.Header().Set(name, "v"+strings.ToLower(name))
			}
			c.Header().Add("Vary", "X-Region")
			return in, nil
		})))
	send := func() http.Header {
		w := kit.Send(t, app, "POST", "/x", "x", "Authorization: Bearer ann", "Content-Type: text/plain", "Idempotency-Key: k")
		return w.Header
	}
	first, again := send(), send()
	if again.Get("Idempotent-Replayed") != "true" || again.Get("Set-Cookie") != "" || first.Get("X-Own") != "vx-own" {
		t.Fatalf("%v, then %v", first, again)
	}
	for _, name := range []string{"Idempotent-Replayed", "Set-Cookie", "X-Request-Id"} {
		delete(first, name)
		delete(again, name)
	}
	if !equalHeaders(first, again) {
		t.Errorf("first %v\nagain %v", first, again)
	}
}
