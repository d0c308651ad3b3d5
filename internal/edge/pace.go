package edge

import (
	"io"
	"math"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// Pace moves the deadlines that a server sets for a request and its response, whenever some of it is
// read or written: a transfer may take any time, but must not stand still. It leaves alone what the
// handler sets with http.ResponseController.
type Pace struct {
	out  Writer
	body io.ReadCloser
	r    *http.Request

	read, write time.Duration // 0: there is no deadline
	start       time.Time
	readBy      time.Duration // after start; 0: the next read sets the deadline
	writeBy     atomic.Int64  // the same; reads and writes move it
	got         int64
	ended       bool // the body has been read; the server watches the connection now

	ownRead, ownWrite atomic.Bool // the handler has set a deadline
}

const (
	// piece is how much of a write moves the deadline: a client must take as much in each timeout.
	piece = 64 << 10
	// fine is the part of a timeout by which a deadline may be early, so that it is not set with
	// each byte.
	fine = 64
)

// NewPace returns the pace of a request whose header has just been read. It replaces the body of the
// request. The timeouts are those of the server.
func NewPace(w http.ResponseWriter, r *http.Request, read, write time.Duration) *Pace {
	p := &Pace{out: Writer{ResponseWriter: w}, r: r, read: read, write: write, start: time.Now(), readBy: read}
	p.writeBy.Store(int64(write))
	p.out.pace = p
	if r.Body != nil && r.Body != http.NoBody {
		p.body = r.Body
		r.Body = pacedBody{p}
	}
	return p
}

// Writer returns the writer of the response.
func (p *Pace) Writer() http.ResponseWriter { return p.out.Keep() }

func (p *Pace) control() *http.ResponseController {
	return http.NewResponseController(p.out.ResponseWriter)
}

// moved moves the deadline of the response, unless it has passed.
func (p *Pace) moved() {
	now, by := time.Since(p.start), time.Duration(p.writeBy.Load())
	if p.write == 0 || now > by || by-now > p.write-p.write/fine || p.ownWrite.Load() {
		return
	}
	p.writeBy.Store(int64(now + p.write))
	_ = p.control().SetWriteDeadline(p.start.Add(now + p.write))
}

// late reports whether the deadline of the response has passed: what is written now would wait in a
// buffer, and be lost.
func (p *Pace) late() bool {
	return p.write > 0 && !p.ownWrite.Load() && time.Since(p.start) > time.Duration(p.writeBy.Load())
}

// send writes b in pieces.
func (p *Pace) send(b []byte) (n int, err error) {
	if p.late() {
		return 0, os.ErrDeadlineExceeded
	}
	for {
		k, err := p.out.ResponseWriter.Write(b[n:min(n+piece, len(b))])
		if n += k; err != nil || n == len(b) {
			p.moved()
			return n, err
		}
		p.moved()
	}
}

// readFrom copies a file in pieces, and anything else as it arrives.
func (p *Pace) readFrom(to io.ReaderFrom, from io.Reader) (n int64, err error) {
	rest, ok := from.(*io.LimitedReader)
	if !ok {
		rest = &io.LimitedReader{R: from, N: math.MaxInt64}
	}
	if !isFile(rest.R) {
		return io.Copy(pacedWriter{p}, from)
	}
	for rest.N > 0 {
		if p.late() {
			return n, os.ErrDeadlineExceeded
		}
		part := io.LimitedReader{R: rest.R, N: min(rest.N, piece)}
		k, err := to.ReadFrom(&part)
		n, rest.N = n+k, rest.N-k
		if p.moved(); err != nil || part.N > 0 {
			return n, err
		}
	}
	return n, nil
}

// isFile reports whether a reader never waits for what it reads.
func isFile(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// pacedWriter is a Pace as the writer of a copy.
type pacedWriter struct{ p *Pace }

func (w pacedWriter) Write(b []byte) (int, error) { return w.p.send(b) }

// pacedBody is a Pace as the body of a request.
type pacedBody struct{ p *Pace }

// Read implements io.Reader. The time between two reads is that of the handler.
func (b pacedBody) Read(to []byte) (int, error) {
	p := b.p
	moves := p.read > 0 && !p.ended && !p.ownRead.Load()
	if now := time.Since(p.start); moves && p.readBy-now < p.read-p.read/fine {
		p.readBy = now + p.read
		_ = p.control().SetReadDeadline(p.start.Add(p.readBy))
	}
	p.moved() // waiting for the client is not the time of the response
	n, err := p.body.Read(to)
	p.got += int64(n)
	if p.ended = err != nil; p.ended || p.got == p.r.ContentLength {
		moves = false
	}
	if n > 0 {
		p.moved()
	}
	if moves && p.r.ProtoMajor == 2 { // a deadline of HTTP/2 that passes cannot be moved any more
		p.readBy = 0
		_ = p.control().SetReadDeadline(time.Time{})
	}
	return n, err
}

// Close implements io.Closer.
func (b pacedBody) Close() error { return b.p.body.Close() }

// SetReadDeadline is for http.ResponseController.
func (w *Writer) SetReadDeadline(at time.Time) error {
	if w.pace != nil {
		w.pace.ownRead.Store(true)
	}
	return http.NewResponseController(w.ResponseWriter).SetReadDeadline(at)
}

// SetWriteDeadline is for http.ResponseController.
func (w *Writer) SetWriteDeadline(at time.Time) error {
	if w.pace != nil {
		w.pace.ownWrite.Store(true)
	}
	return http.NewResponseController(w.ResponseWriter).SetWriteDeadline(at)
}
