package main

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

func decimal(i int) string { return strconv.Itoa(i) }

// mergeCases reads oneOf and anyOf. What is beside them holds for each of their cases, so that
// it is merged into each; one case alone is the schema itself; a case of null is nullable. An
// anyOf means the same as oneOf if no value can be of two cases, because of its type.
func (d *document) mergeCases(s *schema, o object, ref string) {
	one, several := list(o["oneOf"]), list(o["anyOf"])
	if len(one) > 0 && len(several) > 0 {
		s.miss("oneOf beside anyOf")
		return
	}
	keyword, raws := "oneOf", one
	if len(several) > 0 {
		keyword, raws = "anyOf", several
	}
	if len(raws) == 0 {
		return
	}
	if sets := requiredOnly(raws); sets != nil {
		sets.exactly = keyword == "oneOf"
		s.sets = sets
		return
	}
	if len(s.cases)+len(s.overlapping) > 0 {
		d.multiply(s, keyword, raws, ref)
		return
	}
	null := d.old && isTrue(o["nullable"])
	var cases []*schema
	var only any
	var rest []source
	for i, raw := range raws {
		c := d.schemaOf(raw, ref+"/"+keyword+"/"+decimal(i), s.requestSchema)
		if c.types == 0 && c.null && len(c.reasons) == 0 {
			null = true
			continue
		}
		only = raw
		rest = append(rest, source{raw, c.ref})
		if c.null {
			// A nullable case makes the whole nullable.
			null = true
			if c.types != anyKind {
				plain := *c
				plain.null, c = false, &plain
			}
		}
		cases = append(cases, c)
	}
	was := s.null
	s.sourcesOfCases = rest
	if len(cases) == 1 {
		d.merge(s, only, s.ref)
		s.null = was && null
		return
	}
	s.null = was && null
	if discriminator, ok := o["discriminator"].(object); ok {
		s.tag = text(discriminator["propertyName"])
		mapping, _ := discriminator["mapping"].(object)
		for i := range cases {
			cases[i] = cases[i].named(s.tag, mapping, rest[i])
		}
	}
	s.sourcesOfCases = nil
	s.addCases(keyword, cases, rest)
}

func (s *schema) addCases(keyword string, cases []*schema, from []source) {
	if s.sourcesOfCases = append(s.sourcesOfCases, from...); keyword == "anyOf" {
		s.overlapping = append(s.overlapping, cases...)
	} else {
		s.cases = append(s.cases, cases...)
	}
}

// maxProduct bounds the cases of two unions that hold together.
const maxProduct = 30

// multiply reads a union beside another one: a value is of a case of each.
func (d *document) multiply(s *schema, keyword string, raws []any, ref string) {
	all := s.cases
	if keyword == "anyOf" {
		all = s.overlapping
	}
	if len(all) != len(s.sourcesOfCases) || len(all)*len(raws) > maxProduct || s.tag != "" {
		s.miss("allOf: two unions")
		return
	}
	var cases []*schema
	var from []source
	for _, a := range s.sourcesOfCases {
		for i, b := range raws {
			both := source{object{"allOf": []any{a.raw, b}}, a.ref + "/" + decimal(i)}
			c := d.schemaOf(both.raw, both.ref, s.requestSchema)
			if c.types == 0 && c.enum == nil && !c.isUnion() {
				continue // which no value is of
			}
			cases, from = append(cases, c), append(from, both)
		}
	}
	s.cases, s.overlapping, s.sourcesOfCases = nil, nil, nil
	s.addCases(keyword, cases, from)
}

// named returns a case of a union with a discriminator whose member has a value of it: a name of the
// mapping, or that of the schema (OpenAPI 3.1.1 §4.8.25). Publishers often declare it as any string.
func (s *schema) named(tag string, mapping object, from source) *schema {
	m := s.members[tag]
	if m == nil || m.types != stringKind || m.enum != nil || len(m.strings)+len(m.numbers) > 0 {
		return s
	}
	o, _ := from.raw.(object)
	ref := text(o["$ref"])
	name := ref[strings.LastIndex(ref, "/")+1:]
	var names []string
	for value, to := range mapping {
		if text(to) == ref || text(to) == name {
			names = append(names, quote(value))
		}
	}
	if names == nil {
		names = []string{quote(name)}
	}
	slices.Sort(names)
	member, whole := *m, *s
	member.enum, member.built = names, nil
	whole.members, whole.built = maps.Clone(s.members), nil
	whole.members[tag] = &member
	return &whole
}

// settle turns an anyOf whose cases are apart into what it means, a oneOf, and a oneOf into an anyOf
// where publishers cannot mean that a value is of one case alone: in a response, because the server
// sends a value of one, whatever else it matches, and where no value could be of a special case of
// another. It is called when all schemas are read, because a case may contain the union.
func (s *schema) settle() {
	if s.settled || !s.isUnion() {
		return
	}
	s.settled = true
	for _, k := range slices.Concat(s.cases, s.overlapping) {
		k.settle()
	}
	s.flatten()
	if slices.ContainsFunc(slices.Concat(s.cases, s.overlapping), func(k *schema) bool {
		m := k.members[s.tag]
		return k.valueKinds()&objectKind != 0 && (m == nil || m.enum == nil)
	}) {
		s.tag = "" // which does not identify every case
	}
	switch {
	case len(s.overlapping) > 0 && apart(s.overlapping):
		s.cases, s.overlapping = s.overlapping, nil
	case len(s.cases) > 0 && !apart(s.cases) && (!s.requestSchema || s.hasSpecial()):
		s.cases, s.overlapping = nil, s.cases
	default:
		return
	}
	s.flatten()
}

