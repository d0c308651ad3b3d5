package oastest

import (
	"slices"

	"github.com/tenon-go/tenon/oas/oastest/internal/node"
)

// modern rewrites the schemas of an OpenAPI 3.0 document as JSON Schema 2020-12 (OpenAPI 3.0.4
// §4.7.24): nullable, boolean exclusive bounds, and references whose siblings are ignored. It
// changes the document in place, and only at the positions of schemas, so that examples may
// look like one.
func modern(doc any) {
	root := node.Object(doc)
	for _, s := range node.Object(node.Object(root["components"])["schemas"]) {
		modernSchema(node.Object(s))
	}
	for _, p := range node.Object(node.Object(root["components"])["parameters"]) {
		modernParameter(p)
	}
	for _, item := range node.Object(root["paths"]) {
		for _, op := range node.Object(item) {
			modernOperation(node.Object(op))
		}
	}
}

func modernOperation(op map[string]any) {
	for _, p := range node.List(op["parameters"]) {
		modernParameter(p)
	}
	modernContent(node.Object(op["requestBody"]))
	for _, r := range node.Object(op["responses"]) {
		modernContent(node.Object(r))
	}
}

func modernParameter(p any) {
	modernSchema(node.Object(node.Object(p)["schema"]))
	modernContent(node.Object(p))
}

func modernContent(holder map[string]any) {
	for _, m := range node.Object(holder["content"]) {
		modernSchema(node.Object(node.Object(m)["schema"]))
		modernSchema(node.Object(node.Object(m)["x-itemSchema"]))
	}
}

func modernSchema(s map[string]any) {
	if s == nil {
		return
	}
	if ref, ok := s["$ref"]; ok {
		clear(s)
		s["$ref"] = ref
		return
	}
	if s["nullable"] == true {
		if t, ok := s["type"].(string); ok { // without a type it has no effect
			s["type"] = []any{t, "null"}
		}
	}
	delete(s, "nullable")
	node.Exclusive(s, "exclusiveMinimum", "minimum")
	node.Exclusive(s, "exclusiveMaximum", "maximum")
	if x, ok := s["example"]; ok {
		s["examples"] = []any{x}
		delete(s, "example")
	}
	for _, p := range node.Object(s["properties"]) {
		modernSchema(node.Object(p))
	}
	for _, keyword := range []string{"items", "additionalProperties", "x-propertyNames", "not"} {
		modernSchema(node.Object(s[keyword]))
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range node.List(s[keyword]) {
			modernSchema(node.Object(part))
		}
	}
	// Keywords of later versions have no meaning here, and must not help.
	for keyword := range s {
		if !slices.Contains(keywords30, keyword) {
			delete(s, keyword)
		}
	}
}

// keywords30 are the keywords of schemas in OpenAPI 3.0 after the change, and the extensions of
// this library for rules.
var keywords30 = []string{
	"title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
	"pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type",
	"allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "description", "format",
	"default", "readOnly", "writeOnly", "deprecated", "examples", "x-rules", "x-pattern", "x-propertyNames",
}
