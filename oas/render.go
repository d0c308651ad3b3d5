package oas

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pb33f/libopenapi/datamodel/high"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// JSON returns the document as JSON text, indented by two spaces and with a
// newline at the end. The same API always gives the same bytes.
//
// The error tells what OpenAPI cannot express, with the place of its
// declaration.
func JSON(s Source, v Version) ([]byte, error) {
	n, err := rendered(s, v)
	if err != nil {
		return nil, err
	}
	b, err := appendJSON(nil, n, "\n")
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return append(b, '\n'), nil
}

// YAML returns the document as YAML, indented by two spaces. The same API always
// gives the same bytes.
//
// The errors are those of [JSON].
func YAML(s Source, v Version) ([]byte, error) {
	n, err := rendered(s, v)
	if err != nil {
		return nil, err
	}
	return dump(n)
}

func dump(n *yaml.Node) ([]byte, error) {
	quote(n)
	var b bytes.Buffer
	d, err := yaml.NewDumper(&b, yaml.WithV3Defaults(), yaml.WithIndent(2), yaml.WithLineWidth(-1))
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	if err := d.Dump(n); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return b.Bytes(), nil
}

// rendered has libopenapi render the model to its nodes, from which both texts
// are made: its own JSON goes through float64.
func rendered(s Source, v Version) (*yaml.Node, error) {
	doc, err := Document(s, v)
	if err != nil {
		return nil, err
	}
	n := high.NewNodeBuilder(doc, nil).Render()
	if text, ok := valid(n); !ok {
		return nil, fmt.Errorf("oas: the text %q is not valid UTF-8", text)
	}
	return n, nil
}

func valid(n *yaml.Node) (text string, ok bool) {
	if !utf8.ValidString(n.Value) {
		return n.Value, false
	}
	for _, c := range n.Content {
		if text, ok := valid(c); !ok {
			return text, false
		}
	}
	return "", true
}

// appendJSON writes a node as JSON. Numbers are written as they are spelled.
// The indentation begins with a line break.
func appendJSON(b []byte, n *yaml.Node, indent string) ([]byte, error) {
	deeper := indent + "  "
	var err error
	switch n.Kind {
	case yaml.MappingNode:
		if len(n.Content) == 0 {
			return append(b, "{}"...), nil
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			b = append(append(b, separator(i, '{')), deeper...)
			if b, err = jsonx.AppendString(b, n.Content[i].Value); err != nil {
				return b, err
			}
			b = append(b, ": "...)
			if b, err = appendJSON(b, n.Content[i+1], deeper); err != nil {
				return b, err
			}
		}
		return append(append(b, indent...), '}'), nil
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			return append(b, "[]"...), nil
		}
		for i, item := range n.Content {
			b = append(append(b, separator(i, '[')), deeper...)
			if b, err = appendJSON(b, item, deeper); err != nil {
				return b, err
			}
		}
		return append(append(b, indent...), ']'), nil
	case yaml.ScalarNode:
		if isText(n) {
			return jsonx.AppendString(b, n.Value)
		}
		if n.Value == "" { // how libopenapi writes null
			return append(b, "null"...), nil
		}
		return jsonx.AppendRaw(b, []byte(n.Value))
	default:
		return b, fmt.Errorf("a node of kind %d has no JSON text", n.Kind)
	}
}

func separator(i int, first byte) byte {
	if i == 0 {
		return first
	}
	return ','
}

// isText reports whether a scalar is a text. A node without a tag and quotes is
// what a reader would take its value for.
func isText(n *yaml.Node) bool {
	if n.Tag != "" {
		return n.Tag == "!!str"
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return false
	}
	_, ok := v.(string)
	return ok
}

// quote puts quotes around texts that YAML 1.1 takes for something else, such as
// no, and around those that would be written over several lines as keys or with
// characters that editors do not show.
func quote(n *yaml.Node) {
	for i, c := range n.Content {
		if c.Kind == yaml.ScalarNode && isText(c) {
			key := n.Kind == yaml.MappingNode && i%2 == 0
			if old(c.Value) || hidden(c.Value) || key && strings.Contains(c.Value, "\n") {
				c.Style = yaml.DoubleQuotedStyle
			}
		}
		quote(c)
	}
}

// old reports whether YAML 1.1 takes s for something else than text: a boolean,
// a number with : or _, a date, or the key = and <<.
func old(s string) bool {
	if slices.Contains([]string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<"}, strings.ToLower(s)) {
		return true
	}
	return s != "" && strings.IndexByte("+-.0123456789", s[0]) >= 0 && strings.Trim(s, "+-.0123456789abcdefABCDEFxXoO_:tTzZ ") == ""
}

// hidden reports whether s has a character that is no letter, mark, digit or
// sign on paper. A line break or a tab is not hidden.
func hidden(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		switch {
		case r == '\n' || r == '\t':
			return false
		case r < ' ' || r >= 0x7f && r <= 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff':
			return true
		}
		return false
	})
}
