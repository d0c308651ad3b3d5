package headers_test

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
	"github.com/tenon-go/tenon/throttle"
)

// page is a web page whose script fetches a URL in a browser that implements the Fetch
// standard.
type page struct {
	origin      string
	credentials bool
	method      string
	target      string
	headers     string // names, separated by spaces
}

// fetch returns the status and the headers that the script sees, or why it sees none.
func (p page) fetch(t *testing.T, h http.Handler) (status int, seen http.Header, kept string) {
	names := strings.Fields(p.headers)
	if !slices.Contains([]string{"GET", "HEAD", "POST"}, p.method) || len(names) > 0 {
		slices.Sort(names)
		w := kit.Send(t, h, "OPTIONS", p.target, "", kit.Headers("Origin", p.origin, "Access-Control-Request-Method", p.method,
			"Access-Control-Request-Headers", strings.ToLower(strings.Join(names, ",")))...)
		methods, headers := list(w.Header, "Access-Control-Allow-Methods"), list(w.Header, "Access-Control-Allow-Headers")
		switch {
		case !p.passesCheck(w.Header):
			return 0, nil, "the preflight: its origin"
		case w.Status < 200 || w.Status > 299:
			return 0, nil, "the preflight: its status"
		case !slices.Contains([]string{"GET", "HEAD", "POST"}, p.method) && !slices.Contains(methods, p.method):
			return 0, nil, "the preflight: its method"
		}
		for _, n := range names {
			if !slices.ContainsFunc(headers, func(h string) bool { return strings.EqualFold(h, n) }) {
				return 0, nil, "the preflight: " + n
			}
		}
	}
	header := []string{"Origin: " + p.origin}
	for _, n := range names {
		header = append(header, n+": 1")
	}
	w := kit.Send(t, h, p.method, p.target, "", header...)
	if !p.passesCheck(w.Header) {
		return 0, nil, "the response: its origin"
	}
	seen = http.Header{}
	for _, n := range list(w.Header, "Access-Control-Expose-Headers") {
		if v := w.Header.Values(n); v != nil {
			seen[http.CanonicalHeaderKey(n)] = v
		}
	}
	return w.Status, seen, ""
}

// passesCheck is the CORS check of the Fetch standard.
func (p page) passesCheck(h http.Header) bool {
	allowed := h.Values("Access-Control-Allow-Origin")
	switch {
	case len(allowed) != 1:
		return false
	case !p.credentials && allowed[0] == "*":
		return true
	case allowed[0] != p.origin:
		return false
	}
	return !p.credentials || h.Get("Access-Control-Allow-Credentials") == "true"
}

func list(h http.Header, name string) (all []string) {
	for _, line := range h.Values(name) {
		for part := range strings.SplitSeq(line, ",") {
			all = append(all, strings.TrimSpace(part))
		}
	}
	return all
}

// crossOriginAPI has middleware that does not know preflight requests.
func crossOriginAPI(p cors.Policy) tenon.API {
	left := prop.Int("X-Left").Optional()
	item := func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }
	guard := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodOptions {
				kit.Forbidden.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	return tenon.New("C", "1").CORS(p).RequestIDs().Use(guard).Add(
		route.Get("/x", kit.Seen.View()).Header(prop.String("X-Trace").Optional()).ResponseHeader(left).
			Handle(func(c *route.Call) (collection.Record, error) {
				left.Set(c, 7)
				c.Header().Set("X-Own", "1")
				c.Header().Set("X-Secret", "1")
				return kit.Saw(), nil
			}),
		route.Delete("/x", kit.Seen.View()).Handle(item),
		route.Get("/sold", kit.Seen.View()).Fails(kit.Sold).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), kit.Sold }),
		route.Get("/panic", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { panic("x") }),
	)
}

