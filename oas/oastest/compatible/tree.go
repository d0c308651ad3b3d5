package compatible

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
)

// parseTree parses a YAML or JSON document as maps, lists, strings, numbers, booleans and nil.
func parseTree(text []byte) (map[string]any, error) {
	var n yaml.Node
	if err := yaml.Unmarshal(text, &n); err != nil {
		return nil, err
	}
	v, err := treeOf(&n)
	if err != nil {
		return nil, err
	}
	doc, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("it is not an object")
	}
	return doc, nil
}

func treeOf(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.DocumentNode:
		return treeOf(n.Content[0])
	case yaml.SequenceNode:
		items := make([]any, len(n.Content))
		for i, c := range n.Content {
			item, err := treeOf(c)
			if err != nil {
				return nil, err
			}
			items[i] = item
		}
		return items, nil
	case yaml.MappingNode:
		members := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := treeOf(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			members[n.Content[i].Value] = v
		}
		return members, nil
	case yaml.ScalarNode:
		switch n.ShortTag() {
		case "!!null":
			return nil, nil
		case "!!bool":
			return n.Value == "true", nil
		case "!!int", "!!float":
			return node.Number(n.Value), nil
		}
		return n.Value, nil
	}
	return nil, fmt.Errorf("line %d: a document has no aliases", n.Line)
}

// without returns the elements of a that are not in b.
func without(a, b []any) (out []any) {
	for _, v := range a {
		if !node.Contains(b, v) {
			out = append(out, v)
		}
	}
	return out
}

// show returns a value as JSON for readers.
func show(v any) string { return node.Shorten(string(appendTree(nil, v))) }

func showAll(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = show(v)
	}
	return strings.Join(texts, ", ")
}

// appendTree appends a value as JSON.
func appendTree(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		b = append(b, '{')
		for i, name := range node.Sorted(v) {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendTree(append(append(b, quoted(name)...), ':'), v[name])
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendTree(b, item)
		}
		return append(b, ']')
	case string:
		return append(b, quoted(v)...)
	case node.Number:
		return append(b, v...)
	case bool:
		return fmt.Append(b, v)
	}
	return append(b, "null"...)
}

// quoted returns a string as JSON text. Documents are valid UTF-8.
func quoted(s string) string {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		return `""`
	}
	return string(b)
}
