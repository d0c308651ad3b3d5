package match

// Tree finds the value of a method and a path. The zero value is empty and ready for use. After
// the last Add it is safe for concurrent use.
type Tree[V any] struct {
	trie
	values []V
}

// trie is a tree without the type of its values, which are numbered.
type trie struct {
	root  node
	kinds bool // some node has parameters of several kinds
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

// Add adds a value for a method, which is case-sensitive, and a template. Of templates of one
// method that match the same path, Find returns the first by [Order]; if nothing decides, which
// the caller reports, it returns any of them.
func (t *Tree[V]) Add(method string, tpl Template, v V) {
	t.add(method, tpl, len(t.values))
	t.values = append(t.values, v)
}

func (t *trie) add(method string, tpl Template, v int) {
	n := &t.root
	left := len(tpl.segments)
	for i := range tpl.segments {
		s := &tpl.segments[i]
		n.passes(left, tpl.Rest())
		if s.rest {
			odd := n.addOdd()
			if odd.rest == nil {
				odd.rest = new(leaf)
			}
			odd.rest.add(method, v)
			return
		}
		at := n
		switch {
		case s.param:
			n = n.addParam(s.kind)
		case s.mixed != nil:
			n = n.addMixed(s)
		default:
			n = n.addLiteral(s.literal)
		}
		t.kinds = t.kinds || at.odd != nil && at.odd.params != nil
		left--
	}
	n.passes(left, false)
	if n.leaf == nil {
		n.leaf = new(leaf)
	}
	n.leaf.add(method, v)
}

// passes records a template that ends left segments below n, or more if it takes all that follow.
func (n *node) passes(left int, rest bool) {
	switch {
	case !rest:
		n.depths |= 1 << left
	case n.atLeast == 0:
		n.atLeast = left
	default:
		n.atLeast = min(n.atLeast, left)
	}
}

// Typed reports whether the kinds of parameters decide about some paths.
func (t *trie) Typed() bool { return t.kinds }

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

// Allow returns the methods of all templates that match the path as the value of an Allow
// header (RFC 9110 §10.2.1): sorted, with HEAD if there is GET, and always with OPTIONS. It is
// "" if no template matches. It allocates only if several templates match.
func (t *trie) Allow(c *Cut) string {
	s := search{all: true, anyKind: true}
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
	return n.odd.rest != nil && Path{c.from(i - 1), c.path.escaped}.isRest() && s.visit(n.odd.rest)
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
