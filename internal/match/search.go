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

// equal sets the highest bit of those of eight bytes that equal b.
func equal(eight uint64, b byte) uint64 {
	const highs = octets.Highs
	x := eight ^ uint64(b)*octets.Ones
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}

// Path returns the path that was split.
func (c *Cut) Path() Path { return c.path }

// Hidden reports whether [Path.Flat] may yield paths.
func (c *Cut) Hidden() bool { return c.hidden }

// segment returns the i-th segment.
func (c *Cut) segment(i int) string { return c.path.text[c.starts[i] : c.starts[i+1]-1] }

// between returns the i-th segment and all that follow, without the last ones behind them.
func (c *Cut) between(i, behind int) string {
	return c.path.text[c.starts[i] : len(c.path.text)-len(c.path.Last(behind).text)]
}

// readLast cuts the last n segments of a path, which may have more than a Cut has room for.
func (c *Cut) readLast(of *Cut, n int) {
	if c.total = 0; n > 0 {
		c.Read(of.path.Last(n))
	}
}

// Found is the result of a search.
type Found uint8

// String returns the name of the constant.
func (f Found) String() string {
	switch f {
	case NoPath:
		return "NoPath"
	case NoMethod:
		return "NoMethod"
	case Yes:
		return "Yes"
	}
	return "unknown"
}

// Find returns the value of the narrowest template of the method that matches the path. HEAD
// finds routes of GET, too (RFC 9110 §9.3.2); if a template has both methods, it finds that of
// HEAD.
func (t *Tree[V]) Find(method string, c *Cut) (v V, found Found) {
	i, found := t.find(method, c)
	if found == Yes {
		v = t.values[i]
	}
	return v, found
}

func (t *trie) find(method string, c *Cut) (value int, found Found) {
	s := search{method: method}
	s.run(&t.root, c)
	if t.kinds && s.found != Yes {
		// A parameter of another kind leads further: its rules reject the value.
		s.anyKind = true
		s.run(&t.root, c)
	}
	return s.value, s.found
}

// search is one search: for the first leaf with the method, or for all leaves.
type search struct {
	method  string
	anyKind bool // parameters take texts of any kind

	value int
	found Found

	all    bool
	first  *leaf
	others []*leaf // without the first, which is nearly always the only one
}

func (s *search) run(root *node, c *Cut) {
	if c.total > 0 && root.reaches(c.total) {
		s.walk(root, c, 0)
	}
}

// walk follows the segments of the path from the i-th on and reports whether the search is
// over. It tries the literal before the parameter: at the first segment where two matching
// templates of a method differ, the one with the literal takes precedence. It calls itself only
// if several edges may lead to a leaf, so that the depth of recursion is at most the number of
// segments.
func (s *search) walk(n *node, c *Cut, i int) bool {
	for i < c.total {
		seg := c.segment(i)
		i++
		left := c.total - i
		var literal *node
		if len(n.literals) == 1 && !c.path.escaped { // faster than a call
			if n.literals[0].literal == seg {
				literal = n.literals[0].to
			}
		} else if len(n.literals) > 0 {
			literal = n.literal(seg, c.path.escaped)
		}
		if literal != nil && !literal.reaches(left) {
			literal = nil
		}
		if n.odd != nil {
			return s.walkOdd(n, literal, c, i)
		}
		param := n.param
		if param != nil && (seg == "" || !param.reaches(left)) {
			param = nil
		}
		switch {
		case literal == nil && param == nil:
			return false
		case param == nil:
			n = literal
		case literal == nil:
			n = param
		default:
			if s.walk(literal, c, i) {
				return true
			}
			n = param
		}
	}
	return s.visit(n.leaf)
}

// walkOdd is walk from a node with other edges, for the segment before the i-th.
func (s *search) walkOdd(n, literal *node, c *Cut, i int) bool {
	seg, left := c.segment(i-1), c.total-i
	if literal != nil && s.walk(literal, c, i) {
		return true
	}
	for _, e := range n.odd.mixed {
		if e.to.reaches(left) && e.segment.mixed.match(seg, c.path.escaped, nil) && s.walk(e.to, c, i) {
			return true
		}
	}
	if seg != "" && len(n.odd.params) > 0 {
		text := seg
		if c.path.escaped && !s.anyKind {
			if decoded, err := c.path.Decode(seg); err == nil {
				text = decoded
			}
		}
		for _, p := range n.odd.params[:len(n.odd.params)-1] {
			if (s.anyKind || p.kind.accepts(text)) && p.reaches(left) && s.walk(p, c, i) {
				return true
			}
		}
	}
	if n.param != nil && seg != "" && n.param.reaches(left) && s.walk(n.param, c, i) {
		return true
	}
	return len(n.odd.rests) > 0 && s.walkRests(n.odd.rests, c, i-1)
}

// walkRests is walk for parameters that take several segments from the i-th on.
func (s *search) walkRests(rests []restEdge, c *Cut, i int) bool {
	var behind Cut
	for _, e := range rests {
		if e.behind >= c.total-i || !(Path{c.between(i, e.behind), c.path.escaped}).isRest() {
			continue
		}
		if behind.readLast(c, e.behind); s.walk(e.to, &behind, 0) {
			return true
		}
	}
	return false
}

func (s *search) visit(l *leaf) (over bool) {
	if s.all {
		if s.first == nil {
			s.first = l
		} else {
			s.others = append(s.others, l)
		}
		return false
	}
	if e := l.endpoint(s.method); e != nil {
		s.value, s.found = e.value, Yes
		return true
	}
	s.found = NoMethod
	return false
}

// reaches reports whether a template ends left segments below n.
func (n *node) reaches(left int) bool {
	return n.depths>>left&1 != 0 || n.atLeast > 0 && left >= n.atLeast
}

// endpoint returns the endpoint of a method, or nil.
func (l *leaf) endpoint(method string) *endpoint {
	var get *endpoint
	for i := range l.endpoints {
		e := &l.endpoints[i]
		if e.method == method {
			return e
		}
		if e.method == "GET" {
			get = e
		}
	}
	if method == "HEAD" {
		return get
	}
	return nil
}

// literal returns the child for the literal that seg matches, or nil.
func (n *node) literal(seg string, escaped bool) *node {
	if escaped && strings.IndexByte(seg, '%') >= 0 {
		return n.decodedLiteral(seg)
	}
	if n.index != nil {
		return n.index.slot(seg).to
	}
	for i := range n.literals {
		if n.literals[i].literal == seg {
			return n.literals[i].to
		}
	}
	return nil
}

// decodedLiteral searches the sorted literals, because a table would need the decoded segment.
func (n *node) decodedLiteral(seg string) *node {
	low, high := 0, len(n.literals)
	for low < high {
		mid := int(uint(low+high) >> 1)
		order, ok := compareDecoded(n.literals[mid].literal, seg)
		switch {
		case !ok:
			return nil
		case order == 0:
			return n.literals[mid].to
		case order < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return nil
}
