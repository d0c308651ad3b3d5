package tenon

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/render"
)

// edgeOptions is what an API does for every request around its middleware. The zero value
// does nothing, at no cost.
type edgeOptions struct {
	ids       bool
	observers []Observer
	problems  func(w http.ResponseWriter, r *http.Request, p *render.Problem)
	cors      *edge.CORSPolicy // nil: pages of other origins are left to the browser
	security  []field
	locales   ir.Catalog // nil: problems are told as they are declared

	noSubjects, noAddresses bool
	address                 func(*http.Request) string // nil: that of the connection
}

// exchanges reports whether every request needs an [exchange].
func (o *edgeOptions) exchanges() bool { return o.ids || len(o.observers) > 0 || o.problems != nil }

// wrapEdge wraps a handler in what the API does for every request.
func (a *App) wrapEdge(h http.Handler) http.Handler {
	o := &a.edge
	if o.locales != nil {
		h = a.withLocale(h)
	}
	if a.cors != nil || len(o.security) > 0 {
		h = a.setDefaultHeaders(h)
	}
	if o.exchanges() || a.named {
		h = a.withExchange(h)
	}
	return h
}

// setDefaultHeaders sets headers of every response. A handler may replace them.
func (a *App) setDefaultHeaders(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		for i := range a.edge.security {
			head[a.edge.security[i].name] = a.edge.security[i].value
		}
		if a.cors != nil {
			a.cors.SetHeaders(head, r)
		}
		h.ServeHTTP(w, r)
	})
}

// CORS lets web pages of other origins use the API. Preflights are answered
// before any middleware sees them, with the methods that the path has, and the
// headers that the route of the method reads. Every other answer tells the pages
// which of its headers they may see: what the routes declare with Sends, and what the
// library sends for them. What a handler or a middleware sends undeclared is named
// with [cors.Policy.ExposeHeaders].
//
// Every answer has Vary: Origin, unless the policy allows every origin: then the
// answers to all are the same.
func (a API) CORS(p cors.Policy) API {
	policy := seal.Box[edge.CORSPolicy](p).Open()
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, policy.Faults...)
		d.edge.cors = &policy
	})
}

// HeaderPolicy says what browsers are told about answers, so that none is taken for
// a page. What is empty keeps its default, which suits an API; "-" sends nothing.
type HeaderPolicy struct {
	// ContentSecurityPolicy is the value of Content-Security-Policy. The default is
	// default-src 'none'; frame-ancestors 'none'.
	ContentSecurityPolicy string
	// ReferrerPolicy is the value of Referrer-Policy. The default is no-referrer.
	ReferrerPolicy string
	// CrossOriginResourcePolicy is Cross-Origin-Resource-Policy: same-origin unless it is given.
	// Pages of other origins that embed what the API answers, such as pictures,
	// need cross-origin; what they fetch is up to [API.CORS].
	CrossOriginResourcePolicy string
	// HSTSMaxAge, in whole seconds, is how long browsers shall use HTTPS only
	// (Strict-Transport-Security, RFC 6797), with sub-domains and preloading where
	// that is said. 0 sends nothing. Say it where clients reach the API by HTTPS
	// alone, also where another server ends it.
	HSTSMaxAge                 time.Duration
	IncludeSubDomains, Preload bool
}

// SecurityHeaders sends what browsers should know on every answer, and nosniff
// on those without content too. A handler may replace any of it. Without
// SecurityHeaders, answers with content have X-Content-Type-Options: nosniff, and
// that is all.
func (a API) SecurityHeaders(s HeaderPolicy) API {
	for _, text := range []string{s.ContentSecurityPolicy, s.ReferrerPolicy, s.CrossOriginResourcePolicy} {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			return a.fault("SecurityHeaders: %q cannot stand in a header", text)
		}
	}
	if s.HSTSMaxAge < 0 || s.HSTSMaxAge > 0 && s.HSTSMaxAge < time.Second {
		return a.fault("SecurityHeaders: an HSTSMaxAge of %v is not in whole seconds", s.HSTSMaxAge)
	}
	if s.HSTSMaxAge == 0 && (s.IncludeSubDomains || s.Preload) {
		return a.fault("SecurityHeaders: IncludeSubDomains and Preload need HSTSMaxAge")
	}
	return a.edit(func(d *declaration) { d.edge.security = s.fields() })
}

// field is a constant header. The slice is full, so that an Add copies it.
type field struct {
	name  string
	value []string
}

