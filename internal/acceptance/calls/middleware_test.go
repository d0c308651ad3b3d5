package calls_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// nestedMiddleware is an API with two middleware functions in every place.
func nestedMiddleware(s *kit.Steps) tenon.API {
	get := route.Get("/x", kit.Seen.View()).
		Query(kit.InCount).
		Use(s.Outer("route.Use 1")).Use(s.Outer("route.Use 2")).
		Wrap(s.Inner("route.Wrap 1"), s.Inner("route.Wrap 2")).
		Handle(func(*route.Call) (collection.Record, error) {
			s.Add("handler")
			return kit.Saw("done"), nil
		})
	inside := route.Group("/b", get).Use(s.Outer("inner group.Use")).Wrap(s.Inner("inner group.Wrap"))
	outside := route.Group("/a", inside).Use(s.Outer("group.Use 1"), s.Outer("group.Use 2")).Wrap(s.Inner("group.Wrap"))
	return tenon.New("Onion", "1").
		Use(s.Outer("API.Use 1"), s.Outer("API.Use 2")).
		Add(outside)
}

// Middleware of the API is outermost, then that of groups and routes; Use is outside of
// Wrap, and the first of several is outermost.
func TestMiddlewareIsNested(t *testing.T) {
	shell := []string{"API.Use 1", "API.Use 2"}
	uses := slices.Concat(shell, []string{"group.Use 1", "group.Use 2", "inner group.Use", "route.Use 1", "route.Use 2"})
	all := slices.Concat(uses, []string{"group.Wrap", "inner group.Wrap", "route.Wrap 1", "route.Wrap 2"})
	tests := []struct {
		name, method, target string
		status               int
		layers               []string
		handled              bool
	}{
		{"a request goes through all of them", "GET", "/a/b/x?count=1", 200, all, true},
		{"so does HEAD", "HEAD", "/a/b/x", 200, all, true},
		{"a request that breaks a rule does not reach Wrap", "GET", "/a/b/x?count=x", 422, uses, false},
		{"nor does a malformed one", "GET", "/a/b/x?%zz", 400, uses, false},
		{"404 passes the API's", "GET", "/a/b/y", 404, shell, false},
		{"405 passes the API's", "POST", "/a/b/x", 405, shell, false},
		{"OPTIONS passes the API's", "OPTIONS", "/a/b/x", 204, shell, false},
	}
	var s kit.Steps
	app := kit.Build(t, nestedMiddleware(&s))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := kit.Send(t, app, tt.method, tt.target, "")
			if w.Status != tt.status {
				t.Errorf("status %d, want %d", w.Status, tt.status)
			}
			var want []string
			for _, l := range tt.layers {
				want = append(want, "+"+l)
			}
			if tt.handled {
				want = append(want, "handler")
			}
			for _, l := range slices.Backward(tt.layers) {
				want = append(want, "-"+l)
			}
			if got := s.Take(); !slices.Equal(got, want) {
				t.Errorf("order\n%q, want\n%q", got, want)
			}
		})
	}
}

var (
	tooMany = render.NewProblem(409, "too_many", "There are too many.")
)

// Wrap reads decoded inputs, and rejects requests with the problems that the route declares.
func TestWrapSeesTheDecodedCall(t *testing.T) {
	limited := func(next route.Handler) route.Handler {
		return func(c *route.Call) error {
			switch n := kit.InCount.Get(c); {
			case n > 100:
				return kit.Forbidden // which the route does not declare
			case n > 10:
				return tooMany.Detail("At most ten.")
			}
			c.Header().Set("X-Limited", "no")
			return next(c)
		}
	}
	get := route.Get("/x", kit.Seen.View()).Query(kit.InCount).Fails(tooMany).Wrap(limited).
		Handle(func(c *route.Call) (collection.Record, error) { return kit.Saw(kit.Given(c, kit.InCount)), nil })
	var logged kit.Log
	app := kit.Build(t, tenon.New("Wrap", "1").Logger(logged.Logger()).Add(get))
	tests := []struct {
		query  string
		status int
		body   string
	}{
		{"count=10", 200, `{"data":{"seen":"count=10"}}`},
		{"count=11", 409, `{"title":"There are too many.","status":409,"detail":"At most ten.","code":"too_many"}`},
		{"count=101", 500, kit.InternalError},
	}
	for _, tt := range tests {
		w := kit.Send(t, app, "GET", "/x?"+tt.query, "")
		if w.Status != tt.status || w.Body != tt.body {
			t.Errorf("%s: %d %s, want %d %s", tt.query, w.Status, w.Body, tt.status, tt.body)
		}
		if limited := w.Header.Get("X-Limited"); (limited == "no") != (tt.status == 200) {
			t.Errorf("%s: X-Limited %q", tt.query, limited)
		}
	}
	logged.Has(t, "problem 403 forbidden is not declared", "/x")
}

// A problem of HTTP middleware is written as all others are.
func TestMiddlewareRejectsWithAProblem(t *testing.T) {
	gate := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Key") == "" {
				kit.Forbidden.Detail("A key is missing.").Instance("/x/1").ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	handle := func(*route.Call) (collection.Record, error) { return kit.Saw("done"), nil }
	apps := map[string]*tenon.App{
		"API.Use":   kit.Build(t, tenon.New("Gate", "1").Use(gate).Add(route.Get("/x", kit.Seen.View()).Handle(handle))),
		"group.Use": kit.Build(t, tenon.New("Gate", "1").Add(route.Group("", route.Get("/x", kit.Seen.View()).Handle(handle)).Use(gate))),
		"route.Use": kit.Build(t, tenon.New("Gate", "1").Add(route.Get("/x", kit.Seen.View()).Use(gate).Handle(handle))),
	}
	const body = `{"title":"This is not for you.","status":403,"detail":"A key is missing.","instance":"/x/1","code":"forbidden"}`
	for name, app := range apps {
		t.Run(name, func(t *testing.T) {
			server := kit.Listen(t, app)
			for _, method := range []string{"GET", "HEAD"} {
				got := server.Exchange(t, method, []byte(method+" /x HTTP/1.1\r\nHost: a\r\n\r\n"))
				if got.Status != 403 || method == "GET" && got.Body != body {
					t.Errorf("%s: %d %s", method, got.Status, got.Body)
				}
				got.CheckWellFormed(t, method)
			}
			got := server.Exchange(t, "GET", []byte("GET /x HTTP/1.1\r\nHost: a\r\nX-Key: k\r\n\r\n"))
			if got.Status != 200 {
				t.Errorf("with a key: %d %s", got.Status, got.Body)
			}
		})
	}
}

// Handlers of single routes are for other routers: the middleware of the API is not around
// them.
func TestRoutesAreServedWithoutTheMiddlewareOfTheAPI(t *testing.T) {
	var s kit.Steps
	for r := range kit.Build(t, nestedMiddleware(&s)).Routes() {
		w := kit.Send(t, r.Handler, "GET", "/any/prefix/a/b/x", "")
		if got := s.Take(); w.Status != 200 || got[0] != "+group.Use 1" {
			t.Errorf("%s: %d %q", r.Path, w.Status, got)
		}
	}
}
