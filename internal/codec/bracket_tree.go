package codec

import (
	"strconv"
	"strings"
)

// bracketNode is a value, made of the pairs whose names begin alike: a[b]=1 and a[c]=2.
type bracketNode struct {
	name     string
	texts    []string
	file     bool // a pair is a file
	children []*bracketNode
	index    map[string]*bracketNode // of many children
}

// fewChildren is how many children are found without an index.
const fewChildren = 8

func (n *bracketNode) child(name string) *bracketNode {
	if n.index != nil {
		return n.index[name]
	}
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

func (n *bracketNode) grow(name string) *bracketNode {
	c := &bracketNode{name: name}
	n.children = append(n.children, c)
	switch {
	case n.index != nil:
		n.index[name] = c
	case len(n.children) > fewChildren:
		n.index = make(map[string]*bracketNode, 2*len(n.children))
		for _, c := range n.children {
			n.index[c.name] = c
		}
	}
	return c
}

// text returns the text of a value that is one, or "".
func (n *bracketNode) text() string {
	if len(n.texts) == 1 && len(n.children) == 0 {
		return n.texts[0]
	}
	return ""
}

// cutBrackets returns the first name in brackets: b and [c] of [b][c]. ok is false for anything
// else than names in brackets.
func cutBrackets(s string) (name, rest string, ok bool) {
	inside, ok := strings.CutPrefix(s, "[")
	if !ok {
		return "", "", false
	}
	return strings.Cut(inside, "]")
}

// isList reports whether the names are those of items: all empty, or the indexes from 0, each
// once and in any order.
func (n *bracketNode) isList() bool {
	if len(n.children) == 1 && n.children[0].name == "" {
		return len(n.children[0].children) == 0 // a[][b] does not say which item has b
	}
	for _, c := range n.children {
		if i, ok := indexOf(c.name); !ok || i >= len(n.children) {
			return false
		}
	}
	return len(n.children) > 0 // names are distinct
}

// indexOf returns the index that a name is, in decimal digits without leading zeros.
func indexOf(name string) (int, bool) {
	if name == "" || len(name) > 9 || name[0] == '0' && name != "0" {
		return 0, false
	}
	for i := range len(name) {
		if name[i] < '0' || name[i] > '9' {
			return 0, false
		}
	}
	i, err := strconv.Atoi(name)
	return i, err == nil
}

// items returns the nodes of a list in the order of their indexes.
func (n *bracketNode) items() []*bracketNode {
	if n.children[0].name == "" {
		all := make([]*bracketNode, len(n.children[0].texts))
		for i, text := range n.children[0].texts {
			all[i] = &bracketNode{texts: []string{text}}
		}
		return all
	}
	all := make([]*bracketNode, len(n.children))
	for _, c := range n.children {
		i, _ := indexOf(c.name)
		all[i] = c
	}
	return all
}
