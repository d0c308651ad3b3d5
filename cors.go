package tenon

import (
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

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
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, p.Faults(ir.Key{})...)
		d.outside.cors = &p
	})
}

// corsHandler is a policy with what it must know of the operations.
type corsHandler struct {
	policy  cors.Policy
	exposes []string // of every answer, as one value
	age     []string
	reads   map[*ir.Operation][]string // as one value
}

func newCORS(p cors.Policy, api *ir.API) *corsHandler {
	c := &corsHandler{policy: p, reads: map[*ir.Operation][]string{}}
	if age := p.Age(ir.Key{}); age > 0 {
		c.age = []string{strconv.FormatInt(int64(age/time.Second), 10)}
	}
	reads, exposes := p.Headers(ir.Key{})
	exposes = append(slices.Clip(exposes), "Allow") // of 405
	for _, op := range api.Operations {
		exposes = append(exposes, answered(op, api.Envelope == "")...)
		for _, s := range op.ResponseHeaders {
			exposes = append(exposes, s.Name)
		}
		names := slices.Concat(asked[:], reads)
		for _, in := range op.Inputs {
			if in.In == ir.InHeader {
				names = append(names, in.Prop.Name)
			}
		}
		names = append(names, credentials(op.Security)...)
		c.reads[op] = listed(names)
	}
	c.exposes = listed(exposes)
	return c
}

// credentials are the headers beside Authorization in which callers prove who
// they are.
func credentials(s *ir.Security) (names []string) {
	if !s.Secured() {
		return nil
	}
	for _, together := range s.Schemes {
		for _, scheme := range together {
			if scheme.In == ir.InHeader {
				names = append(names, scheme.Param)
			}
		}
	}
	return names
}

// asked are the headers that the library reads by itself, beyond what Fetch safelists.
var asked = [...]string{
	"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match",
	"If-Unmodified-Since", "Range", "X-Request-Id",
}

// answered are the headers that the library may send for an operation, beyond what
// Fetch safelists.
func answered(op *ir.Operation, bare bool) (names []string) {
	add := func(may bool, all ...string) {
		if may {
			names = append(names, all...)
		}
	}
	file, list := false, false
	for a := range op.Responses() {
		if b := a.Body; b != nil {
			file, list = file || b.Format == ir.Download, list || b.Beside != nil
			add(b.Format == ir.Redirect, "Location")
		}
	}
	add(file, "Accept-Ranges", "Content-Disposition", "Content-Range")
	add(file || op.SendsVersions(), "ETag")
	add(list, "Link")
	add(list && bare, ir.Pagination)
	add(op.Method == http.MethodPatch && op.Body != nil, "Accept-Patch")
	add(op.Idempotency != nil, "Idempotent-Replayed")
	add(!op.DeprecatedAt.IsZero(), "Deprecation")
	add(!op.Sunset.IsZero(), "Sunset")
	add(op.Traced, "X-Request-Id")
	if s := op.Security; s.Limited() {
		for _, l := range s.Limits {
			add(l.XHeaders, "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
			add(l.DraftHeaders, "RateLimit", "RateLimit-Policy")
		}
	}
	add(op.Security.Secured(), "WWW-Authenticate", "Retry-After")
	add(slices.ContainsFunc(op.BuiltinProblems(), ir.BuiltinProblem.Retried), "Retry-After")
	return names
}

// listed makes one header value of names, each once and in order.
func listed(names []string) []string {
	sort.Slice(names, func(i, j int) bool { return strings.ToLower(names[i]) < strings.ToLower(names[j]) })
	names = slices.CompactFunc(names, strings.EqualFold)
	return []string{strings.Join(names, ", ")}
}

// setHeaders tells pages what they may see of the answer to come.
func (c *corsHandler) setHeaders(h http.Header, r *http.Request) {
	if !c.policy.Any(ir.Key{}) {
		h.Add("Vary", "Origin")
	}
	if !preflight(r) && c.admit(h, r) {
		h["Access-Control-Expose-Headers"] = c.exposes
	}
}

// admit lets the page that asks see the answer, if it may. Where every page may,
// the answer says so to everybody, so that caches need not tell them apart
// (Fetch, CORS protocol and HTTP caches).
func (c *corsHandler) admit(h http.Header, r *http.Request) bool {
	origins := r.Header["Origin"]
	switch {
	case c.policy.Any(ir.Key{}):
		h["Access-Control-Allow-Origin"] = everyOrigin
		return true
	case len(origins) != 1 || !c.policy.Allows(ir.Key{}, origins[0]):
		return false
	}
	h["Access-Control-Allow-Origin"] = []string{origins[0]}
	if c.policy.Sends(ir.Key{}) {
		h["Access-Control-Allow-Credentials"] = yes
	}
	return true
}

// Header values that never change. The slices are full, so that an Add by
// anyone copies them.
var (
	everyOrigin = []string{"*"}
	yes         = []string{"true"}
)

// preflight reports whether a browser asks before it sends a request (Fetch,
// CORS-preflight request).
func preflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && len(r.Header["Origin"]) > 0 && len(r.Header["Access-Control-Request-Method"]) > 0
}

// preflights answers preflights for a path that the App has, and leaves all else
// to h.
func (a *App) preflights(h http.Handler, pathOf func(*http.Request) match.Path) http.Handler {
	c := a.cors
	if c == nil {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !preflight(r) {
			h.ServeHTTP(w, r)
			return
		}
		var path match.Cut
		path.Read(pathOf(r))
		allow := a.tree.Allow(&path)
		if allow == "" {
			h.ServeHTTP(w, r)
			return
		}
		head := w.Header()
		head.Add("Vary", "Access-Control-Request-Method")
		if c.admit(head, r) {
			head["Access-Control-Allow-Methods"] = []string{allow}
			if s, found := a.tree.Find(r.Header.Get("Access-Control-Request-Method"), &path); found == match.Yes {
				head["Access-Control-Allow-Headers"] = c.reads[s.op]
			}
			if c.age != nil {
				head["Access-Control-Max-Age"] = c.age
			}
		}
		a.options(w, &path, allow)
	})
}
