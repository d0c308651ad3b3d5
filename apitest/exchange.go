package apitest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// exchange is a request and its response.
type exchange struct {
	op     *operation // nil for a path that no operation has
	method string
	target string
	header http.Header
	body   []byte
	by     string // the identity
	as     int    // its index, if a test needs it again

	url  string      // with the credentials
	sent http.Header // with the credentials

	status   int
	response http.Header
	got      []byte
	aborted  bool   // the server has closed the connection before the end
	endless  string // what is known of a response that did not end; "": it has ended
}

// broken is a rule that an API does not follow.
type broken struct {
	law    string // the rule, which is the same for all instances
	detail string
}

func breaks(law, format string, args ...any) *broken {
	return &broken{law, fmt.Sprintf(format, args...)}
}

// location returns the path and the query of the Location header, or "".
func (x *exchange) location() string {
	u, err := url.Parse(x.response.Get("Location"))
	if err != nil || u.Path == "" {
		return ""
	}
	if !strings.HasPrefix(u.Path, "/") {
		base, err := url.Parse(x.target)
		if err != nil {
			return ""
		}
		u = base.ResolveReference(u)
	}
	return x.unprefixed(u)
}

// unprefixed returns the path and the query of a URL in the response. A server behind a proxy may send
// URLs with a prefix that its requests do not have.
func (x *exchange) unprefixed(u *url.URL) string {
	path, _, _ := strings.Cut(x.target, "?")
	uri := u.RequestURI()
	if i := strings.Index(uri, path); i > 0 {
		return uri[i:]
	}
	return uri
}

// link returns the target of a link in the header Link (RFC 8288 §3), or "".
func (x *exchange) link(rel string) string {
	for _, line := range x.response.Values("Link") {
		for link := range strings.SplitSeq(line, ", <") {
			target, params, _ := strings.Cut(strings.TrimPrefix(link, "<"), ">")
			if !strings.Contains(params, `rel="`+rel+`"`) {
				continue
			}
			if u, err := url.Parse(target); err == nil {
				base, _ := url.Parse(x.target)
				return x.unprefixed(base.ResolveReference(u))
			}
		}
	}
	return ""
}

// parameter returns a parameter of the query, or "".
func (x *exchange) parameter(name string) string {
	_, query, _ := strings.Cut(x.target, "?")
	values, _ := url.ParseQuery(query)
	return values.Get(name)
}

// check checks what every response of an operation must be.
func (x *exchange) check() *broken {
	o := x.op
	switch {
	case x.endless != "":
		return breaks(responsesEnd, "%s: %s; leave it out with Except", x.method+" "+x.target, x.endless)
	case o == nil:
		return nil
	case x.aborted:
		return breaks("no request causes an internal error", "%s aborts its response after %d bytes", o.name(), len(x.got))
	case x.status >= 500 && !o.declares(x.status):
		return breaks("no request causes an internal error", "%s responds with %d", o.name(), x.status)
	case x.status == 304 && (o.Method == "GET" || o.Method == "HEAD"):
		return nil
	case x.status == http.StatusPartialContent && x.header.Get("Range") != "" && o.Success.Body != nil && o.Success.Body.Format == tree.Download:
		return nil
	case x.status < 300 || x.status < 400 && o.succeeds(x.status):
		return x.checkSuccess()
	}
	return x.checkProblem()
}

// declares reports whether the application declares a problem with a status.
func (o *operation) declares(status int) bool {
	if o.RangeOf(status) != nil || status != 500 && o.fails(status, "") {
		return true
	}
	return slices.ContainsFunc(o.Fails, func(f tree.Failure) bool { return o.FormatOf(f).Status(f.Status) == status })
}

func (o *operation) succeeds(status int) bool {
	_, ok := o.success(status)
	return ok
}