// What a page of another origin sees, by the rules of a browser.
func TestBrowsersEnforceThePolicy(t *testing.T) {
	const shop = "https://shop.example"
	one := cors.Origins(shop, "https://*.shop.example").ExposeHeaders("X-Own").AllowHeaders("X-Api-Key")
	every := cors.Origins("*")
	tests := []struct {
		name   string
		policy cors.Policy
		page   page
		status int
		sees   string // names of headers
		kept   string
	}{
		{"a simple request", one, page{shop, false, "GET", "/x", ""}, 200, "X-Left X-Own X-Request-Id", ""},
		{"of a sub-domain", one, page{"https://www.shop.example", false, "GET", "/x", ""}, 200, "X-Left X-Own X-Request-Id", ""},
		{"of another origin", one, page{"https://evil.example", false, "GET", "/x", ""}, 0, "", "the response: its origin"},
		{"of another scheme", one, page{"http://shop.example", false, "GET", "/x", ""}, 0, "", "the response: its origin"},
		{"of no origin", one, page{"null", false, "GET", "/x", ""}, 0, "", "the response: its origin"},
		{"with credentials that are not allowed", one, page{shop, true, "GET", "/x", ""}, 0, "", "the response: its origin"},
		{"with credentials", one.Credentials(), page{shop, true, "GET", "/x", ""}, 200, "X-Left X-Own X-Request-Id", ""},
		{"with credentials of another origin", one.Credentials(), page{"https://evil.example", true, "GET", "/x", ""}, 0, "", "the response: its origin"},
		{"with credentials of no origin", one.Credentials(), page{"null", true, "GET", "/x", ""}, 0, "", "the response: its origin"},
		{"every origin", every, page{"https://evil.example", false, "GET", "/x", ""}, 200, "X-Left X-Request-Id", ""},
		{"every origin with credentials", every, page{shop, true, "GET", "/x", ""}, 0, "", "the response: its origin"},

		{"a method", one, page{shop, false, "DELETE", "/x", ""}, 200, "X-Request-Id", ""},
		{"a method for every origin", every, page{shop, false, "DELETE", "/x", ""}, 200, "X-Request-Id", ""},
		{"a method with credentials", one.Credentials(), page{shop, true, "DELETE", "/x", "Authorization"}, 200, "X-Request-Id", ""},
		{"a method that the path has not", one, page{shop, false, "PUT", "/x", ""}, 0, "", "the preflight: its method"},
		{"a method of another origin", one, page{"https://evil.example", false, "DELETE", "/x", ""}, 0, "", "the preflight: its origin"},
		{"a path that is not there", one, page{shop, false, "DELETE", "/nothing", ""}, 0, "", "the preflight: its origin"},

		{"a header of the route", one, page{shop, false, "GET", "/x", "X-Trace"}, 200, "X-Left X-Own X-Request-Id", ""},
		{"a header of another route", one, page{shop, false, "DELETE", "/x", "X-Trace"}, 0, "", "the preflight: X-Trace"},
		{"headers of the library", one, page{shop, false, "DELETE", "/x", "Authorization Content-Type Idempotency-Key If-Match If-None-Match X-Request-Id"}, 200, "X-Request-Id", ""},
		{"a header of the policy", one, page{shop, false, "DELETE", "/x", "X-Api-Key"}, 200, "X-Request-Id", ""},
		{"a header of nobody", one, page{shop, false, "GET", "/x", "X-Foreign"}, 0, "", "the preflight: X-Foreign"},
		{"authorization for every origin", every, page{shop, false, "GET", "/x", "Authorization"}, 200, "X-Left X-Request-Id", ""},

		{"404", one, page{shop, false, "GET", "/nothing", ""}, 404, "X-Request-Id", ""},
		{"405", one, page{shop, false, "POST", "/x", ""}, 405, "Allow X-Request-Id", ""},
		{"409", one, page{shop, false, "GET", "/sold", ""}, 409, "X-Request-Id", ""},
		{"422", one, page{shop, false, "GET", "/x?y=1", ""}, 422, "X-Request-Id", ""},
		{"500", one, page{shop, false, "GET", "/panic", ""}, 500, "X-Request-Id", ""},
	}
	for _, tt := range tests {
		var logged kit.Log
		app := kit.Build(t, crossOriginAPI(tt.policy).Logger(logged.Logger()))
		router := mux.NewRouter().UseEncodedPath()
		gorilla.Register(router, app)
		for name, h := range map[string]http.Handler{"the App": app, "gorilla": router} {
			status, seen, kept := tt.page.fetch(t, h)
			var sees []string
			for n := range seen {
				sees = append(sees, n)
			}
			slices.Sort(sees)
			if got := strings.Join(sees, " "); status != tt.status || kept != tt.kept || got != tt.sees {
				t.Errorf("%s, on %s: %d, sees %q, kept by %q", tt.name, name, status, got, kept)
			}
		}
	}
}

