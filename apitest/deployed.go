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

// BaseURL sends the requests to a server that runs, such as a deployed one, in place of the app, which
// then only declares the API:
//
//	apitest.Laws(t, app, apitest.BaseURL("https://staging.example.com/api"), apitest.As("ann", apitest.Bearer(token)))
//
// Paths are below that of the URL. All identities have the address of the test, so that they share
// limits by address; use [Except] for what must not be called. It panics if base is no absolute URL. A
// server that does not respond is a 502.
func BaseURL(base string) Option {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		panic("apitest: BaseURL needs an absolute URL")
	}
	return Server(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(u)                            // which also sets Host
			r.Out.URL.RawQuery = r.In.URL.RawQuery // also if it is malformed
			if r.Out.Header.Get("Accept-Encoding") == "" {
				r.Out.Header.Set("Accept-Encoding", "identity") // or the transport would ask for gzip
			}
		},
		ErrorLog: log.New(io.Discard, "", 0),
	})
}
