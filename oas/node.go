package oas

import (
	"errors"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// jsonNode turns JSON text into a YAML node. Numbers keep their text.
func jsonNode(text string) (*yaml.Node, error) {
	var r jsonx.Reader
	r.Reset([]byte(text), jsonx.Limits{})
	n, err := readNode(&r)
	if end := r.End(); end != nil {
		return nil, end
	}
	return n, err
}

func readNode(r *jsonx.Reader) (*yaml.Node, error) {
	var first error
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	switch r.Kind() {
	case jsonx.Object:
		n := objectNode()
		r.Object()
		for name, ok := r.Member(); ok; name, ok = r.Member() {
			v, err := readNode(r)
			note(err)
			addMember(n, name, v)
		}
		return n, first
	case jsonx.Array:
		n := listNode()
		for r.Array(); r.Item(); {
			v, err := readNode(r)
			note(err)
			n.Content = append(n.Content, v)
		}
		return n, first
	case jsonx.String:
		return textNode(r.Text()), nil
	case jsonx.Number:
		lit := r.Raw()
		if _, err := strconv.ParseFloat(lit, 64); err != nil {
			// YAML tools would take it for text.
			return nil, errors.New("a number is too large for a document")
		}
		return literalNode(lit), nil
	default: // null, true, false; a fault shows at the end
		return literalNode(r.Raw()), nil
	}
}

func textNode(s string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
}

// literalNode is a number, true, false or null, as JSON spells it.
func literalNode(lit string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: lit} }

func nullNode() *yaml.Node { return literalNode("null") }

func listNode(items ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: items}
}

func objectNode() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"} }

func addMember(n *yaml.Node, name string, v *yaml.Node) {
	n.Content = append(n.Content, textNode(name), v)
}
