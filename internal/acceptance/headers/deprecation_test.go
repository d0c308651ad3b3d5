package headers_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

var (
	since = time.Date(2023, 6, 30, 23, 59, 59, 999_999_999, time.UTC)
	until = time.Date(2024, 6, 30, 23, 59, 59, 0, time.UTC)
)

// Whatever an ageing route answers, it tells its age: also where its guards, its
// middlewares or the library refuse.
func TestEveryAnswerOfAnAgeingRouteTellsIt(t *testing.T) {
	type page struct{ N int }
	pages := collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{prop.Int("n").At(&p.N)} }).
		Versioned(func(*page) collection.Version { return collection.Version{Tag: "1"} })
	do := prop.OneOf("do", "serve", "fail", "panic").Optional()
	gone := render.NewProblem(410, "gone", "Gone")
	read := route.Get("/pages", pages.View()).Query(do).Fails(gone).
		Use(func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("X-Refuse") != "" {
					w.WriteHeader(418)
					return
				}
				h.ServeHTTP(w, r)
			})
		}).
		Throttle(throttle.PerMinute(5).ByHeader("X-Client"))
	key := authn.APIKeyHeader("key", "X-Key", func(context.Context, authn.Secret) (authn.Identity, error) { return authn.New("a"), nil })
	app := tenon.New("Old", "1").Authenticate(key).CheckResponses(tenon.Never).Logger(slog.New(slog.DiscardHandler)).
		Add(read.DeprecatedAt(since).Sunset(until.In(time.FixedZone("", 7200))).Handle(func(c *route.Call) (page, error) {
			switch do.Get(c) {
			case "fail":
				return page{}, gone
			case "panic":
				panic("at the disco")
			}
			return page{1}, nil
		})).MustBuild()
	for _, test := range []struct {
		name, method, query string
		header              map[string]string
		status              int
	}{
		{"a success", "GET", "", nil, 200},
		{"a success without content", "HEAD", "", nil, 200},
		{"not modified", "GET", "", map[string]string{"If-None-Match": `"1"`}, 304},
		{"a problem of the handler", "GET", "?do=fail", nil, 410},
		{"a violation", "GET", "?do=sit", nil, 422},
		{"a malformed query", "GET", "?do=%zz", nil, 400},
		{"nothing acceptable", "GET", "", map[string]string{"Accept": "image/png"}, 406},
		{"a guest", "GET", "", map[string]string{"X-Key": ""}, 401},
		{"a panic", "GET", "?do=panic", nil, 500},
		{"a middleware", "GET", "", map[string]string{"X-Refuse": "yes"}, 418},
		{"too often", "GET", "", map[string]string{"X-Client": "often"}, 429},
	} {
		t.Run(test.name, func(t *testing.T) {
			var w *httptest.ResponseRecorder
			for range 7 {
				r := httptest.NewRequest(test.method, "/pages"+test.query, nil)
				r.Header.Set("X-Key", "k")
				r.Header.Set("X-Client", test.name)
				for name, value := range test.header {
					r.Header.Set(name, value)
				}
				w = httptest.NewRecorder()
				app.ServeHTTP(w, r)
				if test.status != 429 {
					break
				}
			}
			if w.Code != test.status {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			if got := w.Header()["Deprecation"]; len(got) != 1 || got[0] != "@1688169599" {
				t.Errorf("Deprecation is %q", got)
			}
			if got := w.Header()["Sunset"]; len(got) != 1 || got[0] != "Sun, 30 Jun 2024 23:59:59 GMT" {
				t.Errorf("Sunset is %q", got)
			}
		})
	}
}

// What a route says goes before what its group says, for each of the two.
func TestGroupsAgeTheirRoutes(t *testing.T) {
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	app := tenon.New("Old", "1").Add(
		route.Get("/young", kit.Empty).Handle(kit.ServeEmpty),
		route.Group("/v1",
			route.Get("/a", kit.Empty).Handle(kit.ServeEmpty),
			route.Get("/b", kit.Empty).DeprecatedAt(at(2001)).Handle(kit.ServeEmpty),
			route.Get("/c", kit.Empty).Handle(kit.ServeEmpty).Sunset(at(2042)),
			route.Group("/g", route.Get("/d", kit.Empty).Handle(kit.ServeEmpty)).Sunset(at(2041)),
		).DeprecatedAt(at(2000)).Sunset(at(2040)),
	).MustBuild()
	for path, want := range map[string][2]string{
		"/young":  {"", ""},
		"/v1/a":   {"@946684800", "Sun, 01 Jan 2040 00:00:00 GMT"},
		"/v1/b":   {"@978307200", "Sun, 01 Jan 2040 00:00:00 GMT"},
		"/v1/c":   {"@946684800", "Wed, 01 Jan 2042 00:00:00 GMT"},
		"/v1/g/d": {"@946684800", "Tue, 01 Jan 2041 00:00:00 GMT"},
	} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if got := [2]string{w.Header().Get("Deprecation"), w.Header().Get("Sunset")}; w.Code != 204 || got != want {
			t.Errorf("%s: got %d %q, want %q", path, w.Code, got, want)
		}
	}
}

func TestRoutesThatDoNotAgePayNothing(t *testing.T) {
	app := tenon.New("New", "1").Add(
		route.Get("/young", kit.Empty).Handle(kit.ServeEmpty),
		route.Get("/old", kit.Empty).DeprecatedAt(since).Sunset(until).Handle(kit.ServeEmpty),
	).MustBuild()
	for _, path := range []string{"/young", "/old"} {
		r, w := httptest.NewRequest("GET", path, nil), &kit.Sink{Fields: http.Header{}}
		if n := allocs.Least(func() { app.ServeHTTP(w, r) }); n > 0 {
			t.Errorf("%s takes %v allocations", path, n)
		}
	}
}