// The exact headers.
func TestCORSHeaders(t *testing.T) {
	const exposed = "Allow, X-Left" // what can be sent
	const reads = "Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Range, X-Request-Id"
	one := cors.Origins("https://shop.example").MaxAge(90 * time.Second)
	own := []string{"Origin", "X-Trace, Accept"} // on what the route depends, too
	tests := []struct {
		name    string
		policy  cors.Policy
		method  string
		target  string
		headers http.Header // of the request
		status  int
		want    http.Header // of what CORS is about
	}{
		{"no origin", one, "GET", "/x", nil, 200, http.Header{"Vary": own}},
		{"an origin", one, "GET", "/x", http.Header{"Origin": {"https://shop.example"}}, 200, http.Header{"Vary": own,
			"Access-Control-Allow-Origin": {"https://shop.example"}, "Access-Control-Expose-Headers": {exposed}}},
		{"an origin with credentials", one.Credentials(), "GET", "/x", http.Header{"Origin": {"https://shop.example"}}, 200, http.Header{"Vary": own,
			"Access-Control-Allow-Origin": {"https://shop.example"}, "Access-Control-Allow-Credentials": {"true"}, "Access-Control-Expose-Headers": {exposed}}},
		{"another origin", one.Credentials(), "GET", "/x", http.Header{"Origin": {"https://evil.example"}}, 200, http.Header{"Vary": own}},
		{"two origins", one, "GET", "/x", http.Header{"Origin": {"https://shop.example", "https://evil.example"}}, 200, http.Header{"Vary": own}},
		{"two origins in one line", one, "GET", "/x", http.Header{"Origin": {"https://shop.example, https://evil.example"}}, 200, http.Header{"Vary": own}},
		{"404", one, "GET", "/nothing", nil, 404, http.Header{"Vary": {"Origin"}}},
		{"a preflight", one, "OPTIONS", "/x", http.Header{"Origin": {"https://shop.example"}, "Access-Control-Request-Method": {"DELETE"}}, 204, http.Header{
			"Vary": {"Origin", "Access-Control-Request-Method"}, "Access-Control-Allow-Origin": {"https://shop.example"}, "Allow": {"DELETE, GET, HEAD, OPTIONS"},
			"Access-Control-Allow-Methods": {"DELETE, GET, HEAD, OPTIONS"}, "Access-Control-Allow-Headers": {reads}, "Access-Control-Max-Age": {"90"}}},
		{"a preflight for a header", one, "OPTIONS", "/x", http.Header{"Origin": {"https://shop.example"}, "Access-Control-Request-Method": {"GET"}}, 204, http.Header{
			"Vary": {"Origin", "Access-Control-Request-Method"}, "Access-Control-Allow-Origin": {"https://shop.example"}, "Allow": {"DELETE, GET, HEAD, OPTIONS"},
			"Access-Control-Allow-Methods": {"DELETE, GET, HEAD, OPTIONS"}, "Access-Control-Allow-Headers": {reads + ", X-Trace"}, "Access-Control-Max-Age": {"90"}}},
		{"a preflight for a method that is not there", one, "OPTIONS", "/x", http.Header{"Origin": {"https://shop.example"}, "Access-Control-Request-Method": {"PUT"}}, 204, http.Header{
			"Vary": {"Origin", "Access-Control-Request-Method"}, "Access-Control-Allow-Origin": {"https://shop.example"}, "Allow": {"DELETE, GET, HEAD, OPTIONS"},
			"Access-Control-Allow-Methods": {"DELETE, GET, HEAD, OPTIONS"}, "Access-Control-Max-Age": {"90"}}},
		{"a preflight of another origin", one, "OPTIONS", "/x", http.Header{"Origin": {"https://evil.example"}, "Access-Control-Request-Method": {"GET"}}, 204, http.Header{
			"Vary": {"Origin", "Access-Control-Request-Method"}, "Allow": {"DELETE, GET, HEAD, OPTIONS"}}},
		{"a preflight for an unknown path", one, "OPTIONS", "/nothing", http.Header{"Origin": {"https://shop.example"}, "Access-Control-Request-Method": {"GET"}}, 404,
			http.Header{"Vary": {"Origin"}}},
		{"OPTIONS that is no preflight", one, "OPTIONS", "/x", http.Header{"Origin": {"https://shop.example"}}, 204, http.Header{"Vary": {"Origin"},
			"Access-Control-Allow-Origin": {"https://shop.example"}, "Access-Control-Expose-Headers": {exposed}, "Allow": {"DELETE, GET, HEAD, OPTIONS"}}},
		{"every origin", cors.Origins("*"), "GET", "/x", nil, 200, http.Header{"Vary": {"X-Trace, Accept"}, "Access-Control-Allow-Origin": {"*"}, "Access-Control-Expose-Headers": {exposed}}},
	}
	for _, tt := range tests {
		app := kit.Build(t, tenon.New("C", "1").CORS(tt.policy).Add(
			route.Get("/x", kit.Seen.View()).Header(prop.String("X-Trace").Optional()).ResponseHeader(prop.Int("X-Left").Optional()).
				Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
			route.Delete("/x", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
		))
		r := kit.Request(t, tt.method, tt.target, "")
		maps.Copy(r.Header, tt.headers)
		w := kit.Do(app, r)
		got := http.Header{}
		for name, values := range w.Header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Vary" || name == "Allow" {
				got[name] = values
			}
		}
		if w.Status != tt.status || !equalHeaders(got, tt.want) {
			t.Errorf("%s: %d\n got %v\nwant %v", tt.name, w.Status, got, tt.want)
		}
	}
}

