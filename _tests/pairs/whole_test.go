package pairs

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/route/gorilla"
	"github.com/tenon-go/tenon/throttle"
)

// limitFeatures are rate limits in memory.
func limitFeatures() []*feature {
	limit := func(name string, key func(throttle.Policy) throttle.Policy) *feature {
		return &feature{name: name, area: limits, on: "", slot: "limit", declare: func(d *draft) {
			l := key(throttle.Per(d.world.limit, time.Hour))
			d.group = append(d.group, func(g route.RouteGroup) route.RouteGroup { return g.Throttle(l) })
		}}
	}
	identity := limit("limit by identity", func(p throttle.Policy) throttle.Policy { return p.ByIdentity() })
	declare := identity.declare
	identity.declare = func(d *draft) { declare(d); d.needScheme = true }
	return []*feature{
		identity,
		limit("limit by address", func(p throttle.Policy) throttle.Policy { return p }),
		limit("limit by header", func(p throttle.Policy) throttle.Policy { return p.ByHeader("X-Tenant") }),
		limit("limit by function", func(p throttle.Policy) throttle.Policy {
			return p.By("client", func(r *http.Request) string { return netip.MustParseAddrPort(r.RemoteAddr).Addr().String() }).Headers(throttle.XRateLimit, throttle.Draft11)
		}),
		{name: "limits of size", area: limits, declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.Limits(route.Limits{Body: 8 << 10, Depth: 20}) })
			d.probes = append(d.probes, func(d *draft) []*request {
				return []*request{post("/items", d.entity(0, "name", `"`+longText(9<<10)+`"`)).expecting(0).refused()}
			})
		}},
		{name: "Timeout", area: limits, declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.Timeout(time.Minute) })
		}},
	}
}

func longText(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'x'
	}
	return marker + string(b)
}

// failures are problems in another format.
var failures = func() *render.Format {
	message, code, places := prop.String("message"), prop.String("code"), prop.Array(prop.String("places"))
	body := collection.New("Failure", message, code, places)
	return render.NewFormat(body.View(), func(f render.Fields) collection.Record {
		r, all := collection.NewRecord(body), []string{}
		for _, v := range f.Violations {
			all = append(all, v.Code+" "+v.Parameter+v.Pointer)
		}
		message.Set(&r, f.Title)
		code.Set(&r, f.Code)
		places.Set(&r, all)
		return r
	}, nil)
}()

