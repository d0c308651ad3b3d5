package planted

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/tenon-go/tenon"
)

// onRequest is a bug of a middleware that changes requests.
func onRequest(name string, change func(r *http.Request)) bug {
	return inMiddleware(name, func(a tenon.API) tenon.API {
		return a.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				change(r)
				next.ServeHTTP(w, r)
			})
		})
	})
}

// onQuery is a bug of a middleware that changes the queries of lists.
func onQuery(name string, change func(q map[string][]string)) bug {
	return onRequest(name, func(r *http.Request) {
		if list(r) {
			q := r.URL.Query()
			change(q)
			r.URL.RawQuery = q.Encode()
		}
	})
}

// response is a response that a middleware changes.
type response struct {
	status int
	header http.Header
	body   []byte
}

// json changes the body, if it is JSON.
func (w *response) json(change func(map[string]any)) {
	var v map[string]any
	if json.Unmarshal(w.body, &v) == nil {
		change(v)
		w.body, _ = json.Marshal(v)
	}
}

// items changes the items of a list.
func (w *response) items(change func([]any) []any) {
	w.json(func(v map[string]any) {
		if items, ok := v["data"].([]any); ok {
			v["data"] = change(items)
		}
	})
}

// onResponse is a bug of a middleware that changes responses.
func onResponse(name string, change func(r *http.Request, w *response)) bug {
	return inMiddleware(name, func(a tenon.API) tenon.API {
		return a.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				rec := httptest.NewRecorder()
				next.ServeHTTP(rec, r)
				got := &response{rec.Code, rec.Result().Header, rec.Body.Bytes()}
				change(r, got)
				for name, values := range got.header {
					w.Header()[name] = values
				}
				w.Header().Del("Content-Length")
				w.WriteHeader(got.status)
				_, _ = w.Write(got.body)
			})
		})
	})
}

// list reports whether a request is one for a page of a list.
func list(r *http.Request) bool { return r.Method == http.MethodGet && r.URL.Path == "/books" }

// twice is a bug of a middleware that serves requests twice.
func twice(name string, is func(r *http.Request) bool) bug {
	return inMiddleware(name, func(a tenon.API) tenon.API {
		return a.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if is(r) {
					body, _ := io.ReadAll(r.Body)
					r.Body = io.NopCloser(bytes.NewReader(body))
					next.ServeHTTP(httptest.NewRecorder(), r)
					r.Body = io.NopCloser(bytes.NewReader(body))
				}
				next.ServeHTTP(w, r)
			})
		})
	})
}