func (x *exchange) checkSuccess() *broken {
	a, ok := x.op.success(x.status)
	if !ok {
		return breaks("every status is declared", "%s responds with %d, which it does not declare", x.op.name(), x.status)
	}
	b := a.Body
	if !a.Own && b == nil {
		b = x.op.Success.Body
	}
	if try := x.op.responses[b]; try != nil && mediaType(x.response) == "application/json" {
		v, ok := x.op.content(x.got)
		if !ok {
			return breaks("responses are as declared", "%s responds with what is not JSON in its envelope: %s", x.op.name(), shorten(string(x.got)))
		}
		if _, err := try(v.append(nil), false); err != nil {
			return breaks("responses are as declared", "%s responds with %s: %v", x.op.name(), v, err)
		}
	}
	for _, p := range x.op.ResponseHeaders {
		if !p.MayBeAbsent() && x.response.Get(p.Name) == "" {
			return breaks("responses have their headers", "%s responds with %d without %s", x.op.name(), x.status, p.Name)
		}
	}
	return nil
}

func (x *exchange) checkProblem() *broken {
	if b := x.checkFormat(); b != nil {
		return b
	}
	code := ""
	if mediaType(x.response) == rfc9457 {
		v, _ := parse(x.got)
		code = x.code()
		if s, has := v.get("status"); has && (s.kind != jsonx.Number || s.text != fmt.Sprint(x.status)) {
			return breaks("problems have the status of the response", "%s responds with %d, and a body with the status %s", x.op.name(), x.status, s)
		}
	}
	switch {
	case !x.op.fails(x.status, code):
		return breaks("every problem is declared", "%s responds with %d %s, which it does not declare", x.op.name(), x.status, code)
	case x.status == 401 && len(x.response.Values("WWW-Authenticate")) == 0:
		return breaks("401 has a challenge", "%s responds with 401 without WWW-Authenticate", x.op.name())
	case x.status == 405 && x.response.Get("Allow") == "":
		return breaks("405 has Allow", "%s responds with 405 without Allow", x.op.name())
	}
	return nil
}

const rfc9457 = "application/problem+json"

// checkFormat checks that a problem has the media type of a format of the operation, and the content of that
// format.
func (x *exchange) checkFormat() *broken {
	const law = "problems are as declared"
	got, try := mediaType(x.response), probe.Try(nil)
	known := false
	for _, f := range x.op.formats(x.status) {
		switch {
		case f == nil:
			known = known || got == rfc9457
		case f.MediaType == "":
			known = known || len(x.got) == 0
		case accept.IsRange(f.MediaType):
			known = true
		case strings.EqualFold(mediaTypeOf(f.MediaType), got):
			known, try = true, x.op.problems[f]
		}
	}
	v, valid := parse(x.got)
	switch {
	case x.method == "HEAD" || x.sent.Get("Accept") != "" && x.status == 406:
	case !known:
		return breaks(law, "%s responds with %d and the media type %q, which is not that of its problems", x.op.name(), x.status, got)
	case got == rfc9457 && (!valid || v.kind != jsonx.Object):
		return breaks(law, "%s responds with %d and %s", x.op.name(), x.status, shorten(string(x.got)))
	case try != nil:
		if _, err := try(x.got, true); err != nil {
			return breaks(law, "%s responds with %d and %s: %v", x.op.name(), x.status, shorten(string(x.got)), err)
		}
	}
	return nil
}

// formats returns the formats that problems with a status may have; nil is that of RFC 9457.
func (o *operation) formats(status int) (all []*tree.ProblemFormat) {
	own := []*tree.ProblemFormat{o.ProblemFormat}
	for _, f := range o.Fails {
		own = append(own, o.FormatOf(f))
	}
	for _, f := range own {
		all = append(all, f.For(status))
		all = append(all, f.Alternatives()...)
		all = append(all, f.For(status).Alternatives()...)
	}
	return all
}

// code returns the code of a problem in the format of RFC 9457, or "".
func (x *exchange) code() string {
	v, _ := parse(x.got)
	c, _ := v.get("code")
	return c.text
}

func mediaType(h http.Header) string { return mediaTypeOf(h.Get("Content-Type")) }

// mediaTypeOf returns a media type without its parameters.
func mediaTypeOf(text string) string {
	t, _, _ := strings.Cut(text, ";")
	return strings.TrimSpace(t)
}
