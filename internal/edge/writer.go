package edge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
)

// Writer records a response, and passes it on. Pass on what [Writer.Keep] returns.
type Writer struct {
	http.ResponseWriter
	Fixed  int   // replaces the status of the response; 0: it is not replaced
	Status int   // of the response; 0: it has not begun
	N      int64 // bytes of the body

	pace   *Pace // moves the deadlines; nil: nothing does
	last   int64 // bytes of the last write
	failed bool  // a write has failed
}

// WriteHeader implements http.ResponseWriter.
func (w *Writer) WriteHeader(status int) {
	if status >= 200 || status == http.StatusSwitchingProtocols {
		if w.Fixed != 0 {
			if status = w.Fixed; w.Status != 0 {
				return
			}
		}
		if w.Status == 0 {
			w.Status = status
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// begin sets the status that a write implies.
func (w *Writer) begin() {
	switch {
	case w.Status != 0:
	case w.Fixed != 0:
		w.WriteHeader(w.Fixed)
	default:
		w.Status = http.StatusOK
	}
}

// Write implements http.ResponseWriter.
func (w *Writer) Write(p []byte) (n int, err error) {
	w.begin()
	if w.pace == nil {
		n, err = w.ResponseWriter.Write(p)
	} else {
		n, err = w.pace.send(p)
	}
	w.wrote(int64(n), err)
	return n, err
}

func (w *Writer) wrote(n int64, err error) {
	w.N, w.last = w.N+n, n
	w.failed = w.failed || err != nil && err != http.ErrBodyNotAllowed
}

// Unwrap gives http.ResponseController the other methods of the writer.
func (w *Writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// FlushError is Flush for http.ResponseController.
func (w *Writer) FlushError() error {
	if w.Fixed != 0 {
		w.begin()
	}
	err := http.NewResponseController(w.ResponseWriter).Flush()
	if !errors.Is(err, http.ErrNotSupported) {
		w.begin()
		w.failed = w.failed || err != nil
	}
	return err
}

// unbuffered is more than net/http holds back of a single write.
const unbuffered = 16 << 10

// Whole reports whether the client can have all of the response of a handler that has returned; ctx
// is the context of the request outside of middleware.
func (w *Writer) Whole(r *http.Request, ctx context.Context) bool {
	length := int64(-1)
	if line := w.Header()["Content-Length"]; len(line) == 1 && r.Method != http.MethodHead && w.Status != http.StatusNotModified {
		if n, err := strconv.ParseInt(line[0], 10, 64); err == nil {
			length = n
		}
	}
	switch {
	case w.failed, w.N < length:
		return false
	case w.Status == http.StatusSwitchingProtocols, ctx.Err() != context.Canceled:
		return true
	}
	// The client has gone. Unless the body ended with a write that nothing holds back, it has gone
	// before the end.
	return w.N == length && w.last > unbuffered
}

// Received counts the bytes that are read of a request.
type Received struct {
	io.ReadCloser
	N atomic.Int64
}

// Read implements io.Reader.
func (c *Received) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.N.Add(int64(n))
	return n, err
}
