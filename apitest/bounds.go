package apitest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"
)

// The bounds of a response, and of a test that has no other.
const (
	patience = 10 * time.Second
	mostSent = 64 << 20 // bytes
	stays    = time.Second
	longest  = 5 * time.Minute

	responsesEnd = "responses end"
)

// bounded records a response up to mostSent bytes. Then it cancels the request, as a client that goes
// away.
type bounded struct {
	*httptest.ResponseRecorder
	left   int
	cancel func()
}

var errTooLong = errors.New("apitest: the response is too long")

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		b.cancel()
		return 0, errTooLong
	}
	return b.ResponseRecorder.Write(p)
}

// WriteString implements [io.StringWriter], as the recorder does.
func (b *bounded) WriteString(s string) (int, error) { return b.Write([]byte(s)) }

// send sends a request to a server in memory, and records the response. A response that has not
// ended after its bounds has the status 504; its handler is left to itself if it ignores its context.
func (x *exchange) send(h http.Handler, address string, credentials func(*http.Request)) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, x.method, x.target, bytes.NewReader(x.body))
	r.RemoteAddr = address
	for name, values := range x.header {
		r.Header[name] = slices.Clone(values)
	}
	if credentials != nil {
		credentials(r)
	}
	x.url, x.sent = r.URL.String(), r.Header.Clone()
	w := &bounded{httptest.NewRecorder(), mostSent, cancel}
	ended := make(chan any, 1)
	go func() {
		defer func() { ended <- recover() }()
		h.ServeHTTP(w, r)
	}()
	select {
	case failed := <-ended:
		x.record(w, failed)
		return
	case <-ctx.Done():
	}
	select {
	case failed := <-ended:
		x.record(w, failed)
	case <-time.After(stays):
		x.response = http.Header{}
	}
	if x.endless == "" {
		x.endless, x.status = "no end after "+patience.String(), http.StatusGatewayTimeout
	}
}

// record takes the response from a handler that has returned, or panicked.
func (x *exchange) record(w *bounded, failed any) {
	if failed != nil && failed != http.ErrAbortHandler {
		panic(failed)
	}
	x.status, x.response, x.got = w.Code, w.Result().Header, w.Body.Bytes()
	if failed != nil { // a client gets a part of the response
		x.status, x.aborted = http.StatusInternalServerError, true
	}
	if w.left < 0 {
		x.endless, x.status = fmt.Sprintf("no end after %d MiB", mostSent>>20), http.StatusGatewayTimeout
	}
}

// spent reports whether a test has used its time.
func (s *settings) spent() bool {
	limit := longest
	switch {
	case s.duration > 0:
		limit = s.duration
	case s.runs != defaultRuns:
		return false
	}
	return time.Since(s.begin) > limit
}
