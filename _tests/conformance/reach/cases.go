package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"
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
