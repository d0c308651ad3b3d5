package apitest

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// Laws tests what HTTP and the document promise of every exchange: statuses, headers and bodies as
// declared, 401 with a challenge, 404, 405 with Allow, 406, 415, HEAD as GET, nothing private in shared
// caches, violations of each body and input rejected and not sent back, and no internal error:
//
//	func TestLaws(t *testing.T) {
//		apitest.Laws(t, app, apitest.As("ann", apitest.Bearer(token)))
//	}
//
// Rate limits are tested as [Limits] does. Operations on an entity get one that the test has created, if the
// API has a resource for it. At most ten rules are reported, each with its request as a curl command.
//
// A response that has no end after 10 seconds or 64 MiB is reported, and nothing else of its operation is
// tested. After five minutes, or what [For] sets, Laws ends and reports how many operations it has not
// tested.
func Laws(t testing.TB, app *tenon.App, opts ...Option) {
	t.Helper()
	s := newSuite(app, settingsOf(opts))
	l := &checker{world: s.newWorld(s.seed), rng: rand.New(rand.NewPCG(s.seed, 0))}
	defer l.end()
	for i, o := range s.operations {
		if s.spent() {
			t.Errorf("Laws ended after %v, without %d of %d operations; give it more time with For", time.Since(s.begin).Round(time.Second), len(s.operations)-i, len(s.operations))
			break
		}
		if !o.Hidden {
			l.test(o)
		}
	}
	if s.runs >= 10 { // it waits
		l.dates()
	}
	reportAll(t, append(l.found, s.limits(t)...))
	t.Logf("%d requests to %d operations; seed %d", s.requests, len(s.operations), s.seed)
}

// checker tests operations, one after the other.
type checker struct {
	*world
	rng   *rand.Rand
	found []failure
	stuck bool // the operation had a response without an end
}

// report records a broken rule, once for each operation.
func (l *checker) report(b *broken, x *exchange) {
	if b == nil || slices.ContainsFunc(l.found, func(f failure) bool { return f.law == b.law && f.trace[0].op == x.op }) {
		return
	}
	l.found = append(l.found, failure{broken: b, trace: []*exchange{x}, seed: l.seed})
}

// law sends a request, and reports what is broken. want has the statuses that it may have; none:
// every declared one.
func (l *checker) law(law string, o *operation, method, target string, as int, header http.Header, body []byte, want ...int) *exchange {
	x := &exchange{op: o, method: method, target: target, header: header.Clone(), body: body, by: "no credentials"}
	var credentials func(*http.Request)
	if as >= 0 {
		x.by, credentials = l.identities[as].name, l.identities[as].credentials
	}
	x.send(l.server, l.address(as), credentials)
	l.requests++
	l.nextClient()
	switch {
	case x.status >= 500:
		if l.report(x.check(), x); x.endless != "" {
			l.stuck = true
		}
	case x.tooMany() != nil:
		if !slices.ContainsFunc(l.found, func(f failure) bool { return f.law == x.tooMany().law }) {
			l.report(x.tooMany(), x)
		}
	case len(want) > 0 && !slices.Contains(want, x.status):
		l.report(breaks(law, "%s %s responds with %d, not %s", method, target, x.status, statuses(want...)), x)
	case len(want) == 0:
		l.report(x.check(), x)
	}
	return x
}

func (l *checker) test(o *operation) {
	l.stuck = false
	target, ok := l.pathOf(o)
	if !ok {
		return
	}
	header, query := l.required(o)
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	if o.Idempotency != nil && o.Idempotency.Required {
		header.Set(tree.IdempotencyKey, l.newKey())
	}
	for _, part := range []func(*operation, string, http.Header){l.methods, l.credentials, l.parameters, l.contents, l.reads, l.caching} {
		if !l.stuck && !l.spent() {
			part(o, target, header)
		}
	}
}

