package main

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/pattern"
)

// kinds is a set of the types of JSON.
type kinds uint8

const (
	boolKind kinds = 1 << iota
	integerKind
	numberKind // numbers that are no integers; type number is both
	stringKind
	arrayKind
	objectKind

	anyKind = 1<<iota - 1
)

var kindNames = map[string]kinds{
	"boolean": boolKind, "integer": integerKind, "number": integerKind | numberKind,
	"string": stringKind, "array": arrayKind, "object": objectKind,
}

// schema is a schema in a canonical form: two schemas that mean the same to a client have the
// same form, as far as the doc comment of the program says. It is the same for the original
// and for what the library writes.
type schema struct {
	ref     string // where it is, for names and examples
	types   kinds
	null    bool
	enum    []string // canonical JSON, without null; nil if there is none
	strings map[string]string
	numbers map[string]*big.Rat
	unique  bool

	items      *schema
	members    map[string]*schema
	required   map[string]bool
	closed     bool
	additional *schema // of members that are not declared; nil if anything or nothing is
	names      *schema // of the names of members; nil if there are no rules

	parts          []any     // the schemas that were merged, without their unions
	cases          []*schema // oneOf
	overlapping    []*schema // anyOf whose cases are not apart by type
	sourcesOfCases []source
	tag            string
	fallback       string // default, canonical JSON
	readOnly       bool
	writeOnly      bool
	deprecated     bool
	reasons        []string
	built          *built              // by convert.go
	sources        map[string][]source // of members, before they are read
	inside         map[string][]source // of items and additionalProperties
	requestSchema  bool
	sets           *requiredSets
}

// requiredSets is an anyOf or oneOf of nothing but lists of required members.
type requiredSets struct {
	exactly bool
	members []string
}

// source is a schema as it is written.
type source struct {
	raw any
	ref string
}

// schemaKey identifies a schema by the address of its object, as it may contain itself.
type schemaKey struct {
	at      string
	request bool
}

func (s *schema) miss(reason string) {
	if !slices.Contains(s.reasons, reason) {
		s.reasons = append(s.reasons, reason)
	}
}

// schemaOf returns the canonical form of a schema, in a request or in a response.
func (d *document) schemaOf(raw any, ref string, request bool) *schema {
	o, ok := raw.(object)
	if !ok {
		s := d.empty(ref, request)
		d.merge(s, raw, ref)
		return s
	}
	if r, ok := o["$ref"].(string); ok && (d.old || len(o) == 1) {
		if target := d.at(r); target != nil {
			return d.schemaOf(target, r, request)
		}
	}
	key := schemaKey{fmt.Sprintf("%p", o), request}
	if s := d.schemas[key]; s != nil {
		return s
	}
	s := d.empty(ref, request)
	d.schemas[key] = s
	outer := d.merging
	d.merging = nil
	d.merge(s, raw, ref)
	d.merging = outer
	d.finish(s)
	return s
}

func (d *document) empty(ref string, request bool) *schema {
	return &schema{ref: ref, types: anyKind, null: true, requestSchema: request,
		strings: map[string]string{}, numbers: map[string]*big.Rat{}, inside: map[string][]source{}}
}

// merge adds the keywords of a schema to s, which means both then. What cannot be merged is a
// reason.
func (d *document) merge(s *schema, raw any, ref string) {
	switch raw := raw.(type) {
	case nil:
	case bool:
		if !raw {
			s.miss("schema: false")
		}
	case object:
		if r, ok := raw["$ref"].(string); ok {
			d.mergeRef(s, r)
			if d.old {
				return
			}
		}
		d.mergeKeywords(s, raw, ref)
	default:
		s.miss("schema: not a schema")
	}
}

func (d *document) mergeRef(s *schema, ref string) {
	if slices.Contains(d.merging, ref) {
		s.miss("allOf: contains itself")
		return
	}
	target := d.at(ref)
	if target == nil {
		s.miss("$ref: not found")
		return
	}
	d.merging = append(d.merging, ref)
	d.merge(s, target, ref)
	d.merging = d.merging[:len(d.merging)-1]
}

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

// readParts reads the schemas inside of s. One that several schemas of an allOf have means all
// of them.
func (d *document) readParts(s *schema) {
	if all := s.inside["items"]; len(all) > 0 {
		s.items = d.all(all, s.requestSchema)
	}
	if all := s.inside["additionalProperties"]; len(all) > 0 {
		s.additional = d.all(all, s.requestSchema)
	}
	for _, name := range sortedKeys(s.sources) {
		if s.members == nil {
			s.members = map[string]*schema{}
		}
		s.members[name] = d.all(s.sources[name], s.requestSchema)
	}
}

func (d *document) all(all []source, request bool) *schema {
	if len(all) == 1 {
		return d.schemaOf(all[0].raw, all[0].ref, request)
	}
	first := d.schemaOf(all[0].raw, all[0].ref, request)
	alike := true
	for _, v := range all[1:] {
		alike = alike && d.schemaOf(v.raw, v.ref, request) == first
	}
	if alike {
		return first
	}
	s := d.empty(all[0].ref, request)
	outer := d.merging
	d.merging = nil
	for _, v := range all {
		d.merge(s, v.raw, v.ref)
	}
	d.merging = outer
	d.finish(s)
	return s
}

// ofName returns what a schema says of a name, which is a string; nil for nothing.
func (s *schema) ofName() *schema {
	if len(s.strings)+len(s.numbers) == 0 && s.enum == nil && !s.isUnion() && s.types&stringKind != 0 {
		return nil
	}
	plain := *s
	plain.types, plain.null = s.types&stringKind, false
	return &plain
}

func (s *schema) unconstrained() bool {
	return s.types == anyKind && s.null && s.enum == nil && len(s.strings) == 0 && len(s.numbers) == 0 &&
		len(s.members) == 0 && len(s.required) == 0 && !s.closed && s.additional == nil && s.items == nil &&
		len(s.cases) == 0 && len(s.overlapping) == 0 && len(s.reasons) == 0 && s.sets == nil && s.names == nil
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

func number(v any) *big.Rat {
	n, ok := v.(literal)
	if !ok || len(n) > 400 || strings.ContainsAny(string(n), "eE") && len(n) > 30 {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}

// canonical returns JSON with sorted members and numbers in lowest terms.
func canonical(v any) string {
	switch t := v.(type) {
	case literal:
		if r := number(t); r != nil {
			if r.IsInt() {
				return r.Num().String()
			}
			f, _ := r.FloatPrec()
			return r.FloatString(f)
		}
	case []any:
		parts := make([]string, len(t))
		for i, e := range t {
			parts[i] = canonical(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(t)) {
			parts = append(parts, canonical(k)+":"+canonical(t[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case string:
		return quote(t)
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}
