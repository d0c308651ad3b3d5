package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tenon-go/tenon/internal/media"
)

// Local returns a client of a handler in the same process, without a socket, for tests:
//
//	c := client.Local(app).Below("/v1")
//	created, err := create.Call(ctx, c, draft)
//
// The handler gets a request to http://localhost from 127.0.0.1. Its context ends with that
// of the call, but has none of its values, as over a network.
func Local(h http.Handler) Client {
	if h == nil {
		return New("http://localhost").edit(func(s *settings) { s.fault = errors.New("tenon: Local has a nil handler") })
	}
	return New("http://localhost").HTTP(&http.Client{Transport: local{h}})
}

// local is a transport that calls a handler.
type local struct{ handler http.Handler }

// RoundTrip implements http.RoundTripper.
func (l local) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkHeader(r.Header); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	detach := context.AfterFunc(r.Context(), cancel)
	out, in := io.Pipe()
	w := newLocalWriter(in)
	go func() {
		defer detach()
		defer cancel()
		if r.Body != nil {
			defer r.Body.Close()
		}
		w.end(l.serve(w, r, ctx))
	}()
	select {
	case <-w.begun:
	case <-r.Context().Done():
	}
	// A handler that ends with the context may respond at the same time; the response is
	// dropped.
	if err := r.Context().Err(); err != nil {
		_ = out.CloseWithError(err)
		return nil, err
	}
	if w.failed != nil {
		return nil, w.failed
	}
	return &http.Response{
		Status: strconv.Itoa(w.status) + " " + http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, ContentLength: w.length, Request: r,
		Body: &localBody{out, cancel, r.Context()},
	}, nil
}

// serve calls the handler. It returns an error if the handler panics.
func (l local) serve(w *localWriter, r *http.Request, ctx context.Context) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			err = io.ErrUnexpectedEOF
		default:
			err = fmt.Errorf("tenon: the handler panicked: %v", v)
		}
	}()
	target, err := url.ParseRequestURI(r.URL.RequestURI())
	if err != nil {
		return err
	}
	seen := (&http.Request{
		Method: r.Method, URL: target, RequestURI: r.URL.RequestURI(), Host: r.URL.Host,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, RemoteAddr: "127.0.0.1:1",
		Header: r.Header.Clone(), Body: r.Body, ContentLength: r.ContentLength,
	}).WithContext(ctx)
	if r.Host != "" {
		seen.Host = r.Host
	}
	switch {
	case r.Body == nil || r.Body == http.NoBody:
		seen.Body = http.NoBody
	case r.ContentLength == 0: // unknown
		seen.ContentLength = -1
	}
	l.handler.ServeHTTP(w, seen)
	return nil
}

var errField = errors.New("tenon: a header field of the request cannot be sent")

// checkHeader rejects values that no transport sends.
func checkHeader(h http.Header) error {
	for _, lines := range h {
		for _, line := range lines {
			if !media.FieldValue(media.Trim(line)) {
				return errField
			}
		}
	}
	return nil
}
