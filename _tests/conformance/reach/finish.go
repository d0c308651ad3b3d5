package main

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// finish brings a schema that has been read into the canonical form.
func (d *document) finish(s *schema) {
	d.readParts(s)
	s.dropUseless()
	if len(s.cases) > 0 {
		d.distribute(s, s.cases)
	}
	if len(s.overlapping) > 0 {
		d.distribute(s, s.overlapping)
	}
	if s.types == anyKind && s.enum == nil && len(s.cases)+len(s.overlapping) == 0 {
		// Publishers leave out the type of objects and arrays.
		switch {
		case len(s.members) > 0, s.closed, s.additional != nil:
			s.types, s.null = objectKind, false
		case s.items != nil:
			s.types, s.null = arrayKind, false
		}
	}
	if s.enum != nil {
		s.types &= enumKinds(s.enum)
		if s.types == 0 {
			s.miss("enum: no value of the type")
		}
		s.dropLengths()
	}
	if s.types&objectKind == 0 {
		s.members, s.required, s.closed, s.additional = nil, nil, false, nil
	}
	if plain := strings.Trim(s.fallback, `"`); s.types == boolKind && (plain == "true" || plain == "false") {
		s.fallback = plain
	}
	if s.closed && len(s.members) == 0 {
		s.closed = false
		s.numbers["maxProperties"] = new(big.Rat)
	}
	if s.closed {
		s.additional = nil
	}
	for name := range s.required {
		if s.members[name] == nil && !s.closed && s.additional == nil {
			if s.members == nil {
				s.members = map[string]*schema{}
			}
			s.members[name] = d.empty(s.ref+"/"+name, s.requestSchema)
		}
		// A list of required members binds the side that may send them (OpenAPI, readOnly).
		if m := s.members[name]; m != nil && (m.readOnly && s.requestSchema || m.writeOnly && !s.requestSchema) {
			delete(s.required, name)
		}
	}
	for name, m := range s.members {
		if m.writeOnly && !s.requestSchema {
			delete(s.members, name)
		}
	}
	s.dropFormatBounds()
	s.split()
}

// split turns a schema of several types into a union with a case of each.
func (s *schema) split() {
	var all []kinds
	for _, k := range []kinds{boolKind, integerKind | numberKind, stringKind, arrayKind, objectKind} {
		if s.types&k != 0 {
			all = append(all, s.types&k)
		}
	}
	if len(all) < 2 || s.types == anyKind || s.enum != nil || s.isUnion() || s.sets != nil || s.names != nil {
		return
	}
	for _, k := range all {
		c := *s
		c.types, c.null, c.fallback, c.readOnly, c.writeOnly, c.deprecated = k, false, "", false, false, false
		c.strings, c.numbers, c.ref = maps.Clone(s.strings), maps.Clone(s.numbers), s.ref+"/type"
		if s.types&stringKind != 0 && k != stringKind {
			delete(c.strings, "format")
		}
		if k != objectKind {
			c.members, c.required, c.closed, c.additional = nil, nil, false, nil
		}
		c.dropUseless()
		s.cases = append(s.cases, &c)
	}
	s.types, s.items, s.members, s.required, s.closed, s.additional, s.unique = anyKind, nil, nil, nil, false, nil, false
	clear(s.strings)
	clear(s.numbers)
}

// dropUseless removes rules of types that the schema does not have, and those that every value satisfies.
func (s *schema) dropUseless() {
	for k, t := range map[string]kinds{"minLength": stringKind, "maxLength": stringKind, "minItems": arrayKind, "maxItems": arrayKind,
		"minProperties": objectKind, "maxProperties": objectKind, "minimum": numberKind | integerKind, "maximum": numberKind | integerKind,
		"exclusiveMinimum": numberKind | integerKind, "exclusiveMaximum": numberKind | integerKind, "multipleOf": numberKind | integerKind} {
		if s.types&t == 0 {
			delete(s.numbers, k)
		}
	}
	for _, k := range []string{"minLength", "minItems", "minProperties"} {
		if v := s.numbers[k]; v != nil && v.Sign() == 0 {
			delete(s.numbers, k)
		}
	}
	if s.types&stringKind == 0 {
		delete(s.strings, "pattern")
	}
	if s.types&arrayKind == 0 {
		s.items, s.unique = nil, false
	}
	if s.items != nil && s.items.unconstrained() {
		s.items = nil
	}
	if s.additional != nil && s.additional.unconstrained() {
		s.additional = nil
	}
	if v := s.numbers["multipleOf"]; v != nil && s.types&numberKind == 0 && v.Cmp(big.NewRat(1, 1)) == 0 {
		delete(s.numbers, "multipleOf")
	}
}

