package edge

import (
	"bufio"
	"io"
	"net"
	"net/http"
)

// Keep returns w with the methods Flush, Hijack and ReadFrom if the writer below has them. Libraries
// look for them without http.ResponseController. The types below are pointers, so that they need no
// memory.
func (w *Writer) Keep() http.ResponseWriter {
	_, f := below[http.Flusher](w.ResponseWriter)
	_, h := below[http.Hijacker](w.ResponseWriter)
	_, r := w.ResponseWriter.(io.ReaderFrom) // not further below: what is between may change the bytes
	switch {
	case f && h && r:
		return keepFHR{keepFH{keepF{w}}}
	case f && h:
		return keepFH{keepF{w}}
	case f && r:
		return keepFR{keepF{w}}
	case h && r:
		return keepHR{keepH{w}}
	case f:
		return keepF{w}
	case h:
		return keepH{w}
	case r:
		return keepR{w}
	}
	return w
}

// below returns the first writer with the methods of T, as http.ResponseController does.
func below[T any](w http.ResponseWriter) (t T, ok bool) {
	for {
		if t, ok = w.(T); ok {
			return t, true
		}
		u, wraps := w.(interface{ Unwrap() http.ResponseWriter })
		if !wraps {
			return t, false
		}
		w = u.Unwrap()
	}
}

type (
	keepF   struct{ *Writer }
	keepH   struct{ *Writer }
	keepR   struct{ *Writer }
	keepFH  struct{ keepF }
	keepFR  struct{ keepF }
	keepHR  struct{ keepH }
	keepFHR struct{ keepFH }
)

// Flush implements http.Flusher.
func (w keepF) Flush() { _ = w.FlushError() }

// Hijack implements http.Hijacker.
func (w keepH) Hijack() (net.Conn, *bufio.ReadWriter, error)  { return w.hijack() }
func (w keepFH) Hijack() (net.Conn, *bufio.ReadWriter, error) { return w.hijack() }

// ReadFrom implements io.ReaderFrom, so that the operating system can copy a file.
func (w keepR) ReadFrom(r io.Reader) (int64, error)   { return w.readFrom(r) }
func (w keepFR) ReadFrom(r io.Reader) (int64, error)  { return w.readFrom(r) }
func (w keepHR) ReadFrom(r io.Reader) (int64, error)  { return w.readFrom(r) }
func (w keepFHR) ReadFrom(r io.Reader) (int64, error) { return w.readFrom(r) }

func (w *Writer) hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil && w.Status == 0 {
		w.Status = http.StatusSwitchingProtocols
	}
	return conn, rw, err
}

func (w *Writer) readFrom(r io.Reader) (n int64, err error) {
	w.begin()
	to := w.ResponseWriter.(io.ReaderFrom)
	if w.pace == nil {
		n, err = to.ReadFrom(r)
	} else {
		n, err = w.pace.readFrom(to, r)
	}
	w.wrote(n, err)
	return n, err
}
