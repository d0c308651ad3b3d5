package match

import (
	"slices"
	"sort"
	"strings"
)

// fewLiterals is the number of literals up to which comparing them in turn is faster than a table.
const fewLiterals = 8

// node is a node of the trie. It stands for the templates that begin with the segments on the
// way to it.
type node struct {
	depths   uint64 // bit i: a leaf is i segments below; at most MaxSegments bits
	literals []edge // sorted by literal
	index    *table // the same, if there are more than fewLiterals
	param    *node  // of any name: names belong to templates
	kind     Kind   // of the parameter that leads here
	leaf     *leaf  // not nil if and only if bit 0 of depths is set
	// odd has what few nodes have; or nil.
	odd *oddNode
	// atLeast is the least number of segments to the end of a template below that takes several;
	// 0: there is none.
	atLeast int
}

// oddNode has the edges of a node beside literals and one parameter.
type oddNode struct {
	mixed  []mixedEdge // a narrower one is before a wider one
	params []*node     // all parameters, that of the node last; nil if there is one
	rests  []restEdge  // parameters that take several segments; one with more segments behind it is first
}

// restEdge is a parameter that takes several segments: all up to the last ones behind it.
type restEdge struct {
	behind int
	to     *node
}

type mixedEdge struct {
	segment *segment
	to      *node
}

type edge struct {
	literal string
	to      *node
}

func (n *node) addOdd() *oddNode {
	if n.odd == nil {
		n.odd = new(oddNode)
	}
	return n.odd
}

// addParam returns the child for parameters of a kind. The parameter that is tried last takes what
// none of the others takes, whatever its kind: it has the rules that reject it.
func (n *node) addParam(k Kind) *node {
	if n.param == nil {
		n.param = &node{kind: k}
		return n.param
	}
	if n.odd == nil || n.odd.params == nil {
		if n.param.kind.equals(k) {
			return n.param
		}
		n.addOdd().params = []*node{n.param}
	}
	odd := n.odd
	at := len(odd.params)
	for i, p := range odd.params {
		if p.kind.equals(k) {
			return p
		}
		if k.before(p.kind) < 0 && i < at {
			at = i
		}
	}
	added := &node{kind: k}
	odd.params = insert(odd.params, at, added)
	n.param = odd.params[len(odd.params)-1]
	return added
}

func (n *node) addMixed(s *segment) *node {
	odd := n.addOdd()
	at := len(odd.mixed)
	for i, e := range odd.mixed {
		switch compareMixed(s, e.segment) {
		case Equal:
			return e.to
		case Narrower:
			at = min(at, i)
		}
	}
	odd.mixed = insert(odd.mixed, at, mixedEdge{s, new(node)})
	return odd.mixed[at].to
}

func (n *node) addRest(behind int) *node {
	odd := n.addOdd()
	at := 0
	for i, e := range odd.rests {
		if e.behind == behind {
			return e.to
		}
		if e.behind > behind {
			at = i + 1
		}
	}
	odd.rests = insert(odd.rests, at, restEdge{behind, new(node)})
	return odd.rests[at].to
}

func (n *node) addLiteral(literal string) *node {
	i := sort.Search(len(n.literals), func(i int) bool { return n.literals[i].literal >= literal })
	if i < len(n.literals) && n.literals[i].literal == literal {
		return n.literals[i].to
	}
	e := edge{literal, new(node)}
	n.literals = insert(n.literals, i, e)
	switch {
	case n.index != nil && !n.index.full():
		n.index.add(e)
	case len(n.literals) > fewLiterals:
		n.index = newTable(n.literals)
	}
	return e.to
}

// insert is a slices.Insert of one element: that of many is three times as much code for every type.
func insert[E any](s []E, i int, e E) []E {
	s = append(s, e)
	copy(s[i+1:], s[i:])
	s[i] = e
	return s
}

// leaf is the end of templates that match the same paths.
type leaf struct {
	endpoints []endpoint
	allow     string
}

type endpoint struct {
	method string
	value  int // an index of the values of the tree
}

func (l *leaf) add(method string, v int) {
	for _, e := range l.endpoints {
		if e.method == method {
			return
		}
	}
	l.endpoints = append(l.endpoints, endpoint{method, v})
	l.allow = allow(l.appendMethods(nil))
}

func (l *leaf) appendMethods(methods []string) []string {
	for _, e := range l.endpoints {
		methods = append(methods, e.method)
	}
	return methods
}

// allow returns the value of Allow.
func allow(methods []string) string {
	methods = append(methods, "OPTIONS")
	if slices.Contains(methods, "GET") {
		methods = append(methods, "HEAD")
	}
	slices.Sort(methods)
	return strings.Join(slices.Compact(methods), ", ")
}