func equalHeaders(a, b http.Header) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		if !slices.Equal(a[name], b[name]) {
			return false
		}
	}
	return true
}

// The header of a security scheme is one that the route reads.
func TestPagesMaySendAPIKeys(t *testing.T) {
	keys := authn.APIKeyHeader("key", "X-Api-Key", func(context.Context, authn.Secret) (authn.Identity, error) { return authn.Identity{}, nil })
	app := kit.Build(t, tenon.New("C", "1").CORS(cors.Origins("https://shop.example")).Authenticate(keys).Add(
		route.Get("/x", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
	))
	if status, _, kept := (page{"https://shop.example", false, "GET", "/x", "X-Api-Key"}).fetch(t, app); kept != "" || status != 401 {
		t.Errorf("%d, kept by %q", status, kept)
	}
}

// Without a policy, browsers keep pages of other origins out.
func TestNoPolicyHasNoHeaders(t *testing.T) {
	app := kit.Build(t, tenon.New("C", "1").Add(route.Health("/x")))
	for _, method := range []string{"GET", "OPTIONS"} {
		w := kit.Send(t, app, method, "/x", "", "Origin: https://shop.example", "Access-Control-Request-Method: GET")
		for name := range w.Header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Vary" && w.Header.Get(name) != "Accept" {
				t.Errorf("%s: %v", method, w.Header)
			}
		}
	}
}

func TestCORSPoliciesHaveFaults(t *testing.T) {
	kit.CheckFault(t, "*", kit.API(route.Health("/x")).CORS(cors.Origins("*").Credentials()), "…Credentials cannot go with the origin *…")
}

// Access-Control-Expose-Headers has the headers that the API can send, and no others.
func TestExposedHeadersAreThoseOfTheAPI(t *testing.T) {
	one := cors.Origins("https://shop.example").ExposeHeaders("X-Own")
	get := route.Get("/x", kit.SubjectText)
	text := func(*route.Call) (string, error) { return "x", nil }
	file := func(*route.Call) (route.File, error) { return route.FileOf(nil), nil }
	for want, api := range map[string]tenon.API{
		"Allow, X-Own": tenon.New("C", "1").Add(get.Handle(text)),
		"Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, X-Own": tenon.New("C", "1").Add(route.Get("/f", route.Download("a/b")).Handle(file)),
		"Allow, Link, X-Own": tenon.New("C", "1").Add(route.List("/l", kit.Gadgets.List(), paginate.ByPage()).
			Handle(func(*route.Call, paginate.Query) (r paginate.Result[kit.Gadget], err error) { return r, nil })),
		"Allow, Link, Pagination, X-Own": tenon.New("C", "1").Renderer(render.NoEnvelope()).Add(route.List("/l", kit.Gadgets.List(), paginate.ByPage()).
			Handle(func(*route.Call, paginate.Query) (r paginate.Result[kit.Gadget], err error) { return r, nil })),
		"Allow, Location, X-Own": tenon.New("C", "1").Add(route.Get("/m", route.Redirect(302)).
			Handle(func(*route.Call) (route.Location, error) { return "/x", nil })),
		"Allow, Retry-After, WWW-Authenticate, X-Own": tenon.New("C", "1").Authenticate(kit.Bearer).Add(get.Handle(text)),
		"Allow, Retry-After, X-Own, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset": tenon.New("C", "1").
			Throttle(throttle.PerMinute(9)).Add(get.Handle(text)),
		"Allow, Idempotent-Replayed, Retry-After, X-Own, X-Request-Id": tenon.New("C", "1").RequestIDs().Add(route.Post("/p", kit.SubjectText, kit.SubjectText).
			Idempotent(time.Hour, idempotency.Memory()).Handle(func(_ *route.Call, in string) (string, error) { return in, nil })),
		"Allow, Deprecation, Sunset, X-Own": tenon.New("C", "1").Add(get.DeprecatedAt(time.Unix(1, 0)).Sunset(time.Unix(2, 0)).Handle(text)),
	} {
		app := kit.Build(t, api.CORS(one))
		w := kit.Send(t, app, "GET", "/nothing", "", "Origin: https://shop.example")
		if got := w.Header.Get("Access-Control-Expose-Headers"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		app.Close()
	}
}