func (s HeaderPolicy) fields() []field {
	fields := []field{{"X-Content-Type-Options", []string{"nosniff"}}}
	add := func(name, value, usual string) {
		switch value {
		case "-":
			return
		case "":
			value = usual
		}
		fields = append(fields, field{name, []string{value}})
	}
	add("Content-Security-Policy", s.ContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
	add("Referrer-Policy", s.ReferrerPolicy, "no-referrer")
	add("Cross-Origin-Resource-Policy", s.CrossOriginResourcePolicy, "same-origin")
	if s.HSTSMaxAge > 0 {
		value := "max-age=" + strconv.FormatInt(int64(s.HSTSMaxAge/time.Second), 10)
		if s.IncludeSubDomains {
			value += "; includeSubDomains"
		}
		if s.Preload {
			value += "; preload"
		}
		add("Strict-Transport-Security", value, "")
	}
	return fields
}

// RequestIDs gives every request an id: that of its header X-Request-Id, where
// there is one of 1 to 128 letters, digits and characters of "-._~:@+=/" that
// does not begin with a slash, and otherwise 128 random bits. The answer carries
// it in the same header, also one that refuses the request; problems that have no
// instance of their own have urn:request:<id>; and what the library logs has it
// as request_id. Documents tell of both headers. Without RequestIDs there are none.
//
// An id connects lines of logs. It is neither a secret nor unique, for clients
// choose it.
func (a API) RequestIDs() API {
	return a.edit(func(d *declaration) { d.edge.ids = true })
}

// RequestID returns the ID of the request of a context, or "" if there is none.
func RequestID(ctx context.Context) string {
	if x := exchangeOf(ctx); x != nil {
		return x.id
	}
	return ""
}

// Locales tells every problem in the language of the client. Package l10n has the
// texts of the library in nineteen languages, and takes those of the application:
//
//	tenon.New("Shop", "1.0.0").
//		Locales(l10n.Builtin().
//			Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}).
//			Problem("de", "sold_out", "Ausverkauft."))
//
// What a client asks for with Accept-Language is looked up by RFC 4647 §3.4; one
// that asks for nothing that there is gets the catalogue's default. The language
// is that of titles and details: of problems that handlers and middlewares answer
// with, of violations, also those that an application makes itself, and of what
// the library refuses, 404, 405 and the 500 after a panic among them. Codes,
// pointers and arguments are the same in all. What a language does not say is
// told as it is declared; l10n.Catalog.Missing lists it for a test.
//
// Every problem has Content-Language, and Accept-Language in Vary, beside what
// others have put there. Successes have neither: what they say is the
// application's. The document says which languages there are.
//
// A middleware that finds the language elsewhere, such as in a cookie, sets the
// header Accept-Language of the request. Without Locales problems are told as
// they are declared, and no texts are linked.
func (a API) Locales(languages render.Locales) API {
	if languages == nil {
		return a.fault("Locales(nil): a catalogue is needed, such as l10n.Builtin()")
	}
	faults, tags := ir.CatalogOf(languages).Faults(), languages.Tags()
	if len(faults) == 0 && len(tags) == 0 {
		return a.fault("Locales has no language; begin with l10n.Builtin()")
	}
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, faults...)
		d.edge.locales, d.node.Languages = ir.CatalogOf(languages), tags
	})
}

// withLocale makes problems of h use the languages of the API.
func (a *App) withLocale(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, problem.WithCatalog(r, a.edge.locales))
	})
}

// ProblemWriter sets what writes problems: those of handlers and middlewares, the
// library's own, and those after a panic. Without it a problem writes itself, as
// application/problem+json.
//
//	func(w http.ResponseWriter, r *http.Request, p *render.Problem) {
//		p.Member("support", `"https://example.com/support"`).ServeHTTP(w, r)
//	}
//
// [render.Problem.Fields] is what another form can be made of; the document goes
// on to say what a problem writes by itself. The status is always the problem's,
// whatever f writes. Where f panics before it writes, or writes nothing, the
// problem writes itself.
func (a API) ProblemWriter(f func(w http.ResponseWriter, r *http.Request, p *render.Problem)) API {
	return a.edit(func(d *declaration) { d.edge.problems = f })
}

// writeProblem sends a problem.
func (a *App) writeProblem(w http.ResponseWriter, r *http.Request, p *render.Problem) {
	if a.edge.problems == nil {
		(*problem.Problem)(p).Write(w, r, &a.buffers)
		return
	}
	before := w.Header().Clone()
	begun := a.writeCustom(w, r, p)
	if begun {
		return
	}
	h := w.Header()
	clear(h)
	maps.Copy(h, before)
	(*problem.Problem)(p).Write(w, r, &a.buffers)
}

// writeCustom calls the application's writer of problems, and reports whether it has begun
// a response.
func (a *App) writeCustom(w http.ResponseWriter, r *http.Request, p *render.Problem) (begun bool) {
	t := &edge.FixedStatus{ResponseWriter: w, Status: p.Status()}
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if v == http.ErrAbortHandler { // meant for the server
			panic(v)
		}
		stack := string(debug.Stack())
		a.logOf(r).ErrorContext(r.Context(), "tenon: what writes problems panicked",
			"code", p.Code(), "panic", fmt.Sprint(v), "stack", stack)
		if x := exchangeOf(r.Context()); x != nil {
			x.panicked(v, stack)
		}
		if t.Begun {
			panic(http.ErrAbortHandler) // half an answer: the client must not take it for whole
		}
		begun = false
	}()
	// Within f, a problem writes itself.
	plain := context.WithValue(r.Context(), problem.WriterKey{}, nil)
	a.edge.problems(t, r.WithContext(plain), p)
	return t.Begun
}
