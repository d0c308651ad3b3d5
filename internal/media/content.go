package media

import (
	"io"

	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// checkLength rejects a body whose Content-Length is larger than the limit.
func (x *Exchange) checkLength() error {
	if x.R.ContentLength > x.Limits.Body {
		return x.tooLarge()
	}
	return nil
}

// tooLarge returns the problem of a body that is too large. The rest is not read, so that the
// connection must be closed.
func (x *Exchange) tooLarge() error {
	x.W.Header().Set("Connection", "close")
	return Problem(tree.ContentTooLarge)
}

// readBody reads the body into the buffer of the exchange.
func (x *Exchange) readBody() ([]byte, error) {
	if err := x.checkLength(); err != nil {
		return nil, err
	}
	b := x.content[:0]
	if n := x.R.ContentLength; n > 0 && int64(cap(b)) <= n {
		// The read that returns io.EOF needs one byte more. Content-Length is trusted up to the
		// size of a buffer that is kept.
		b = make([]byte, 0, min(n+1, MaxKept))
	} else if cap(b) == 0 {
		b = make([]byte, 0, 512)
	}
	for {
		if room := cap(b); len(b) == room {
			// Double the buffer, but not beyond Content-Length.
			room *= 2
			if n := x.R.ContentLength + 1; n > int64(len(b)) && n < int64(room) {
				room = int(n)
			}
			b = append(make([]byte, 0, room), b...)
		}
		n, err := x.R.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		x.content = b
		switch {
		case int64(len(b)) > x.Limits.Body:
			return nil, x.tooLarge()
		case err == io.EOF:
			return b, nil
		case err != nil:
			return nil, unread(err)
		}
	}
}

// limitedReader fails if a read exceeds the limit, while io.LimitReader returns io.EOF, and
// returns other errors as problems.
type limitedReader struct {
	r      io.Reader
	left   int64
	failed *render.Problem // nil: no read has failed
}

func (x *Exchange) limitedBody() *limitedReader {
	return &limitedReader{r: x.R.Body, left: x.Limits.Body}
}

// Read implements io.Reader.
func (l *limitedReader) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if int64(n) > l.left {
		n, l.left, l.failed = int(l.left), 0, Problem(tree.ContentTooLarge)
		return n, l.failed
	}
	l.left -= int64(n)
	if err != nil && err != io.EOF {
		l.failed = unread(err)
		return n, l.failed
	}
	return n, err
}
