package match

import (
	"math/bits"
	"strings"

	"github.com/tenon-go/tenon/internal/octets"
)

// Cut is a path that is split into segments once, for all searches. The zero value is not a
// path.
type Cut struct {
	path Path
	// starts has the start of each of the total segments, and of another behind the last, as
	// far as there is room: no template has more. total is 0 if the text is not a path.
	starts [MaxSegments + 1]int32
	total  int
	hidden bool
}

// Read cuts a path. An empty path is "/" (RFC 3986 §6.2.3).
func (c *Cut) Read(p Path) {
	if p.text == "" {
		p.text = "/"
	}
	c.path, c.total = p, 0
	c.hidden = p.escaped || strings.IndexByte(p.text, '\\') >= 0 || strings.Contains(p.text, "/.")
	if p.text[0] == '/' { // not the "*" of OPTIONS or the authority of CONNECT
		c.total = slashes(p.text, &c.starts)
	}
	if c.total <= MaxSegments {
		c.starts[c.total] = int32(len(p.text) + 1)
	}
}

// slashes sets the index behind each slash, as far as there is room, and returns their number.
func slashes(text string, starts *[MaxSegments + 1]int32) (n int) {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		for marks := equal(octets.Eight(text[i:]), '/'); marks != 0; marks &= marks - 1 {
			if n <= MaxSegments {
				starts[n] = int32(i + bits.TrailingZeros64(marks)/8 + 1)
			}
			n++
		}
	}
	for ; i < len(text); i++ {
		if text[i] != '/' {
			continue
		}
		if n <= MaxSegments {
			starts[n] = int32(i + 1)
		}
		n++
	}
	return n
}

// Path returns the path that was split.
func (c *Cut) Path() Path { return c.path }

// segment returns the i-th segment.
func (c *Cut) segment(i int) string { return c.path.text[c.starts[i] : c.starts[i+1]-1] }

// from returns the i-th segment and all that follow.
func (c *Cut) from(i int) string { return c.path.text[c.starts[i]:] }

// Hidden reports whether [Path.Flat] may yield paths.
func (c *Cut) Hidden() bool { return c.hidden }

// equal sets the highest bit of those of eight bytes that equal b.
func equal(eight uint64, b byte) uint64 {
	const highs = octets.Highs
	x := eight ^ uint64(b)*octets.Ones
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}
