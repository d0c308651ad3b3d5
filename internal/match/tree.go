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

const (
	NoPath   Found = iota // no template matches the path: 404
	NoMethod              // a template matches, but none of this method: 405 with Allow
	Yes
)

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
		n.passes(left, tpl.rest > i)
		at := n
		switch {
		case s.rest:
			n = n.addRest(left - 1)
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

// passes records a template that ends left segments below n, or more if a parameter takes several of them.
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
