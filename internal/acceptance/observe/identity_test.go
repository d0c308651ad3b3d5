package observe_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
	"github.com/tenon-go/tenon/throttle"
)

// noteIdentity is middleware that writes the identity after the call.
func noteIdentity(b *bytes.Buffer, name string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			fmt.Fprintf(b, "%s %s, ", name, authn.FromContext(r.Context()))
		})
	}
}

// identityObserver writes the identities of an exchange and of its context.
type identityObserver struct{ b *bytes.Buffer }

func (o identityObserver) Observe(ctx context.Context, e tenon.Exchange) {
	fmt.Fprintf(o.b, "observer %s %s|%s|%s %s", authn.FromContext(ctx), e.Subject, e.Issuer, e.Scheme, e.Client)
}

// The identity of a rejected request is known around the operation: to middleware of the
// API, of groups and of routes, to the problem writer and to observers, however the API is
// mounted.
func TestRejectedIdentitiesAreVisible(t *testing.T) {
	var b bytes.Buffer
	n := prop.Int("n")
	handle := func(*route.Call) (string, error) { return "", render.Forbidden }
	limit := throttle.PerHour(1).ByIdentity()
	api := tenon.New("Test", "1").Authenticate(kit.Bearer, kit.APIKey).
		Observe(identityObserver{&b}).
		ProblemWriter(func(w http.ResponseWriter, r *http.Request, p *render.Problem) {
			fmt.Fprintf(&b, "problem %s, ", authn.FromContext(r.Context()))
			w.WriteHeader(p.Status())
		}).
		Use(noteIdentity(&b, "api")).
		Add(route.Group("",
			route.Get("/owner", kit.SubjectText).Authorize(authz.Roles("owner")).Use(noteIdentity(&b, "route")).Handle(kit.ServeSubject),
			route.Get("/n", kit.SubjectText).Query(n).Use(noteIdentity(&b, "route")).Handle(kit.ServeSubject),
			route.Get("/handler", kit.SubjectText).AuthorizeInput(func(*route.Call) error { return nil }).Use(noteIdentity(&b, "route")).Handle(handle),
			route.Get("/limited", kit.SubjectText).Throttle(limit).Use(noteIdentity(&b, "route")).Handle(kit.ServeSubject),
			route.Get("/panic", kit.SubjectText).Use(noteIdentity(&b, "route")).Handle(func(*route.Call) (string, error) { panic("x") }),
			route.Get("/late", kit.SubjectText).Use(noteIdentity(&b, "route"), func(next http.Handler) http.Handler {
				return http.TimeoutHandler(next, time.Minute, "")
			}).Scopes("nobody").Handle(kit.ServeSubject),
			route.Get("/public", kit.SubjectText).Public().Query(n).Use(noteIdentity(&b, "route")).Handle(kit.ServeSubject),
		).Use(noteIdentity(&b, "group")))
	app := kit.Build(t, api)
	t.Cleanup(func() { _ = app.Close() })
	router := mux.NewRouter()
	gorilla.Register(router.PathPrefix("/api").Subrouter(), app)
	plain := http.NewServeMux()
	plain.Handle("/api/", http.StripPrefix("/api", app))
	send := func(h http.Handler, path, token string) int {
		r := kit.Request(t, "GET", "/api"+path, "", kit.As(token)...)
		r.RemoteAddr = "[::ffff:192.0.2.7]:1234"
		b.Reset()
		return kit.Do(h, r).Status
	}
	for name, h := range map[string]http.Handler{"a prefix": plain, "gorilla": router, "a time-out": http.TimeoutHandler(plain, time.Minute, "")} {
		send(h, "/limited", "bob")
		for _, tt := range []struct {
			path, token string
			status      int
			subject     string
		}{
			{"/owner", "bob", 403, "bob"},
			{"/n?n=x", "bob", 422, "bob"},
			{"/n?n=1&n=2", "bob", 422, "bob"},
			{"/handler", "bob", 403, "bob"},
			{"/limited", "bob", 429, "bob"},
			{"/panic", "bob", 500, "bob"},
			{"/late", "ann", 403, "ann"},
			{"/public?n=x", "ann", 422, "ann"},
			{"/public?n=x", "", 422, "anonymous"},
			{"/owner", "", 401, "anonymous"},
			{"/owner", "eve", 401, "anonymous"},
		} {
			status := send(h, tt.path, tt.token)
			want := fmt.Sprintf("problem %[1]s, route %[1]s, group %[1]s, api %[1]s, observer %[1]s %[1]s||bearer 192.0.2.7", tt.subject)
			if tt.subject == "anonymous" {
				want = "problem anonymous, route anonymous, group anonymous, api anonymous, observer anonymous || 192.0.2.7"
			}
			if got := b.String(); status != tt.status || got != want {
				t.Errorf("%s: %s as %s: %d\n got %s\nwant %s", name, tt.path, tt.token, status, got, want)
			}
		}
	}
}