// pathOf returns a path of an operation, with an entity that exists.
func (l *checker) pathOf(o *operation) (string, bool) {
	for _, r := range l.resources {
		rest, below := strings.CutPrefix(o.Path, r.path+"/{"+r.param.Prop.Name+"}")
		if !below {
			continue
		}
		e, _ := l.create(r, 0, bodyFor(r.create, uint64(2*l.rng.IntN(1<<20)+1)), "")
		if e != nil {
			return fill(o, e.path+rest)
		}
	}
	return fill(o, o.Path)
}

// fill replaces the parameters of a path with values.
func fill(o *operation, path string) (string, bool) {
	for _, in := range o.inputs {
		if in.In != tree.InPath {
			continue
		}
		value, ok := text(in.Prop, 0)
		if !ok {
			return "", false
		}
		path = strings.NewReplacer("{"+in.Prop.Name+"}", escape(value), "{"+in.Prop.Name+"...}", escape(value)).Replace(path)
	}
	return path, true
}

// methods tests other methods than those of the path.
func (l *checker) methods(o *operation, target string, header http.Header) {
	var known []string
	path, _, _ := strings.Cut(target, "?")
	for _, other := range l.operations {
		if matches(other.Path, path) {
			known = append(known, other.Method)
		}
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "BREW"} {
		if slices.Contains(known, method) || !l.everything() {
			continue
		}
		x := l.law("other methods are 405", o, method, path, 0, header, nil, 405, 501)
		if allow := x.response.Get("Allow"); x.status == 405 && !strings.Contains(allow, o.Method) {
			l.report(breaks("405 has Allow", "%s %s responds with 405 and Allow: %s, which lacks %s", method, path, allow, o.Method), x)
		}
	}
	if o.Method == "GET" && !o.Endless() && o.Success.Body != nil && !slices.Contains(known, "HEAD") {
		l.head(o, target, header)
	}
}

// head compares HEAD with GET (RFC 9110 §9.3.2), once more if they differ: a second may have passed between them.
func (l *checker) head(o *operation, target string, header http.Header) {
	const law = "HEAD is GET without a body"
	var b *broken
	var head *exchange
	for range 2 {
		get := l.law("", o, "GET", target, 0, header, nil)
		if l.stuck || get.aborted {
			return
		}
		again := l.law("", o, "GET", target, 0, header, nil)
		head = l.law(law, o, "HEAD", target, 0, header, nil, get.status)
		if b = head.differs(get, again); b == nil {
			return
		}
	}
	l.report(b, head)
}

// differs compares the response to a HEAD with those to two GETs. Headers that these have apart are not compared.
func (x *exchange) differs(get, again *exchange) *broken {
	const law = "HEAD is GET without a body"
	if len(x.got) > 0 {
		return breaks(law, "HEAD %s responds with %d bytes", x.target, len(x.got))
	}
	length := x.response.Get("Content-Length")
	if length != "" && length != "0" && get.status == 200 && length != strconv.Itoa(len(again.got)) && len(get.got) == len(again.got) {
		return breaks(law, "HEAD %s responds with Content-Length: %s, GET with %d bytes", x.target, length, len(again.got))
	}
	apart := []string{"Date", "Age", "Set-Cookie", "Retry-After", "Content-Length", "Transfer-Encoding"}
	for name, values := range get.response {
		if slices.Contains(apart, name) || !slices.Equal(values, again.response[name]) || strings.Contains(name, "Ratelimit") {
			continue
		}
		if got := x.response[name]; !slices.Equal(got, values) {
			return breaks(law, "HEAD %s responds with %s: %q, GET with %q", x.target, name, got, values)
		}
	}
	return nil
}

// matches reports whether a path may be one of an operation.
func matches(pattern, path string) bool {
	segments, template := strings.Split(path, "/"), strings.Split(pattern, "/")
	several := slices.IndexFunc(template, func(t string) bool { return strings.HasSuffix(t, "...}") })
	if more := len(segments) - len(template); several >= 0 && more > 0 { // of the segments that one parameter takes
		segments = slices.Delete(segments, several, several+more)
	}
	return slices.EqualFunc(segments, template, func(s, t string) bool { return s == t || strings.Contains(t, "{") })
}

