package match

// Tree finds the value of a method and a path. The zero value is empty and ready for use. After
// the last Add it is safe for concurrent use.
type Tree[V any] struct {
	root node[V]
}

// Found is the result of a search.
type Found uint8

const (
	NoPath   Found = iota // no template matches the path: 404
	NoMethod              // a template matches, but none of this method: 405 with Allow
	Yes
)

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

// Add adds a value for a method, which is case-sensitive, and a template. The templates of one
// method must be neither Equal nor Overlap: of equal ones Find returns the first, of
// overlapping ones the one with the earlier literal.
func (t *Tree[V]) Add(method string, tpl Template, v V) {
	n := &t.root
	left := len(tpl.segments)
	n.depths |= 1 << left
	for _, s := range tpl.segments {
		if s.param {
			n = n.addParam()
		} else {
			n = n.addLiteral(s.literal)
		}
		left--
		n.depths |= 1 << left
	}
	if n.leaf == nil {
		n.leaf = new(leaf[V])
	}
	n.leaf.add(method, v)
}

// Find returns the value of the narrowest template of the method that matches the path. HEAD
// finds routes of GET, too (RFC 9110 §9.3.2); if a template has both methods, it finds that of
// HEAD.
func (t *Tree[V]) Find(method string, c *Cut) (v V, found Found) {
	s := search[V]{method: method}
	s.run(&t.root, c)
	return s.value, s.found
}

// Allow returns the methods of all templates that match the path as the value of an Allow
// header (RFC 9110 §10.2.1): sorted, with HEAD if there is GET, and always with OPTIONS. It is
// "" if no template matches. It allocates only if several templates match.
func (t *Tree[V]) Allow(c *Cut) string {
	s := search[V]{all: true}
	s.run(&t.root, c)
	switch {
	case s.first == nil:
		return ""
	case len(s.others) == 0:
		return s.first.allow
	}
	methods := s.first.appendMethods(nil)
	for _, l := range s.others {
		methods = l.appendMethods(methods)
	}
	return allow(methods)
}

// search is one search: for the first leaf with the method, or for all leaves.
type search[V any] struct {
	method string

	value V
	found Found

	all    bool
	first  *leaf[V]
	others []*leaf[V] // without the first, which is nearly always the only one
}

func (s *search[V]) run(root *node[V], c *Cut) {
	if c.n > 0 && root.reaches(c.n) {
		s.walk(root, c, 0)
	}
}

// walk follows the segments of the path from the i-th on and reports whether the search is
// over. It tries the literal before the parameter: at the first segment where two matching
// templates of a method differ, the narrower one has the literal. It calls itself only if both
// may lead to a leaf, so that the depth of recursion is at most the number of segments.
func (s *search[V]) walk(n *node[V], c *Cut, i int) bool {
	for i < c.n {
		seg := c.segment(i)
		i++
		left := c.n - i
		literal := n.literal(seg, c.path.escaped)
		if literal != nil && !literal.reaches(left) {
			literal = nil
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

func (s *search[V]) visit(l *leaf[V]) (over bool) {
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
