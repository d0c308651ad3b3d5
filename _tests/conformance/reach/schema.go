package main

import (
	"fmt"
	"math/big"
	"slices"
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
	ref      string // where it is, for names and examples
	types    kinds
	null     bool
	enum     []string // canonical JSON, without null; nil if there is none
	strings  map[string]string
	numbers  map[string]*big.Rat
	unique   bool
	unsigned bool // the maximum is beyond int64

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
	settled        bool
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