// Middleware of an API, or of a route, knows the caller though nothing else observes requests.
func TestMiddlewareAloneKnowsTheCaller(t *testing.T) {
	var b bytes.Buffer
	note := noteIdentity(&b, "middleware")
	hello := route.Get("/hello", kit.SubjectText)
	for name, api := range map[string]tenon.API{
		"of the API": tenon.New("Test", "1").Authenticate(kit.Bearer).Use(note).Add(hello.Handle(kit.ServeSubject)),
		"of a route": tenon.New("Test", "1").Authenticate(kit.Bearer).Add(hello.Use(note).Handle(kit.ServeSubject)),
	} {
		b.Reset()
		if w := kit.Send(t, kit.Build(t, api), "GET", "/hello", "", kit.As("bob")...); w.Status != 200 || b.String() != "middleware bob, " {
			t.Errorf("%s: %d, %q", name, w.Status, b.String())
		}
	}
}

// What identifies a person can be omitted from exchanges and from the log.
func TestLogsHaveTheCaller(t *testing.T) {
	failing := route.Get("/fail", kit.SubjectText).Handle(func(*route.Call) (string, error) { return "", kit.ErrStore })
	forwarded := throttle.PerHour(100).TrustedProxies("192.0.2.1").Address
	for _, tt := range []struct {
		name   string
		change func(tenon.API) tenon.API
		want   string
	}{
		{"everything", func(a tenon.API) tenon.API { return a }, "client=192.0.2.1 subject=bob scheme=bearer"},
		{"no subjects", tenon.API.WithoutSubjects, "client=192.0.2.1 scheme=bearer"},
		{"no addresses", tenon.API.WithoutAddresses, "subject=bob scheme=bearer"},
		{"neither", func(a tenon.API) tenon.API { return a.WithoutAddresses().WithoutSubjects() }, "scheme=bearer"},
		{"behind a proxy", func(a tenon.API) tenon.API { return a.ClientAddress(forwarded) }, "client=203.0.113.9 subject=bob scheme=bearer"},
	} {
		var lines strings.Builder
		l := slog.New(slog.NewTextHandler(&lines, nil))
		for _, exchanges := range []bool{true, false} {
			lines.Reset()
			api := tt.change(tenon.New("Test", "1").Authenticate(kit.Bearer).Logger(l).Add(failing))
			if exchanges {
				api = api.Observe(tenon.LogObserver(l))
			}
			w := kit.Send(t, kit.Build(t, api), "GET", "/fail", "", "Authorization: Bearer bob", "X-Forwarded-For: 203.0.113.9")
			wanted := 1
			if exchanges {
				wanted = 2
			}
			if got := strings.Count(lines.String(), " "+tt.want+" "); w.Status != 500 || got != wanted {
				t.Errorf("%s: %d of %d lines have %s\n%s", tt.name, got, wanted, tt.want, lines.String())
			}
			for _, word := range []string{"client=", "subject="} {
				if !strings.Contains(tt.want, word) && strings.Contains(lines.String(), word) {
					t.Errorf("%s: a line has %s\n%s", tt.name, word, lines.String())
				}
			}
		}
	}
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Handle(kit.ServeEmpty)).ClientAddress(nil), "ClientAddress(nil): the function is nil"),
	)
}

// Observers get the value of a panic and its stack, wherever it occurs.
func TestAPanicReachesObservers(t *testing.T) {
	type value struct{ n int }
	broken := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(value{2}) })
	}
	var observed exchanges
	api := tenon.New("Test", "1").Logger(slog.New(slog.DiscardHandler)).Observe(&observed).Add(
		route.Get("/handler", kit.SubjectText).Handle(func(*route.Call) (string, error) { panic(value{1}) }),
		route.Get("/late", kit.SubjectText).Use(func(next http.Handler) http.Handler { return http.TimeoutHandler(next, time.Minute, "") }).
			Handle(func(*route.Call) (string, error) { panic(value{1}) }),
		route.Get("/route", kit.SubjectText).Use(broken).Handle(kit.ServeSubject),
		route.Get("/fine", kit.SubjectText).Handle(kit.ServeSubject),
		route.Get("/abort", kit.SubjectText).Handle(func(*route.Call) (string, error) { panic(http.ErrAbortHandler) }),
	)
	app, around := kit.Build(t, api), kit.Build(t, api.Use(broken))
	for _, tt := range []struct {
		app  http.Handler
		path string
		want any
	}{
		{app, "/handler", value{1}}, {app, "/late", value{1}}, {app, "/route", value{2}}, {around, "/fine", value{2}}, {app, "/fine", nil}, {app, "/abort", nil},
	} {
		func() {
			defer func() { _ = recover() }() // of /abort
			kit.Send(t, tt.app, "GET", tt.path, "")
		}()
		e := observed.one(t)
		if e.Panic != tt.want || (tt.want != nil) != strings.Contains(e.Stack, "identity_test.go:") {
			t.Errorf("%s: panic %v, stack %q", tt.path, e.Panic, e.Stack)
		}
	}
}
