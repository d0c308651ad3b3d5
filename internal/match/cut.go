package match

import (
	"math/bits"

	"github.com/tenon-go/tenon/internal/octets"
)

// Cut is a path in segments, cut once for all who look at them. The zero value is no
// path at all.
type Cut struct {
	path Path
	// starts[:n] is where the segments start, of which there are n, and starts[n] is
	// where another would. n is 0 where no template has so many, or the path has none.
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

// slashes notes where what is behind each slash starts and returns how many there
// are; 0 where they are too many.
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

// Path is the path that was cut.
func (c *Cut) Path() Path { return c.path }

// segment is the i-th one.
func (c *Cut) segment(i int) string { return c.path.text[c.starts[i] : c.starts[i+1]-1] }

// equal marks the bytes of eight that are b by their highest bit.
func equal(eight uint64, b byte) uint64 {
	const highs = octets.Highs
	x := eight ^ uint64(b)*octets.Ones
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}
