package edge

import (
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// CORSPolicy is the policy of package cors.
type CORSPolicy struct {
	Any         bool
	Exact       []string
	Patterns    []OriginPattern
	Credentials bool
	MaxAge      time.Duration // 0: not sent
	Allow       []string      // further request headers
	Expose      []string      // further response headers
	Faults      []tree.Fault
}

// OriginPattern matches the subdomains of an origin: https://*.example.com:8443 is
// "https://" and ".example.com:8443".
type OriginPattern struct{ Before, After string }

// Allows reports whether pages of an origin are allowed by name or by pattern.
func (p CORSPolicy) Allows(origin string) bool {
	if slices.Contains(p.Exact, origin) {
		return true
	}
	return slices.ContainsFunc(p.Patterns, func(b OriginPattern) bool {
		middle, ok := strings.CutPrefix(origin, b.Before)
		if !ok {
			return false
		}
		middle, ok = strings.CutSuffix(middle, b.After)
		return ok && isLabels(middle)
	})
}

// isLabels reports whether text consists of labels of a host name.
func isLabels(text string) bool {
	for label := range strings.SplitSeq(text, ".") {
		if label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return true
}

// CORS sets the headers of a policy. A nil CORS sets none.
type CORS struct {
	policy  CORSPolicy
	exposes []string // as one value, of all responses
	maxAge  []string
	reads   map[*tree.Operation][]string // as one value
}

// NewCORS returns the headers of a policy for the operations of an API.
func NewCORS(p CORSPolicy, api *tree.API) *CORS {
	c := &CORS{policy: p, reads: map[*tree.Operation][]string{}}
	if p.MaxAge > 0 {
		c.maxAge = []string{strconv.FormatInt(int64(p.MaxAge/time.Second), 10)}
	}
	exposes := append(slices.Clip(p.Expose), "Allow") // of 405
	for _, op := range api.Operations {
		exposes = append(exposes, sentHeaders(op, op.EnvelopeIn(api) == "")...)
		for _, s := range op.DeclaredHeaders() {
			exposes = append(exposes, s.Name)
		}
		names := slices.Concat(readHeaders[:], p.Allow)
		for _, in := range op.Inputs {
			if in.In == tree.InHeader {
				names = append(names, in.Prop.Name)
			}
		}
		names = append(names, credentialHeaders(op.Security)...)
		c.reads[op] = headerValue(names)
	}
	c.exposes = headerValue(exposes)
	return c
}

// credentialHeaders returns the headers beside Authorization that have credentials.
func credentialHeaders(s *tree.Security) (names []string) {
	if !s.Secured() {
		return nil
	}
	for _, together := range s.Schemes {
		for _, scheme := range together {
			if scheme.In == tree.InHeader {
				names = append(names, scheme.Param)
			}
		}
	}
	return names
}

// readHeaders are the headers that the library reads, beyond those that Fetch safelists.
var readHeaders = [...]string{
	"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match",
	"If-Unmodified-Since", "Range", "X-Request-Id",
}

// sentHeaders returns the headers that the library may send for an operation, beyond those
// that Fetch safelists.
func sentHeaders(op *tree.Operation, bare bool) (names []string) {
	add := func(may bool, all ...string) {
		if may {
			names = append(names, all...)
		}
	}
	file, list, described := false, false, false
	for a := range op.Responses() {
		if b := a.Body; b != nil {
			file, list = file || b.Format == tree.Download, list || b.Paged
			described = described || b.Beside != nil
			add(b.Format == tree.Redirect, "Location")
		}
	}
	add(file, "Accept-Ranges", "Content-Disposition", "Content-Range")
	add(file || op.SendsVersions(), "ETag")
	add(list, "Link")
	add(described && bare, tree.Pagination)
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
	add(slices.ContainsFunc(op.BuiltinProblems(), tree.BuiltinProblem.Retried), "Retry-After")
	for _, f := range op.Fails {
		for _, h := range f.ResponseHeaders {
			add(true, h.Name)
		}
	}
	return names
}

// headerValue returns a header value with the sorted names, without duplicates.
func headerValue(names []string) []string {
	sort.Slice(names, func(i, j int) bool { return strings.ToLower(names[i]) < strings.ToLower(names[j]) })
	names = slices.CompactFunc(names, strings.EqualFold)
	return []string{strings.Join(names, ", ")}
}

// SetHeaders sets what lets a page see the response.
func (c *CORS) SetHeaders(h http.Header, r *http.Request) {
	if c == nil {
		return
	}
	if !c.policy.Any {
		h.Add("Vary", "Origin")
	}
	if !IsPreflight(r) && c.allow(h, r) {
		h["Access-Control-Expose-Headers"] = c.exposes
	}
}

// SetPreflight sets the headers of a preflight response for a path with these methods; op
// is the operation of the method that the page asks for, or nil.
func (c *CORS) SetPreflight(h http.Header, r *http.Request, methods string, op *tree.Operation) {
	h.Add("Vary", "Access-Control-Request-Method")
	if !c.allow(h, r) {
		return
	}
	h["Access-Control-Allow-Methods"] = []string{methods}
	if op != nil {
		h["Access-Control-Allow-Headers"] = c.reads[op]
	}
	if c.maxAge != nil {
		h["Access-Control-Max-Age"] = c.maxAge
	}
}

// allow lets the page of a request see the response, if the policy allows it. If it allows
// every page, all responses are the same, so that caches need not distinguish them (Fetch,
// CORS protocol and HTTP caches).
func (c *CORS) allow(h http.Header, r *http.Request) bool {
	origins := r.Header["Origin"]
	switch {
	case c.policy.Any:
		h["Access-Control-Allow-Origin"] = anyOrigin
		return true
	case len(origins) != 1 || !c.policy.Allows(origins[0]):
		return false
	}
	h["Access-Control-Allow-Origin"] = []string{origins[0]}
	if c.policy.Credentials {
		h["Access-Control-Allow-Credentials"] = yes
	}
	return true
}

// Header values that never change. The slices are full, so that an Add copies them.
var (
	anyOrigin = []string{"*"}
	yes       = []string{"true"}
)

// IsPreflight reports whether a request is a CORS preflight request (Fetch).
func IsPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && len(r.Header["Origin"]) > 0 && len(r.Header["Access-Control-Request-Method"]) > 0
}
