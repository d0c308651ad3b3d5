package client

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// localWriter passes the response of a handler to a call in the same process.
type localWriter struct {
	header http.Header
	pipe   *io.PipeWriter

	once   sync.Once
	begun  chan struct{} // closed when the fields below are set
	status int
	sent   http.Header
	length int64 // the Content-Length, or -1
	failed error // in place of a response

	written int64 // only the handler writes
}

func newLocalWriter(pipe *io.PipeWriter) *localWriter {
	return &localWriter{header: http.Header{}, pipe: pipe, begun: make(chan struct{}), length: -1}
}

// Header implements http.ResponseWriter.
func (w *localWriter) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *localWriter) WriteHeader(status int) {
	if status < 200 {
		return // the call waits for the final response
	}
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		if n, err := strconv.ParseInt(w.sent.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
			w.length = n
		}
		close(w.begun)
	})
}

// Write implements http.ResponseWriter.
func (w *localWriter) Write(p []byte) (int, error) {
	if w.header["Content-Type"] == nil && len(p) > 0 && w.written == 0 {
		w.header["Content-Type"] = []string{http.DetectContentType(p)}
	}
	w.WriteHeader(http.StatusOK)
	switch {
	case w.status == http.StatusNoContent, w.status == http.StatusNotModified:
		return 0, http.ErrBodyNotAllowed
	case w.length >= 0 && w.written+int64(len(p)) > w.length:
		return 0, http.ErrContentLength
	case len(p) == 0: // the pipe would wait for a reader
		return 0, nil
	}
	n, err := w.pipe.Write(p)
	w.written += int64(n)
	return n, err
}

// Flush implements http.Flusher. Writes are not buffered.
func (w *localWriter) Flush() { w.WriteHeader(http.StatusOK) }

// end ends the response.
func (w *localWriter) end(err error) {
	if err != nil {
		w.once.Do(func() {
			w.failed = err
			close(w.begun)
		})
	}
	w.WriteHeader(http.StatusOK)
	if bodiless := w.status == http.StatusNoContent || w.status == http.StatusNotModified; err == nil && !bodiless && w.written < w.length {
		err = io.ErrUnexpectedEOF
	}
	_ = w.pipe.CloseWithError(err) // nil is io.EOF
}

// localBody is the body of a response of a handler in the same process.
type localBody struct {
	*io.PipeReader
	cancel context.CancelFunc // of the handler's context
	ctx    context.Context    // of the call
}

// Read implements io.Reader.
func (b *localBody) Read(p []byte) (int, error) {
	n, err := b.PipeReader.Read(p)
	if err != nil && b.ctx.Err() != nil {
		err = b.ctx.Err() // a handler that watches the context may have ended early
	}
	return n, err
}

// Close implements io.Closer. Further writes of the handler fail.
func (b *localBody) Close() error {
	b.cancel()
	return b.PipeReader.Close()
}