// everything reports whether all operations are tested, so that a path has no others.
func (l *checker) everything() bool { return len(l.only) == 0 && len(l.except) == 0 }

// credentials tests requests without credentials and with wrong ones.
func (l *checker) credentials(o *operation, target string, header http.Header) {
	if !o.Security.Secured() {
		return
	}
	challenge := func(x *exchange) {
		if x.status == 401 && len(x.response.Values("WWW-Authenticate")) == 0 {
			l.report(breaks("401 has a challenge", "%s responds with 401 without WWW-Authenticate", o.name()), x)
		}
	}
	if !o.Security.Public() {
		challenge(l.law("requests without credentials are 401", o, o.Method, target, -1, header, nil, 401))
	}
	for _, wrong := range o.wrongCredentials() {
		x := l.law("wrong credentials are 401", o, o.Method, target, -1, merged(header, wrong), nil, 401)
		challenge(x)
		l.silent(x)
	}
}

// wrongCredentials returns headers with credentials that nobody has, for each scheme that reads a header.
func (o *operation) wrongCredentials() (all []http.Header) {
	for _, together := range o.Security.Schemes {
		for _, scheme := range together {
			switch {
			case scheme.Kind == tree.APIKey && scheme.In == tree.InHeader && scheme.Param != "Authorization":
				all = append(all, http.Header{http.CanonicalHeaderKey(scheme.Param): {secret}})
			case scheme.Kind == tree.HTTPBearer || scheme.Kind == tree.OAuth2 || scheme.Kind == tree.OpenIDConnect:
				all = append(all, http.Header{"Authorization": {"Bearer " + secret}})
			}
		}
	}
	return all
}

// merged returns a copy of a header with the fields of another.
func merged(h, other http.Header) http.Header {
	h = h.Clone()
	maps.Copy(h, other)
	return h
}

// silent checks that a response does not contain what was wrong in the request.
func (l *checker) silent(x *exchange) {
	if containsText(x.got, secret) {
		l.report(breaks("rejected values are not sent back", "%s responds with %s", x.op.name(), shorten(string(x.got))), x)
	}
}

// parameters tests unknown and wrong parameters.
func (l *checker) parameters(o *operation, target string, header http.Header) {
	sign := "?"
	if strings.Contains(target, "?") {
		sign = "&"
	}
	if o.Method == "GET" && o.Body == nil && !o.IgnoreUnknown {
		l.silent(l.law("unknown parameters are rejected", o, "GET", target+sign+"no_such_parameter="+secret, 0, header, nil, 400, 401, 403, 404, 422))
	}
	if o.Method == "GET" && len(o.Offers()) > 0 {
		h := header.Clone()
		h.Set("Accept", "application/x-"+secret)
		l.silent(l.law("", o, "GET", target, 0, h, nil))
	}
	for _, in := range o.inputs {
		if in.In != tree.InQuery || in.Style == tree.Content {
			continue
		}
		switch in.Prop.Type.(type) {
		case tree.Integer, tree.Float, tree.Boolean, tree.Enum:
			x := l.law("wrong parameters are rejected", o, o.Method, target+sign+escape(in.Prop.Name)+"="+secret, 0, header, nil)
			if x.status < 400 {
				l.report(breaks("wrong parameters are rejected", "%s responds with %d for %s=%s", o.name(), x.status, in.Prop.Name, secret), x)
			}
			l.silent(x)
		}
	}
}

// reads tests that a read is safe: that it responds with the same when it is repeated.
func (l *checker) reads(o *operation, target string, header http.Header) {
	if o.Method != "GET" || o.Endless() {
		return
	}
	a := l.law("", o, "GET", target, 0, header, nil)
	b := l.law("", o, "GET", target, 0, header, nil)
	if tag := a.response.Get("ETag"); tag != b.response.Get("ETag") {
		l.report(breaks("a read changes nothing", "GET %s responds with the entity tags %s and %s, one after the other", target, tag, b.response.Get("ETag")), b)
	}
}
