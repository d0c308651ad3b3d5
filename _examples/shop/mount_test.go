package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon/route/gorilla"
)

// An app sends the same bytes wherever it is mounted, except for the prefix of links.
func TestAppMountsOnAnyMux(t *testing.T) {
	app := build(t, open(t, memory).store)
	stripped := http.StripPrefix("/api", app)

	serveMux := http.NewServeMux()
	serveMux.Handle("/api/", stripped)
	prefixed := mux.NewRouter()
	prefixed.PathPrefix("/api").Handler(stripped)
	registered := mux.NewRouter().UseEncodedPath()
	gorilla.Register(registered.PathPrefix("/api").Subrouter(), app)
	mounted := chi.NewRouter()
	mounted.Mount("/api", stripped)

	requests := []struct {
		name, method, path, content string
		status                      int
	}{
		{"200", "GET", first, "", 200},
		{"200 of a list", "GET", "/v1/products?limit=3", "", 200},
		{"HEAD", "HEAD", first, "", 200},
		{"404 of the shop", "GET", absent, "", 404},
		{"404", "GET", "/v1/nothing", "", 404},
		{"404 of the root", "GET", "/", "", 404},
		{"405", "DELETE", "/v1/products", "", 405},
		{"409", "PATCH", first, `{"sku": "MOU-0002"}`, 409},
		{"415", "POST", "/v1/products", "", 415},
		{"200 of a stream", "GET", "/v1/products/export", "", 200},
		{"404 of a photo", "GET", first + "/photo", "", 404},
		{"422 of the query", "GET", "/v1/products?limit=0", "", 422},
		{"422 of the content", "POST", "/v1/products", `{"price": -1}`, 422},
		{"an encoded slash", "GET", "/v1/products/a%2Fb", "", 422},
		{"a percent sign", "GET", "/v1/products/100%25", "", 422},
		{"OPTIONS", "OPTIONS", first, "", 204},
	}
	for _, mount := range []struct {
		name    string
		handler http.Handler
	}{
		{"net/http", serveMux},
		{"gorilla prefix", prefixed},
		{"gorilla routes", registered},
		{"chi", mounted},
	} {
		for _, q := range requests {
			t.Run(mount.name+"/"+q.name, func(t *testing.T) {
				want := answerOf(app, q.method, q.path, q.content)
				if !strings.HasPrefix(want, http.StatusText(q.status)) {
					t.Fatalf("want %d\n%s", q.status, want)
				}
				got := answerOf(mount.handler, q.method, "/api"+q.path, q.content)
				equal(t, want, strings.ReplaceAll(got, "</api/v1/", "</v1/"))
				if strings.Contains(got, "</v1/") {
					t.Errorf("a link has another prefix\n%s", got)
				}
			})
		}
	}
}

// answerOf returns a whole response as text.
func answerOf(h http.Handler, method, path, content string) string {
	r := httptest.NewRequest(method, path, strings.NewReader(content))
	if content != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+everything())
	r.Header.Set("X-Request-Id", "1")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	w.Header().Del("X-RateLimit-Remaining") // depends on the number of requests
	var b strings.Builder
	b.WriteString(http.StatusText(w.Code) + "\n")
	_ = w.Header().Write(&b)
	return b.String() + "\n" + w.Body.String()
}
