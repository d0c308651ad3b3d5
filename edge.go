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
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// edgeOptions is what an API does for every request around its middleware. The zero value
// does nothing, at no cost.
type edgeOptions struct {
	ids       bool
	observers []Observer
	problems  func(w http.ResponseWriter, r *http.Request, p *render.Problem)
	cors      *edge.CORSPolicy // nil: there is none
	format    *problem.Format  // nil: RFC 9457
	security  []field
	languages *problem.Localizing // of problems; nil: they have their declared texts

	noSubjects, noAddresses bool
	address                 func(*http.Request) string // nil: that of the connection
}

// exchanges reports whether every request needs an [exchange].
func (o *edgeOptions) exchanges() bool {
	return o.ids || len(o.observers) > 0 || o.problems != nil || o.format != nil
}

// wrapEdge wraps a handler in what the API does for every request.
func (a *App) wrapEdge(h http.Handler) http.Handler {
	o := &a.edge
	if o.languages != nil {
		h = localized(o.languages, h)
	}
	if len(o.security) > 0 || a.cors != nil {
		h = a.withHeaders(h)
	}
	if o.exchanges() || a.named {
		h = a.withExchange(h)
	}
	return h
}

// withHeaders sets headers of every response. A handler may replace them.
func (a *App) withHeaders(h http.Handler) http.Handler {
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

// preflights responds to preflight requests for paths of the App, and passes all other
// requests to h.
func (a *App) preflights(h http.Handler, pathOf func(*http.Request) match.Path) http.Handler {
	if a.cors == nil {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !edge.IsPreflight(r) {
			h.ServeHTTP(w, r)
			return
		}
		var path match.Cut
		path.Read(pathOf(r))
		allow := a.routes.Allow(&path)
		if allow == "" {
			h.ServeHTTP(w, r)
			return
		}
		var op *tree.Operation
		if s, found := a.routes.Find(r.Header.Get("Access-Control-Request-Method"), &path); found == match.Yes {
			op = s.op
		}
		a.cors.SetPreflight(w.Header(), r, allow, op)
		a.options(w, &path, allow)
	})
}

// CORS lets web pages of other origins use the API. The App responds to preflight requests
// before middleware runs, with the methods of the path and the headers that the route of the
// method reads. Other responses tell browsers which headers pages may read: those that routes
// declare with ResponseHeader, and those that the library sends for them. Name undeclared
// headers of handlers and middleware with [cors.Policy.ExposeHeaders].
//
// Every response has Vary: Origin, unless the policy allows every origin: then all origins get
// the same responses.
func (a API) CORS(p cors.Policy) API {
	policy := seal.Box[edge.CORSPolicy](p).Open()
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, policy.Faults...)
		d.edge.cors = &policy
	})
}

// HeaderPolicy has headers that keep browsers from treating responses as pages. An empty field
// keeps its default, which suits an API; "-" sends nothing.
type HeaderPolicy struct {
	// ContentSecurityPolicy is the value of Content-Security-Policy. The default is default-src
	// 'none'; frame-ancestors 'none'.
	ContentSecurityPolicy string
	// ReferrerPolicy is the value of Referrer-Policy. The default is no-referrer.
	ReferrerPolicy string
	// CrossOriginResourcePolicy is the value of Cross-Origin-Resource-Policy. The default is
	// same-origin. Pages of other origins that embed responses, such as pictures, need
	// cross-origin; [API.CORS] is for responses that they fetch.
	CrossOriginResourcePolicy string
	// HSTSMaxAge, in whole seconds, is how long browsers use HTTPS only
	// (Strict-Transport-Security, RFC 6797). IncludeSubDomains and Preload extend it. 0 sends
	// nothing. Set it if clients reach the API by HTTPS alone, even if a proxy terminates TLS.
	HSTSMaxAge                 time.Duration
	IncludeSubDomains, Preload bool
}

