package main

import (
	"cmp"
	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

func (c *converter) union(s *schema) *dynamic.Property {
	var all []collection.Variant[any]
	for i, k := range specialFirst(slices.Concat(s.cases, s.overlapping)) {
		switch {
		case k.isObject() && k.built != nil && k.built.busy: // it contains the union
			lazy := prop.Lazy("case"+decimal(i), func() *collection.Collection[dynamic.Record] { return k.built.object })
			all = append(all, dynamic.Object(lazy).Variant(i))
		case k.isObject():
			all = append(all, dynamic.RecordCase(c.collection(k), i))
		default:
			all = append(all, c.property(k, "case"+decimal(i)).Variant(i))
		}
	}
	u := collection.OneOf(c.name(s), all...)
	if len(s.overlapping) > 0 {
		u = collection.AnyOf(c.name(s), all...)
	}
	if s.tag != "" {
		u = u.Tagged(s.tag)
	}
	s.built.union = &u
	return dynamic.Union(u.Property())
}

// specialFirst sorts the cases of a union, because the first one of AnyOf that a value matches
// applies: enumerations before objects, before what has rules, before the rest. Of two objects, only
// the one with fewer members can be a special case of the other.
func specialFirst(cases []*schema) []*schema {
	rank := func(s *schema) int {
		switch {
		case s.enum != nil:
			return 0
		case s.isObject():
			return 1000*(1+len(s.members)) - len(s.required)
		case len(s.strings)+len(s.numbers) > 0, s.types == integerKind:
			return 1_000_001
		case s.types == anyKind:
			return 1_000_003
		}
		return 1_000_002
	}
	cases = slices.Clone(cases)
	slices.SortStableFunc(cases, func(a, b *schema) int { return cmp.Compare(rank(a), rank(b)) })
	for i := range cases {
		for j := i + 1; j < len(cases); j++ {
			if special(cases[j], cases[i], 0) && !special(cases[i], cases[j], 0) {
				cases[i], cases[j] = cases[j], cases[i]
			}
		}
	}
	return cases
}
