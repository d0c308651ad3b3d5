package headers_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

var (
	since = time.Date(2023, 6, 30, 23, 59, 59, 999_999_999, time.UTC)
	until = time.Date(2024, 6, 30, 23, 59, 59, 0, time.UTC)
)

// All responses of a deprecated route have the headers, also those of access checks, of
// middleware and of the library.
func TestResponsesOfADeprecatedRouteSaySo(t *testing.T) {
	type page struct{ N int }
	pages := collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{prop.Int("n").At(&p.N)} }).
		Versioned(func(*page) collection.Version { return collection.Version{Tag: "1"} })
	do := prop.Enum("do", "serve", "fail", "panic").Optional()
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
	app := kit.Build(t, tenon.New("Old", "1").Authenticate(key).CheckResponses(tenon.Never).Logger(slog.New(slog.DiscardHandler)).
		Add(read.DeprecatedAt(since).Sunset(until.In(time.FixedZone("", 7200))).Handle(func(c *route.Call) (page, error) {
			switch do.Get(c) {
			case "fail":
				return page{}, gone
			case "panic":
				panic("at the disco")
			}
			return page{1}, nil
		})))
	for _, test := range []struct {
		name, method, query string
		header              string
		status              int
	}{
		{"a success", "GET", "", "", 200},
		{"a success without content", "HEAD", "", "", 200},
		{"not modified", "GET", "", `If-None-Match: "1"`, 304},
		{"a problem of the handler", "GET", "?do=fail", "", 410},
		{"a violation", "GET", "?do=sit", "", 422},
		{"a malformed query", "GET", "?do=%zz", "", 400},
		{"nothing acceptable", "GET", "", "Accept: image/png", 406},
		{"a guest", "GET", "", "X-Key: ", 401},
		{"a panic", "GET", "?do=panic", "", 500},
		{"a middleware", "GET", "", "X-Refuse: yes", 418},
		{"too often", "GET", "", "X-Client: often", 429},
	} {
		t.Run(test.name, func(t *testing.T) {
			header := []string{"X-Key: k", "X-Client: " + test.name}
			if test.header != "" {
				header = kit.Replace(header, test.header)
			}
			requests := 1
			if test.status == 429 {
				requests = 7
			}
			var w kit.Response
			for range requests {
				w = kit.Send(t, app, test.method, "/pages"+test.query, "", header...)
			}
			if w.Status != test.status {
				t.Fatalf("got %d %s", w.Status, w.Body)
			}
			if got := w.Header["Deprecation"]; len(got) != 1 || got[0] != "@1688169599" {
				t.Errorf("Deprecation is %q", got)
			}
			if got := w.Header["Sunset"]; len(got) != 1 || got[0] != "Sun, 30 Jun 2024 23:59:59 GMT" {
				t.Errorf("Sunset is %q", got)
			}
		})
	}
}

// The dates of a route replace those of its group, each on its own.
func TestGroupsDeprecateTheirRoutes(t *testing.T) {
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	app := kit.Build(t, tenon.New("Old", "1").Add(
		route.Get("/young", kit.Empty).Handle(kit.ServeEmpty),
		route.Group("/v1",
			route.Get("/a", kit.Empty).Handle(kit.ServeEmpty),
			route.Get("/b", kit.Empty).DeprecatedAt(at(2001)).Handle(kit.ServeEmpty),
			route.Get("/c", kit.Empty).Handle(kit.ServeEmpty).Sunset(at(2042)),
			route.Group("/g", route.Get("/d", kit.Empty).Handle(kit.ServeEmpty)).Sunset(at(2041)),
		).DeprecatedAt(at(2000)).Sunset(at(2040)),
	))
	for path, want := range map[string][2]string{
		"/young":  {"", ""},
		"/v1/a":   {"@946684800", "Sun, 01 Jan 2040 00:00:00 GMT"},
		"/v1/b":   {"@978307200", "Sun, 01 Jan 2040 00:00:00 GMT"},
		"/v1/c":   {"@946684800", "Wed, 01 Jan 2042 00:00:00 GMT"},
		"/v1/g/d": {"@946684800", "Tue, 01 Jan 2041 00:00:00 GMT"},
	} {
		w := kit.Send(t, app, "GET", path, "")
		if got := [2]string{w.Header.Get("Deprecation"), w.Header.Get("Sunset")}; w.Status != 204 || got != want {
			t.Errorf("%s: got %d %q, want %q", path, w.Status, got, want)
		}
	}
}

func TestDeprecationAllocatesNothing(t *testing.T) {
	app := kit.Build(t, tenon.New("New", "1").Add(
		route.Get("/young", kit.Empty).Handle(kit.ServeEmpty),
		route.Get("/old", kit.Empty).DeprecatedAt(since).Sunset(until).Handle(kit.ServeEmpty),
	))
	for _, path := range []string{"/young", "/old"} {
		serve := kit.Repeat(app, kit.Request(t, "GET", path, ""))
		kit.AllocsAtMost(t, 0, func() { serve() })
	}
}