// SecurityHeaders sends security headers on every response, and nosniff also on responses
// without a body. A handler may replace any of them. Without SecurityHeaders, responses with a
// body have X-Content-Type-Options: nosniff, and no response has the others.
func (a API) SecurityHeaders(s HeaderPolicy) API {
	for _, text := range []string{s.ContentSecurityPolicy, s.ReferrerPolicy, s.CrossOriginResourcePolicy} {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			return a.fault("SecurityHeaders: %q is not a valid header value", text)
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

// RequestIDs gives every request an ID. It is that of the header X-Request-Id if it has 1 to
// 128 letters, digits and characters of "-._~:@+=/" and does not begin with a slash, and 128
// random bits otherwise. Every response has it in the same header, rejections too. Problems
// without an instance have urn:request:<id>, and log lines of the library have it as
// request_id. Documents describe both headers. Without RequestIDs, requests have no IDs.
//
// An ID correlates log lines. Clients can choose it, so that it is neither secret nor unique.
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

// Locales translates problems into the language of the client. Package l10n has the texts of
// the library in 19 languages and accepts those of the application:
//
//	tenon.New("Shop", "1.0.0").
//		Locales(l10n.Builtin().
//			Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}).
//			Problem("de", "sold_out", "Ausverkauft."))
//
// The language is selected by Accept-Language (lookup, RFC 4647 §3.4); the catalog's default
// applies if no language matches. It applies to titles and details of all problems, including
// those of handlers, middleware and the library (404, 405, the 500 after a panic), and to all
// violations, including those of the application. Codes, pointers and arguments do not depend
// on it. Texts that a language lacks are sent as declared; l10n.Catalog.Missing lists them for
// a test.
//
// Every problem has Content-Language, and Accept-Language in Vary in addition to other values.
// Successful responses have neither: their language is up to the application. The document
// lists the languages.
//
// Middleware that finds the language elsewhere, such as in a cookie, sets the header
// Accept-Language of the request. Without Locales, problems are sent as declared, and programs
// link no translations.
func (a API) Locales(languages render.Locales) API {
	if languages == nil {
		return a.fault("Locales(nil): use a catalog such as l10n.Builtin()")
	}
	faults, tags := tree.CatalogOf(languages).Faults(), languages.Tags()
	if len(faults) == 0 && len(tags) == 0 {
		return a.fault("Locales has no language; begin with l10n.Builtin()")
	}
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, faults...)
		d.edge.languages, d.node.Languages = problem.Localize(tree.CatalogOf(languages)), tags
	})
}

// localized returns h with problems in the languages of l.
func localized(l *problem.Localizing, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, l.Request(r)) })
}

// ProblemFormat sets the representation of problems, in place of application/problem+json:
// those of handlers and middleware, the library's own, and those of requests without an
// operation. Groups, routes and problems may have formats of their own. See
// [render.NewFormat].
func (a API) ProblemFormat(f *render.Format) API {
	if f == nil {
		return a.fault("ProblemFormat has a nil format")
	}
	return a.edit(func(d *declaration) { d.edge.format = (*problem.Format)(f) })
}

// ProblemWriter sets a function that writes problems: those of handlers and middleware,
// and the library's own. The document says of their content that it may be anything; prefer
// [API.ProblemFormat], which it describes.
//
//	func(w http.ResponseWriter, r *http.Request, p *render.Problem) {
//		p.Extension("support", `"https://example.com/support"`).ServeHTTP(w, r)
//	}
//
// The status is always that of the problem. If f panics before it writes, or writes
// nothing, the problem is sent as RFC 9457 says.
func (a API) ProblemWriter(f func(w http.ResponseWriter, r *http.Request, p *render.Problem)) API {
	return a.edit(func(d *declaration) {
		d.edge.problems, d.node.CustomProblems = f, f != nil
	})
}

// formatFailed logs a problem that its format cannot represent.
func (a *App) formatFailed(r *http.Request, p *problem.Problem, err error) {
	a.logOf(r).ErrorContext(r.Context(), "tenon: the format of problems failed", "code", p.Data().Code, "error", err.Error())
}

// formatProblems makes the problems of h have a format; f may be nil.
func (a *App) formatProblems(f *problem.Format, h http.Handler) http.Handler {
	if f == nil || a.formatter != nil && a.formatter.Format == f {
		return h // every request of the API has it
	}
	return (&problem.Formatter{Format: f, Failed: a.formatFailed}).Around(h)
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
	t := &edge.Writer{ResponseWriter: w, Fixed: p.Status()}
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if v == http.ErrAbortHandler { // meant for the server
			panic(v)
		}
		stack := string(debug.Stack())
		a.logOf(r).ErrorContext(r.Context(), "tenon: problem writer panicked",
			"code", p.Code(), "panic", fmt.Sprint(v), "stack", stack)
		if x := exchangeOf(r.Context()); x != nil {
			x.panicked(v, stack)
		}
		if t.Status != 0 {
			panic(http.ErrAbortHandler) // the client must not take half a response for a whole one
		}
		begun = false
	}()
	// Within f, a problem writes itself.
	plain := context.WithValue(r.Context(), problem.WriterKey{}, nil)
	a.edge.problems(t.Keep(), r.WithContext(plain), p)
	return t.Status != 0
}
