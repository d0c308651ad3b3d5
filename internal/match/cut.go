package match

import (
	"math/bits"

	"github.com/tenon-go/tenon/internal/octets"
)

// Cut is a path that is split into segments once, for all searches. The zero value is not a
// path.
type Cut struct {
	path Path
	// starts[:n] has the start of each of the n segments, and starts[n] the start of another. n
	// is 0 if no template has as many segments, or the text is not a path.
	starts [MaxSegments + 1]int32
	n      int
}

// Read cuts a path. An empty path is "/" (RFC 3986 §6.2.3).
func (c *Cut) Read(p Path) {
	if p.text == "" {
		p.text = "/"
	}
	c.path, c.n = p, 0
	if p.text[0] == '/' { // not the "*" of OPTIONS or the authority of CONNECT
		c.n = slashes(p.text, &c.starts)
	}
	if c.n > 0 {
		c.starts[c.n] = int32(len(p.text) + 1)
	}
}

// slashes sets the index behind each slash and returns their number, or 0 if there are too
// many.
func slashes(text string, starts *[MaxSegments + 1]int32) (n int) {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		for marks := equal(octets.Eight(text[i:]), '/'); marks != 0; marks &= marks - 1 {
			if n == MaxSegments {
				return 0
			}
			starts[n] = int32(i + bits.TrailingZeros64(marks)/8 + 1)
			n++
		}
	}
	for ; i < len(text); i++ {
		if text[i] != '/' {
			continue
		}
		if n == MaxSegments {
			return 0
		}
		starts[n] = int32(i + 1)
		n++
	}
	return n
}

// Path returns the path that was split.
func (c *Cut) Path() Path { return c.path }

// segment returns the i-th segment.
func (c *Cut) segment(i int) string { return c.path.text[c.starts[i] : c.starts[i+1]-1] }

// equal sets the highest bit of those of eight bytes that equal b.
func equal(eight uint64, b byte) uint64 {
	const highs = octets.Highs
	x := eight ^ uint64(b)*octets.Ones
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}
