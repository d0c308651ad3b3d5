package overlay

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi/overlay"
	"go.yaml.in/yaml/v4"
)

// Edit returns an edit for API.EditDocument that applies an overlay, which is YAML or JSON.
func Edit(text []byte) func(document []byte) ([]byte, error) {
	return func(document []byte) ([]byte, error) {
		parsed, err := libopenapi.NewOverlayDocument(text)
		if err != nil {
			return nil, err
		}
		result, err := overlay.Apply(document, parsed)
		switch {
		case err != nil:
			return nil, err
		case len(result.Warnings) > 0:
			return nil, fmt.Errorf("the overlay: %s", result.Warnings[0])
		}
		var root yaml.Node
		if err := yaml.Unmarshal(result.Bytes, &root); err != nil {
			return nil, err
		}
		return appendJSON(nil, &root)
	}
}

// appendJSON appends a YAML value as JSON.
func appendJSON(b []byte, n *yaml.Node) (_ []byte, err error) {
	switch n.Kind {
	case yaml.DocumentNode:
		return appendJSON(b, n.Content[0])
	case yaml.AliasNode:
		return appendJSON(b, n.Alias)
	case yaml.MappingNode:
		b = append(b, '{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = jsontext.AppendQuote(b, n.Content[i].Value); err != nil {
				return nil, err
			}
			if b, err = appendJSON(append(b, ':'), n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case yaml.SequenceNode:
		b = append(b, '[')
		for i, item := range n.Content {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSON(b, item); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	switch n.ShortTag() {
	case "!!int", "!!float", "!!bool", "!!null":
		literal := jsontext.Value(n.Value)
		if n.ShortTag() == "!!null" {
			literal = jsontext.Value("null")
		}
		if !literal.IsValid() { // such as .inf, 0x1f and True
			return nil, fmt.Errorf("line %d: %s is not JSON", n.Line, n.Value)
		}
		return append(b, literal...), nil
	}
	return jsontext.AppendQuote(b, n.Value)
}