// wholeFeatures are options of an API or a group.
func wholeFeatures() []*feature {
	api := func(name, slot string, edit func(tenon.API) tenon.API) *feature {
		return &feature{name: name, area: whole, slot: slot, declare: func(d *draft) { d.api = append(d.api, edit) }}
	}
	group := func(name string, edit func(route.RouteGroup) route.RouteGroup) *feature {
		return &feature{name: name, area: whole, declare: func(d *draft) { d.group = append(d.group, edit) }}
	}
	header := func(f *feature, name string, values ...string) *feature {
		declare := f.declare
		f.declare = func(d *draft) {
			declare(d)
			for _, v := range values {
				d.alters = append(d.alters, alteration{f.name, name + ": " + v, func(_ *instance, _ who, r *request) bool {
					r.with(name, v)
					return true
				}})
			}
		}
		return f
	}
	preflight := func(f *feature) *feature {
		declare := f.declare
		f.declare = func(d *draft) {
			declare(d)
			d.probes = append(d.probes, func(*draft) []*request {
				r := &request{op: "preflight", method: "OPTIONS", path: "/items", header: http.Header{}}
				return []*request{r.with("Origin", "https://shop.example").with("Access-Control-Request-Method", "POST").with("Access-Control-Request-Headers", "content-type").mark(f.name)}
			})
		}
		return f
	}
	mounted := func(name, at string, mount func(app *tenon.App, docs http.Handler) http.Handler) *feature {
		return &feature{name: name, area: whole, slot: "mount", declare: func(d *draft) {
			d.mounted, d.mount = at, mount
		}}
	}
	both := func(app *tenon.App, docs http.Handler) http.Handler {
		m := http.NewServeMux()
		m.Handle("/openapi.json", docs)
		m.Handle("/openapi-3.1.json", docs)
		m.Handle("/", app)
		return m
	}
	pass := func(h http.Handler) http.Handler { return h }
	teapot := render.NewProblem(418, "teapot", "A teapot.")
	old := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return []*feature{
		header(api("Locales", "", func(a tenon.API) tenon.API { return a.Locales(l10n.Builtin().Only("en", "de", "ja")) }), "Accept-Language", "de", "ja;q=0.5, x-"+marker),
		preflight(header(api("CORS", "cors", func(a tenon.API) tenon.API {
			return a.CORS(cors.Origins("https://shop.example", "https://*.shop.example").MaxAge(time.Hour))
		}), "Origin", "https://shop.example", "https://"+marker+".example")),
		preflight(header(api("CORS for any", "cors", func(a tenon.API) tenon.API { return a.CORS(cors.Origins("*")) }), "Origin", "https://any.example")),
		preflight(header(api("CORS with credentials", "cors", func(a tenon.API) tenon.API {
			return a.CORS(cors.Origins("https://shop.example", "https://other.example").Credentials())
		}), "Origin", "https://shop.example", "https://other.example")),
		header(api("RequestIDs", "", func(a tenon.API) tenon.API { return a.RequestIDs() }), "X-Request-Id", "id-1"),
		api("SecurityHeaders", "", func(a tenon.API) tenon.API { return a.SecurityHeaders(tenon.HeaderPolicy{HSTSMaxAge: time.Hour}) }),
		api("Enveloped", "renderer", func(a tenon.API) tenon.API { return a.Renderer(render.Envelope("result")) }),
		api("Bare", "renderer", func(a tenon.API) tenon.API { return a.Renderer(render.NoEnvelope()) }),
		api("Checking never", "checking", func(a tenon.API) tenon.API { return a.CheckResponses(tenon.Never) }),
		api("Checking always", "checking", func(a tenon.API) tenon.API { return a.CheckResponses(tenon.Always) }),
		api("ErrorHandler", "", func(a tenon.API) tenon.API {
			return a.ErrorHandler(func(*http.Request, error) *render.Problem { return nil })
		}),
		api("Servers", "", func(a tenon.API) tenon.API {
			return a.Server("https://api.example.com", "Production").Server("/", "Here")
		}),
		api("Webhook", "", func(a tenon.API) tenon.API {
			return a.Webhook("changed", route.Outgoing("POST", collection.New("Change", prop.String("what")).View()))
		}),
		{name: "Observe", area: whole, declare: func(d *draft) {
			d.seen = new(seen)
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.Observe(d.seen) })
		}},
		group("Cache private", func(g route.RouteGroup) route.RouteGroup { return g.Cache(cache.Private(time.Minute)) }),
		group("Cache nothing", func(g route.RouteGroup) route.RouteGroup { return g.Cache(cache.NoStore()) }),
		{name: "Cache public", area: whole, on: "shown", declare: func(d *draft) {
			d.routes = append(d.routes, func(d *draft) route.Member {
				return route.Get("/shown", route.Text(prop.String("what"))).Public().Cache(cache.Public(time.Minute)).
					Handle(func(*route.Call) (string, error) { return "the same for all", nil })
			})
			d.probes = append(d.probes, func(*draft) []*request { return []*request{get("/shown", "shown").expecting(200).mark("Cache public")} })
		}},
		api("Use", "", func(a tenon.API) tenon.API { return a.Use(pass) }),
		group("Wrap", func(g route.RouteGroup) route.RouteGroup {
			return g.Wrap(func(h route.Handler) route.Handler { return h }).Use(pass)
		}),
		group("Fails", func(g route.RouteGroup) route.RouteGroup { return g.Fails(teapot) }),
		group("Fails a range", func(g route.RouteGroup) route.RouteGroup { return g.Fails(render.AnyClientError) }),
		group("Fails at all", func(g route.RouteGroup) route.RouteGroup { return g.Fails(render.AnyError) }),
		group("ProblemFormat", func(g route.RouteGroup) route.RouteGroup { return g.ProblemFormat(failures) }),
		api("ProblemFormat of the API", "", func(a tenon.API) tenon.API {
			return a.ProblemFormat(failures.MediaType("application/vnd.failure+json"))
		}),
		group("Envelope of a group", func(g route.RouteGroup) route.RouteGroup { return g.Renderer(render.Envelope("result")) }),
		group("No envelope in a group", func(g route.RouteGroup) route.RouteGroup { return g.Renderer(render.NoEnvelope()) }),
		group("Problems without content", func(g route.RouteGroup) route.RouteGroup { return g.ProblemFormat(render.NoContent()) }),
		group("Some problems without content", func(g route.RouteGroup) route.RouteGroup {
			return g.ProblemFormat(failures.NoContent(401, 404))
		}),
		group("Deprecated", func(g route.RouteGroup) route.RouteGroup { return g.DeprecatedAt(old).Sunset(old.AddDate(9, 0, 0)) }),
		group("Audience", func(g route.RouteGroup) route.RouteGroup { return g.Docs(meta.Audience("partners")).Tag("things") }),
		group("Header of a group", func(g route.RouteGroup) route.RouteGroup {
			return g.Header(prop.String("X-Trace").MaxLen(20).Optional())
		}),
		{name: "Callback", area: whole, on: "create", declare: func(d *draft) {
			d.crud = append(d.crud, func(c crud) crud {
				made := route.Outgoing("POST", collection.New("Made", prop.String("what")).View())
				return c.Set(route.On(route.OpCreate).Callback("made", "https://client.example/{$request.body#/name}", made))
			})
		}},
		{name: "Emits", area: whole, on: "create", declare: func(d *draft) {
			made := event.New("thing.made", collection.New("EventThing", prop.String("what")).View())
			d.crud = append(d.crud, func(c crud) crud { return c.Set(route.On(route.OpCreate).Emits(made)) })
		}},
		{name: "prefix", area: whole, slot: "prefix", declare: func(d *draft) { d.prefix = "/v1" }},
		{name: "versions", area: whole, slot: "prefix", declare: func(d *draft) {
			d.prefix = "/v1"
			d.twice = true
		}},
		{name: "Health", area: whole, on: "health", declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.Add(route.Health("/health")) })
			d.probes = append(d.probes, func(*draft) []*request {
				return []*request{get("/health", "health").expecting(200).mark("Health").root()}
			})
		}},
		{name: "failing handler", area: whole, on: "fails", declare: func(d *draft) {
			d.routes = append(d.routes, func(*draft) route.Member {
				return route.Get("/fails", collection.NoContent()).Handle(func(*route.Call) (n collection.Empty, err error) { return n, errStore })
			}, func(*draft) route.Member {
				return route.Get("/panics", collection.NoContent()).Handle(func(*route.Call) (n collection.Empty, err error) { panic(marker) })
			})
			d.probes = append(d.probes, func(*draft) []*request {
				return []*request{get("/fails", "fails").expecting(500).mark("failing handler"), get("/panics", "fails").expecting(500).mark("failing handler")}
			})
		}},
		mounted("mounted", "/mounted", func(app *tenon.App, docs http.Handler) http.Handler {
			m := http.NewServeMux()
			m.Handle("/mounted/", http.StripPrefix("/mounted", both(app, docs)))
			return m
		}),
		mounted("gorilla", "", func(app *tenon.App, docs http.Handler) http.Handler {
			r := mux.NewRouter().UseEncodedPath().SkipClean(true)
			r.Handle("/openapi.json", docs)
			r.Handle("/openapi-3.1.json", docs)
			gorilla.Register(r, app)
			return r
		}),
		{name: "gorilla below a prefix", area: whole, slot: "mount", declare: func(d *draft) {
			d.mounted = "/api"
			if !d.on["Servers"] { // gorilla does not expose the prefix that it strips
				d.api = append(d.api, func(a tenon.API) tenon.API { return a.Server("/api", "Here") })
			}
			d.mount = func(app *tenon.App, docs http.Handler) http.Handler {
				r := mux.NewRouter().UseEncodedPath().SkipClean(true)
				r.Handle("/api/openapi.json", http.StripPrefix("/api", docs))
				r.Handle("/api/openapi-3.1.json", http.StripPrefix("/api", docs))
				gorilla.Register(r.PathPrefix("/api").Subrouter(), app)
				return r
			}
		}},
		{name: "BaseURL", area: whole, slot: "mount", declare: func(d *draft) {
			d.mounted = "/base"
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.BaseURL("https://api.example.com/base") })
			d.mount = func(app *tenon.App, docs http.Handler) http.Handler {
				return http.StripPrefix("/base", both(app, docs))
			}
		}},
	}
}

// seen is an observer that records exchanges.
type seen struct {
	mu  sync.Mutex
	all []tenon.Exchange
}

// Observe implements [tenon.Observer].
func (s *seen) Observe(_ context.Context, e tenon.Exchange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, e)
}
