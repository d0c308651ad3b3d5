package gorilla

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/match"
)

// path is a path template of an App on a router.
type path struct {
	template match.Template
	whole    *regexp.Regexp // with the prefix of the router
	reject   http.Handler   // answers without an operation
	options  *mux.Route     // leads there
}

func newPath(app *tenon.App, notFound http.Handler, template match.Template, of *mux.Route) *path {
	expr, err := of.GetPathRegexp()
	if err != nil {
		panic("tenon: " + template.String() + " cannot be registered: " + err.Error())
	}
	p := &path{template: template, whole: regexp.MustCompile(expr)}
	p.reject = p.guard(edge.MountOf(app).Rejects(p.below), notFound)
	return p
}

// find returns the path that has a template.
func find(paths []*path, template string) *path {
	i := slices.IndexFunc(paths, func(p *path) bool { return p.template.String() == template })
	if i < 0 {
		return nil
	}
	return paths[i]
}

// matches reports whether the router takes the path of a request for p.
func (p *path) matches(r *http.Request) bool {
	asked := r.WithContext(r.Context()) // a shallow copy
	asked.Method = http.MethodOptions
	return p.options.Match(asked, new(mux.RouteMatch))
}

// preflights keeps preflight requests from h, which the App answers itself.
func (p *path) preflights(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if edge.IsPreflight(r) {
			p.reject.ServeHTTP(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// guard keeps requests from h whose segments the router sees otherwise than the
// App: without UseEncodedPath it matches /a%2Fb to /{x}/{y}.
func (p *path) guard(h, notFound http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if encodedSlash(r.URL) && !p.whole.MatchString(r.URL.EscapedPath()) {
			notFound.ServeHTTP(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func encodedSlash(u *url.URL) bool {
	if u.RawPath == "" { // the encoding is the usual one, which leaves slashes alone
		return false
	}
	escaped := u.EscapedPath()
	return strings.Contains(escaped, "%2F") || strings.Contains(escaped, "%2f")
}

// below returns the path of a request without the prefix of the router: as many
// segments as the template has.
func (p *path) below(r *http.Request) match.Path {
	return match.Of(r.URL).Last(p.template.Segments())
}
