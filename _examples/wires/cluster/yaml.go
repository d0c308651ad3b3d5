package cluster

import (
	"encoding/json"
	"errors"

	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/route"
)

// asYAML is YAML as a format of JSON.
var asYAML = route.Codec{MediaType: "application/yaml", Encode: toYAML, Decode: fromYAML}

func toYAML(text []byte) ([]byte, error) {
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil { // JSON is YAML
		return nil, err
	}
	return yaml.Marshal(v)
}

// fromYAML reads YAML without aliases, which a few bytes can make arbitrarily large.
func fromYAML(content []byte) ([]byte, error) {
	var n yaml.Node
	if err := yaml.Unmarshal(content, &n); err != nil {
		return nil, err
	}
	if hasAlias(&n) {
		return nil, errors.New("aliases are not read")
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func hasAlias(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode {
		return true
	}
	for _, child := range n.Content {
		if hasAlias(child) {
			return true
		}
	}
	return false
}
