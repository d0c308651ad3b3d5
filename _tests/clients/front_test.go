package clients_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"strings"
)

// front is an HTTP proxy in front of shops. It records every exchange with a complete
// response, and event streams as far as they were read.
type front struct {
	transport *http.Transport
	keep      func(exchange)
}

func (f front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	e := exchange{method: r.Method, target: r.URL.RequestURI(), header: r.Header.Clone(), content: content}
	out := r.Clone(r.Context())
	out.RequestURI, out.Body = "", io.NopCloser(bytes.NewReader(content))
	if len(content) == 0 {
		out.Body = http.NoBody
	}
	res, err := f.transport.RoundTrip(out)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer res.Body.Close()
	e.status, e.answerHeader = res.StatusCode, res.Header.Clone()
	maps.Copy(w.Header(), res.Header)
	if res.Header.Get("Content-Type") == "" {
		w.Header()["Content-Type"] = nil // prevents sniffing
	}
	w.WriteHeader(res.StatusCode)
	flush := http.NewResponseController(w).Flush
	_ = flush()
	buf := make([]byte, 32<<10)
	for {
		n, err := res.Body.Read(buf)
		e.answerContent = append(e.answerContent, buf[:n]...)
		_, _ = w.Write(buf[:n])
		_ = flush()
		switch {
		case err == io.EOF:
			f.keep(e)
			return
		case err != nil:
			if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
				f.keep(e) // the client closed the stream
			}
			panic(http.ErrAbortHandler)
		}
	}
}
