package main

import (
	"math/big"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/pattern"
)

func (d *document) mergeKeywords(s *schema, o object, ref string) {
	s.parts = append(s.parts, withoutUnions(o))
	d.mergeTypes(s, o)
	for _, k := range []string{"format", "pattern", "contentEncoding", "contentMediaType"} {
		if v, ok := o[k].(string); ok && v != "" {
			if folded, err := pattern.Fold(v); k == "pattern" && err == nil {
				v = folded
			}
			if had, ok := s.strings[k]; ok && had != v {
				s.miss("allOf: two of " + k)
			}
			s.strings[k] = v
		}
	}
	for _, k := range []string{"minLength", "minItems", "minProperties", "maxLength", "maxItems", "maxProperties", "multipleOf"} {
		if v := number(o[k]); v != nil {
			s.bound(k, v)
		}
	}
	d.mergeBounds(s, o)
	if isTrue(o["uniqueItems"]) {
		s.unique = true
	}
	if v, ok := o["items"]; ok {
		s.inside["items"] = append(s.inside["items"], source{v, ref + "/items"})
	}
	d.mergeObject(s, o, ref)
	d.mergeRest(s, o, ref)
	if v, ok := o["default"]; ok {
		s.fallback = canonical(v)
	}
	s.readOnly = s.readOnly || isTrue(o["readOnly"])
	s.writeOnly = s.writeOnly || isTrue(o["writeOnly"])
	if s.strings["contentEncoding"] == "base64" && s.strings["format"] == "" {
		// What format byte of 3.0 is in 3.1.
		delete(s.strings, "contentEncoding")
		s.strings["format"] = "byte"
	}
	s.deprecated = s.deprecated || isTrue(o["deprecated"])
	for i, v := range list(o["allOf"]) {
		d.merge(s, v, ref+"/allOf/"+decimal(i))
	}
	d.mergeCases(s, o, ref)
	if _, typed := o["type"]; d.old && !typed && isTrue(o["nullable"]) {
		s.null = true
	}
}

func (d *document) mergeTypes(s *schema, o object) {
	nullable := isTrue(o["nullable"]) && d.old
	switch t := o["type"].(type) {
	case string:
		if t == "null" {
			s.types = 0
			break
		}
		s.types &= kindNames[t]
		s.null = s.null && nullable
	case []any:
		var all kinds
		null := false
		for _, v := range t {
			all |= kindNames[text(v)]
			null = null || v == "null"
		}
		s.types &= all
		s.null = s.null && null
	}
	values := list(o["enum"])
	if v, ok := o["const"]; ok {
		values = []any{v}
	}
	if len(values) == 0 {
		return
	}
	null := false
	var enum []string
	for _, v := range values {
		if v == nil {
			null = true
		} else if c := canonical(v); s.enum == nil || slices.Contains(s.enum, c) {
			enum = append(enum, c)
		}
	}
	// 3.0.4 §4.7.24: an enum without null excludes it, whatever nullable says. Publishers
	// mean otherwise: a nullable enum has null.
	s.null = s.null && (null || nullable)
	slices.Sort(enum)
	s.enum = slices.Compact(enum)
	if s.enum == nil {
		s.types = 0
	}
}

// bound sets a bound, the narrower one of two.
func (s *schema) bound(k string, v *big.Rat) {
	had := s.numbers[k]
	if had == nil || strings.HasPrefix(k, "min") == (v.Cmp(had) > 0) {
		s.numbers[k] = v
	}
	if had != nil && k == "multipleOf" && v.Cmp(had) != 0 {
		s.miss("allOf: two of multipleOf")
	}
}

func (d *document) mergeBounds(s *schema, o object) {
	for _, k := range []string{"minimum", "maximum"} {
		exclusive := "exclusiveM" + k[1:]
		if v := number(o[k]); v != nil {
			if isTrue(o[exclusive]) {
				s.bound(exclusive, v)
			} else {
				s.bound(k, v)
			}
		}
		if v := number(o[exclusive]); v != nil {
			s.bound(exclusive, v)
		}
	}
}

func (d *document) mergeObject(s *schema, o object, ref string) {
	members, _ := o["properties"].(object)
	for name, raw := range members {
		if s.sources == nil {
			s.sources = map[string][]source{}
		}
		s.sources[name] = append(s.sources[name], source{raw, ref + "/properties/" + name})
	}
	for _, v := range list(o["required"]) {
		if s.required == nil {
			s.required = map[string]bool{}
		}
		s.required[text(v)] = true
	}
	switch v := o["additionalProperties"].(type) {
	case bool:
		if !v {
			s.closed = true
		}
	case object:
		if len(v) > 0 {
			s.inside["additionalProperties"] = append(s.inside["additionalProperties"], source{v, ref + "/additionalProperties"})
		}
	}
}

// mergeRest collects keywords that this program does not know how to declare.
func (d *document) mergeRest(s *schema, o object, ref string) {
	for _, k := range []string{"not", "patternProperties", "if", "then", "else", "prefixItems", "contains",
		"dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "contentSchema", "$dynamicRef", "xml"} {
		if _, ok := o[k]; ok && k != "xml" {
			s.miss("keyword: " + k)
		}
	}
	if v, ok := o["propertyNames"]; ok {
		if s.names != nil {
			s.miss("allOf: two of propertyNames")
		}
		s.names = d.schemaOf(v, ref+"/propertyNames", s.requestSchema).ofName()
	}
}
