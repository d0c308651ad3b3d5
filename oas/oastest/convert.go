package oastest

import "slices"

// modern rewrites the schemas of an OpenAPI 3.0 document as JSON Schema 2020-12 (OpenAPI 3.0.4
// §4.7.24): nullable, boolean exclusive bounds, and references whose siblings are ignored. It
// changes the document in place, and only at the positions of schemas, so that examples may
// look like one.
func modern(doc any) {
	root := object(doc)
	for _, s := range object(object(root["components"])["schemas"]) {
		modernSchema(object(s))
	}
	for _, p := range object(object(root["components"])["parameters"]) {
		modernParameter(p)
	}
	for _, item := range object(root["paths"]) {
		for _, op := range object(item) {
			modernOperation(object(op))
		}
	}
}

func modernOperation(op map[string]any) {
	for _, p := range list(op["parameters"]) {
		modernParameter(p)
	}
	modernContent(object(op["requestBody"]))
	for _, r := range object(op["responses"]) {
		modernContent(object(r))
	}
}

func modernParameter(p any) {
	modernSchema(object(object(p)["schema"]))
	modernContent(object(p))
}

func modernContent(holder map[string]any) {
	for _, m := range object(holder["content"]) {
		modernSchema(object(object(m)["schema"]))
		modernSchema(object(object(m)["x-itemSchema"]))
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
	exclusive(s, "exclusiveMinimum", "minimum")
	exclusive(s, "exclusiveMaximum", "maximum")
	if x, ok := s["example"]; ok {
		s["examples"] = []any{x}
		delete(s, "example")
	}
	for _, p := range object(s["properties"]) {
		modernSchema(object(p))
	}
	for _, keyword := range []string{"items", "additionalProperties", "x-propertyNames", "not"} {
		modernSchema(object(s[keyword]))
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range list(s[keyword]) {
			modernSchema(object(part))
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

// exclusive converts a flag next to a bound into a bound.
func exclusive(s map[string]any, flag, bound string) {
	is, ok := s[flag].(bool)
	if !ok {
		return
	}
	delete(s, flag)
	if b, has := s[bound]; is && has {
		s[flag] = b
		delete(s, bound)
	}
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}
