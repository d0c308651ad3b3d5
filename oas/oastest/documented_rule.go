package oastest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"github.com/tenon-go/tenon/prop"
)

// widened reports whether the document lists the rule of a violation in x-rules at its
// place.
func (s *schema) widened(v prop.Violation) bool {
	here := s.judge.expand(look(s.judge.doc, s.pointer), 0)
	place := tokens(v.Pointer)
	for i, token := range place {
		if i == len(place)-1 && (says(here, v, token) || v.Code == "unique" && says(here, v, "")) {
			return true // a rule of the whole value, reported at a part
		}
		if i == len(place)-1 && ofName(v) {
			return s.widenedName(here, v)
		}
		var next []map[string]any
		for _, schema := range here {
			next = append(next, s.judge.expand(below(schema, token), 0)...)
		}
		here = next
	}
	return says(here, v, "")
}

// ofName reports whether a violation is of the name of a member, not of its value.
func ofName(v prop.Violation) bool {
	return slices.ContainsFunc(v.Params, func(p prop.Param) bool { return p.Name == "property_name" })
}

// widenedName is widened for the name of a member.
func (s *schema) widenedName(objects []map[string]any, v prop.Violation) bool {
	v.Params = slices.DeleteFunc(slices.Clone(v.Params), func(p prop.Param) bool { return p.Name == "property_name" })
	var names []map[string]any
	for _, o := range objects {
		names = append(names, s.judge.expand(o["propertyNames"], 0)...)
	}
	return says(names, v, "")
}

// says reports whether a schema lists a rule of a value or of one of its members.
func says(schemas []map[string]any, v prop.Violation, member string) bool {
	for _, s := range schemas {
		switch {
		case member != "":
		case v.Code == "precision" && (s["type"] == "number" || node.Contains(node.List(s["type"]), "number")):
			return true // a float64 loses digits (RFC 8259 §6)
		case limited(s, v):
			return true
		}
		for _, r := range node.List(s["x-rules"]) {
			first := ""
			if members := node.List(node.Object(r)["members"]); len(members) > 0 {
				first, _ = members[0].(string)
			}
			if node.Object(r)["code"] == v.Code && first == member && sameParams(node.Object(node.Object(r)["params"]), v.Params) {
				return true
			}
		}
	}
	return false
}

// sameParams reports whether a rule has the same arguments in the document.
func sameParams(documented map[string]any, params []prop.Param) bool {
	if len(documented) != len(params) {
		return false
	}
	for _, p := range params {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(p.JSON))
		if d, has := documented[p.Name]; err != nil || !has || fmt.Sprint(d) != fmt.Sprint(v) {
			return false
		}
	}
	return true
}

// expand returns the schemas that a value must or may match: the schema itself, those that
// it refers to, and those that it combines.
func (j *validator) expand(v any, depth int) []map[string]any {
	const enough = 16
	s := node.Object(v)
	if s == nil || depth > enough {
		return nil
	}
	out := []map[string]any{s}
	if ref, ok := s["$ref"].(string); ok {
		out = append(out, j.expand(look(j.doc, tokens(ref)), depth+1)...)
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range node.List(s[keyword]) {
			out = append(out, j.expand(part, depth+1)...)
		}
	}
	return out
}

func below(s map[string]any, token string) any {
	if p, ok := node.Object(s["properties"])[token]; ok {
		return p
	}
	if items, ok := s["items"]; ok {
		return items
	}
	return s["additionalProperties"]
}
