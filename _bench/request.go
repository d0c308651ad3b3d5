package main

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strconv"

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
	key     []string // the Idempotency-Key, unless nil
	keys    int      // how many there have been
}

// newReplay returns a replay by one of the clients.
func newReplay(h http.Handler, c shop.Case, client int) *replay {
	at, err := url.Parse(c.Target)
	if err != nil {
		panic(err)
	}
	r := &replay{handler: h, content: c.Body, answer: discarded{header: http.Header{}}}
	r.request = http.Request{
		Method: c.Method, URL: at, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Host: "example.com", RequestURI: c.Target,
		RemoteAddr: "192.0.2." + strconv.Itoa(client) + ":40000",
		Header:     http.Header{"User-Agent": {"bench"}, "Accept": {"application/json"}}, Body: http.NoBody,
	}
	for name, value := range c.Header {
		r.request.Header.Set(name, value)
	}
	if c.Keyed {
		r.key = []string{""}
		r.request.Header["Idempotency-Key"] = r.key
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
	if r.key != nil {
		r.keys++
		r.key[0] = "8e03978e-40d5-43e8-bc93-" + strconv.Itoa(r.keys)
	}
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