// dropFormatBounds removes the bounds that the format of an integer says, and those of 64 bits that
// are rounded to a float64: they are what the Go type, or a reader in JavaScript, has anyhow.
func (s *schema) dropFormatBounds() {
	if s.types == integerKind {
		for _, k := range []string{"minimum", "maximum"} {
			if v := s.numbers[k]; v != nil && new(big.Rat).Abs(v).Cmp(most64) >= 0 {
				s.unsigned = k == "maximum" && v.Cmp(big.NewRat(math.MaxInt64, 1)) > 0
				delete(s.numbers, k)
			}
		}
	}
	bounds := map[string][2]string{
		"int8": {"-128", "127"}, "int16": {"-32768", "32767"},
		"uint8": {"0", "255"}, "uint16": {"0", "65535"}, "uint32": {"0", "4294967295"}, "uint64": {"0", "18446744073709551615"},
		"int32": {"-2147483648", "2147483647"},
		"int64": {"-9223372036854775808", "9223372036854775807"},
	}[s.strings["format"]]
	for i, k := range []string{"minimum", "maximum"} {
		if v := s.numbers[k]; v != nil && v.RatString() == bounds[i] {
			delete(s.numbers, k)
		}
	}
}

// most64 is the largest int64 as a float64 may round it.
var most64 = big.NewRat(math.MaxInt64-512, 1)

func enumKinds(enum []string) (k kinds) {
	for _, v := range enum {
		switch v[0] {
		case '"':
			k |= stringKind
		case '{':
			k |= objectKind
		case '[':
			k |= arrayKind
		case 't', 'f':
			k |= boolKind
		default:
			r, ok := new(big.Rat).SetString(v)
			if ok && r.IsInt() {
				k |= integerKind
			} else {
				k |= numberKind
			}
		}
	}
	return k
}

// withoutUnions returns the keywords of a schema that hold for each case of its unions.
func withoutUnions(o object) object {
	plain := object{}
	for k, v := range o {
		switch k {
		case "$ref", "allOf", "oneOf", "anyOf", "discriminator":
		default:
			plain[k] = v
		}
	}
	return plain
}

// maxDistributed bounds unions whose cases contain them.
const maxDistributed = 3

// distribute removes what is beside a union: what its cases say anyhow, or else it is merged into each
// of them.
func (d *document) distribute(s *schema, cases []*schema) {
	var all kinds
	for _, c := range cases {
		all |= c.valueKinds()
	}
	if (s.hasRules() || all&^s.types != 0) && d.distributing < maxDistributed {
		d.distributing++
		for i, from := range s.sourcesOfCases {
			whole := object{"allOf": append(slices.Clone(s.parts), from.raw)}
			c := d.schemaOf(whole, from.ref, s.requestSchema)
			if c.null {
				plain := *c
				plain.null, c = false, &plain
			}
			cases[i] = c
		}
		d.distributing--
		s.dropImpossible()
		s.types, s.enum, s.items, s.additional, s.closed = anyKind, nil, nil, nil, false
		clear(s.strings)
		clear(s.numbers)
		clear(s.members)
		clear(s.required)
		return
	}
	if all&^s.types != 0 {
		s.miss("a type beside a union excludes a case")
	}
	s.types = anyKind
	if s.hasRules() {
		s.miss("a union beside other keywords")
	}
}

// dropImpossible removes the cases that have no values, because of the type beside the union.
func (s *schema) dropImpossible() {
	impossible := func(c *schema) bool { return c.types == 0 && !c.null && !c.isUnion() && len(c.reasons) == 0 }
	if slices.ContainsFunc(s.cases, impossible) || slices.ContainsFunc(s.overlapping, impossible) {
		s.cases, s.overlapping = slices.DeleteFunc(s.cases, impossible), slices.DeleteFunc(s.overlapping, impossible)
		s.sourcesOfCases = nil // which are no longer those of the cases
	}
}

// hasRules reports whether there are rules beside the types and the cases.
func (s *schema) hasRules() bool {
	return s.enum != nil || len(s.strings)+len(s.numbers)+len(s.members)+len(s.required) > 0 || s.closed || s.additional != nil || s.items != nil
}

// dropLengths removes bounds of a length that every value of an enum satisfies.
func (s *schema) dropLengths() {
	for _, v := range s.enum {
		if v[0] != '"' {
			return
		}
		text, ok := textIn(v)
		if !ok {
			return
		}
		n := big.NewRat(int64(utf8.RuneCountInString(text)), 1)
		if least := s.numbers["minLength"]; least != nil && n.Cmp(least) < 0 {
			return
		}
		if most := s.numbers["maxLength"]; most != nil && n.Cmp(most) > 0 {
			return
		}
	}
	delete(s.numbers, "minLength")
	delete(s.numbers, "maxLength")
}
