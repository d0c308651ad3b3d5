package main

import (
	"bytes"
	"io"
	"net/http"
	"net/url"

	"bench/shop"
)

// A replay repeats one request without allocating.
type replay struct {
	handler http.Handler
	content []byte
	request http.Request // the unchanged request
	body    body
	now     http.Request
	answer  discarded
}

func newReplay(h http.Handler, c shop.Case) *replay {
	at, err := url.Parse(c.Target)
	if err != nil {
		panic(err)
	}
	r := &replay{handler: h, content: c.Body, answer: discarded{header: http.Header{}}}
	r.request = http.Request{
		Method: c.Method, URL: at, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Host: "example.com", RequestURI: c.Target,
		Header: http.Header{"User-Agent": {"bench"}, "Accept": {"application/json"}}, Body: http.NoBody,
	}
	if c.Body != nil {
		r.request.Header["Content-Type"] = []string{"application/json"}
		r.request.ContentLength = int64(len(c.Body))
		r.request.Body = &r.body
	}
	return r
}

// serve serves the request and returns the status.
func (r *replay) serve() int {
	r.body.Reset(r.content)
	clear(r.answer.header)
	r.answer.status = 0
	r.now = r.request
	r.handler.ServeHTTP(&r.answer, &r.now)
	return r.answer.status
}

type body struct{ bytes.Reader }

func (*body) Close() error { return nil }

// discarded is a response writer that discards the response.
type discarded struct {
	header http.Header
	status int
	n      int
}

func (d *discarded) Header() http.Header { return d.header }

func (d *discarded) WriteHeader(status int) { d.status = status }

func (d *discarded) Write(p []byte) (int, error) {
	if d.status == 0 {
		d.status = http.StatusOK
	}
	d.n += len(p)
	return len(p), nil
}

func (d *discarded) WriteString(s string) (int, error) {
	if d.status == 0 {
		d.status = http.StatusOK
	}
	d.n += len(s)
	return len(s), nil
}

// Flush does nothing. Gin and echo require it.
func (*discarded) Flush() {}

var (
	_ io.StringWriter = (*discarded)(nil)
	_ http.Flusher    = (*discarded)(nil)
)
