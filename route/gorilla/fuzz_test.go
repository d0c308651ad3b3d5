package gorilla_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon/route/gorilla"
)

// A router may not find what the App finds, but it must never serve another
// operation, nor one with other parameters.
func FuzzARouterAnswersLikeTheAppOrNotFound(f *testing.F) {
	for _, q := range slices.Concat(requests, encoded) {
		f.Add(q.method, q.path)
	}
	f.Add("GET", "/pro%64ucts/%2F/%2f")
	f.Add("PUT", "/products/%70opular")
	app := shop(f)
	decoded, escaped := mux.NewRouter().SkipClean(true), mux.NewRouter().SkipClean(true).UseEncodedPath()
	gorilla.Register(decoded.PathPrefix("/{tenant}").Subrouter(), app)
	gorilla.Register(escaped.PathPrefix("/{tenant}").Subrouter(), app)
	_, notFound := ask(app, request{method: "GET", path: "/nothing"}, "")
	f.Fuzz(func(t *testing.T, method, path string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || !strings.HasPrefix(path, "/") || u.Host != "" {
			return
		}
		below, err := url.ParseRequestURI("/t-1" + path)
		if err != nil {
			return
		}
		at := func(h http.Handler, u *url.URL) string {
			r := httptest.NewRequest("GET", "/", strings.NewReader("{}"))
			r.Method, r.URL = method, u
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var b strings.Builder
			_ = w.Result().Header.Write(&b)
			return b.String() + "\n" + w.Body.String()
		}
		want := at(app, u)
		none := notFound
		if method == http.MethodHead {
			none, _, _ = strings.Cut(notFound, "{")
		}
		for name, router := range map[string]http.Handler{"decoded": decoded, "escaped": escaped} {
			if got := at(router, below); got != want && got != none {
				t.Errorf("%s: %s %q\n got %s\nwant %s", name, method, path, got, want)
			}
		}
	})
}