// flatten puts the cases of a union within a union that means the same in its place. A discriminator
// of the outer one identifies them, too.
func (s *schema) flatten() {
	inline := func(cases []*schema, of func(*schema) []*schema) (all []*schema) {
		for _, k := range cases {
			if inner := of(k); len(inner) > 0 && k != s && (k.tag == "" || s.tag != "") && !k.null && !k.hasRules() {
				all = append(all, inner...)
			} else {
				all = append(all, k)
			}
		}
		return all
	}
	s.cases = inline(s.cases, func(k *schema) []*schema { return k.cases })
	s.overlapping = inline(s.overlapping, func(k *schema) []*schema {
		if len(k.cases) > 0 && apart(k.cases) {
			return k.cases
		}
		return k.overlapping
	})
}

// hasSpecial reports whether every value of a case is one of another case.
func (s *schema) hasSpecial() bool {
	for i, a := range s.cases {
		for j, b := range s.cases {
			if i != j && special(a, b, 0) {
				return true
			}
		}
	}
	return false
}

// maxSpecial bounds how deep schemas are compared, because they may contain themselves.
const maxSpecial = 4

// special reports whether every value of a schema is one of another, as far as its keywords say.
func special(a, b *schema, depth int) bool {
	switch {
	case b.unconstrained():
		return true
	case depth > maxSpecial || a.isUnion() || b.isUnion() || a.types&^b.types != 0 || a.null && !b.null || b.closed && !a.closed:
		return false
	case b.enum != nil && (a.enum == nil || slices.ContainsFunc(a.enum, func(v string) bool { return !slices.Contains(b.enum, v) })):
		return false
	}
	for k, v := range b.strings {
		if number := k == "format" && b.types&^(integerKind|numberKind) == 0; a.enum == nil && a.strings[k] != v && !number {
			return false
		}
	}
	for k, v := range b.numbers {
		if a.enum == nil && !equalRat(a.numbers[k], v) {
			return false
		}
	}
	if b.items != nil && (a.items == nil || !special(a.items, b.items, depth+1)) || b.additional != nil && (a.additional == nil || !special(a.additional, b.additional, depth+1)) {
		return false
	}
	for name := range b.required {
		if !a.required[name] {
			return false
		}
	}
	for name, m := range b.members {
		if a.members[name] == nil && b.types == objectKind && a.closed {
			continue
		}
		if a.members[name] != nil && !special(a.members[name], m, depth+1) {
			return false
		}
	}
	return true
}

// apart reports whether no value is of two cases: because of their types, or of a required
// member that has other constants in each.
func apart(cases []*schema) bool {
	for i, a := range cases {
		for _, b := range cases[:i] {
			if a.valueKinds()&b.valueKinds() != 0 && !constantsApart(a, b) {
				return false
			}
		}
	}
	return true
}

func constantsApart(a, b *schema) bool {
	if a.enum != nil && b.enum != nil {
		return disjoint(a.enum, b.enum)
	}
	if a.types != objectKind || b.types != objectKind {
		return false
	}
	for name := range a.required {
		if x, y := a.members[name], b.members[name]; b.required[name] && x != nil && y != nil &&
			x.enum != nil && y.enum != nil && !x.null && !y.null && disjoint(x.enum, y.enum) {
			return true
		}
	}
	return false
}

func disjoint(a, b []string) bool {
	return !slices.ContainsFunc(a, func(v string) bool { return slices.Contains(b, v) })
}

// valueKinds returns the types that values of a schema can have.
func (s *schema) valueKinds() kinds {
	if !s.isUnion() {
		return s.types
	}
	return s.kindsWithin(map[*schema]kinds{})
}

// kindsWithin visits each union once, for unions contain others many times. One within itself adds
// nothing.
func (s *schema) kindsWithin(known map[*schema]kinds) kinds {
	if !s.isUnion() {
		return s.types
	}
	if k, ok := known[s]; ok {
		return k
	}
	known[s] = 0
	var all kinds
	for _, c := range slices.Concat(s.cases, s.overlapping) {
		all |= c.kindsWithin(known)
	}
	known[s] = s.types & all
	return known[s]
}

// requiredOnly reads the cases {"required": ["a"]}, each of one member.
func requiredOnly(raws []any) *requiredSets {
	sets := new(requiredSets)
	for _, raw := range raws {
		o, ok := raw.(object)
		names := list(o["required"])
		if !ok || len(o) != 1 || len(names) != 1 {
			return nil
		}
		sets.members = append(sets.members, text(names[0]))
	}
	return sets
}

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
