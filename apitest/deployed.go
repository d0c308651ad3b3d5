package apitest

import (
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
)

// Server sends the requests to another handler, such as a mux with the app, in place of the app, which
// then only declares the API. [Fresh] has priority. Mock does not use it.
func Server(h http.Handler) Option { return func(s *settings) { s.server = h } }

// Replica sends every second request to another process of the same API, with the same data: it finds what a
// process keeps for itself, such as entities that it remembers and keys in its memory. With [Fresh], there is none.
func Replica(h http.Handler) Option { return func(s *settings) { s.replica = h } }

// BaseURL sends the requests to a server that runs, such as a deployed one, in place of the app, which
// then only declares the API:
//
//	apitest.Laws(t, app, apitest.BaseURL("https://staging.example.com/api"), apitest.As("ann", apitest.Bearer(token)))
//
// Paths are below that of the URL. All identities have the address of the test, so that they share
// limits by address; use [Except] for what must not be called. It panics if base is no absolute URL. A
// server that does not respond is a 502.
func BaseURL(base string) Option { return Server(Remote(base)) }

// remote is a server that runs.
type remote struct{ *httputil.ReverseProxy }

// Remote returns a handler that sends requests to a server that runs, as [BaseURL] does: for [Replica], and for
// [Fresh] with a function that resets the data of the server:
//
//	apitest.Fresh(func() http.Handler { reset(); return apitest.Remote(url) })
func Remote(base string) http.Handler {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		panic("apitest: a URL of a server must be absolute")
	}
	return remote{&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(u)                            // which also sets Host
			r.Out.URL.RawQuery = r.In.URL.RawQuery // also if it is malformed
			if r.Out.Header.Get("Accept-Encoding") == "" {
				r.Out.Header.Set("Accept-Encoding", "identity") // or the transport would ask for gzip
			}
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}}
}
