package edge

import (
	"io"
	"net/http"
	"sync/atomic"
)

// WriteTracker records whether a response has begun.
type WriteTracker struct {
	http.ResponseWriter
	Begun bool
}

// WriteHeader implements http.ResponseWriter.
func (t *WriteTracker) WriteHeader(status int) {
	t.Begun = t.Begun || status >= 200
	t.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (t *WriteTracker) Write(p []byte) (int, error) {
	t.Begun = true
	return t.ResponseWriter.Write(p)
}

// Unwrap gives http.ResponseController the other methods of the writer.
func (t *WriteTracker) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// FixedStatus is the writer of a response whose status is decided. It records whether the
// response has begun.
type FixedStatus struct {
	http.ResponseWriter
	Status int
	Begun  bool
}

// WriteHeader implements http.ResponseWriter.
func (f *FixedStatus) WriteHeader(status int) {
	if status < 200 {
		f.ResponseWriter.WriteHeader(status)
		return
	}
	if !f.Begun {
		f.Begun = true
		f.ResponseWriter.WriteHeader(f.Status)
	}
}

// Write implements http.ResponseWriter.
func (f *FixedStatus) Write(p []byte) (int, error) {
	f.WriteHeader(f.Status)
	return f.ResponseWriter.Write(p)
}

// Unwrap gives http.ResponseController the other methods of the writer.
func (f *FixedStatus) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// Sent records the status of a response and counts its bytes.
type Sent struct {
	http.ResponseWriter
	Status int
	N      int64
}

// WriteHeader implements http.ResponseWriter.
func (s *Sent) WriteHeader(status int) {
	if s.Status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		s.Status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (s *Sent) Write(p []byte) (int, error) {
	s.begin()
	n, err := s.ResponseWriter.Write(p)
	s.N += int64(n)
	return n, err
}

// ReadFrom lets the operating system copy a file.
func (s *Sent) ReadFrom(r io.Reader) (int64, error) {
	s.begin()
	n, err := io.Copy(s.ResponseWriter, r)
	s.N += n
	return n, err
}

// begin sets the status that a Write implies.
func (s *Sent) begin() {
	if s.Status == 0 {
		s.Status = http.StatusOK
	}
}

// Unwrap gives http.ResponseController the other methods of the writer.
func (s *Sent) Unwrap() http.ResponseWriter { return s.ResponseWriter }

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
