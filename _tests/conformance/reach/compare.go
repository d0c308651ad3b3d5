package main

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// pair is two schemas that are being compared; those that contain themselves are alike if
// everything else in them is.
type pair struct{ a, b *schema }

// same reports whether two schemas mean the same.
func same(a, b *schema) bool { return len(differences(a, b)) == 0 }

// differences returns in which classes two schemas differ.
func differences(want, got *schema) []string {
	c := comparison{seen: map[pair]bool{}}
	c.schemas(want, got)
	return c.classes
}

// comparison collects the classes of differences, such as "format: uuid".
type comparison struct {
	seen    map[pair]bool
	classes []string
	explain bool   // whether classes say where they are
	at      string // the schema that is being compared
}

func (c *comparison) differ(class string) {
	if c.explain {
		class += " at " + c.at
	}
	if !slices.Contains(c.classes, class) {
		c.classes = append(c.classes, class)
	}
}

func (c *comparison) schemas(a, b *schema) {
	if a == nil || b == nil {
		if a != b {
			c.differ("difference: a schema is missing")
		}
		return
	}
	p := pair{a, b}
	if a == b || c.seen[p] {
		return
	}
	c.seen[p] = true
	defer func(at string) { c.at = at }(c.at)
	c.at = a.ref
	if a.types != b.types {
		c.differ("difference: type " + a.typeNames() + ", got " + b.typeNames())
	}
	if a.null != b.null {
		c.differ("difference: null")
	}
	if !slices.Equal(a.enum, b.enum) {
		c.differ("difference: enum")
	}
	for _, k := range union(a.strings, b.strings) {
		if x, y := a.strings[k], b.strings[k]; x != y {
			c.differ("difference: " + k + " " + short(k, x) + ", got " + short(k, y))
		}
	}
	for _, k := range union(a.numbers, b.numbers) {
		if !equalRat(a.numbers[k], b.numbers[k]) {
			c.differ("difference: " + k)
		}
	}
	if a.unique != b.unique {
		c.differ("difference: uniqueItems")
	}
	c.parts(a, b)
}

func (c *comparison) parts(a, b *schema) {
	if (a.items == nil) != (b.items == nil) {
		c.differ("difference: items")
	} else if a.items != nil {
		c.schemas(a.items, b.items)
	}
	for _, name := range union(a.members, b.members) {
		x, y := a.members[name], b.members[name]
		if x == nil || y == nil {
			c.differ("difference: a member is missing")
			continue
		}
		c.annotations(x, y, a.required[name])
		// A client must not send a read-only member, so that its type in requests does not matter.
		if x.readOnly && y.readOnly && a.requestSchema {
			continue
		}
		c.schemas(x, y)
	}
	if !maps.Equal(a.required, b.required) && len(a.required)+len(b.required) > 0 {
		c.differ("difference: required")
	}
	if a.closed != b.closed {
		c.differ("difference: additionalProperties false")
	}
	if (a.additional == nil) != (b.additional == nil) {
		c.differ("difference: additionalProperties")
	} else if a.additional != nil {
		c.schemas(a.additional, b.additional)
	}
	if (a.names == nil) != (b.names == nil) {
		c.differ("difference: propertyNames")
	} else if a.names != nil {
		c.schemas(a.names, b.names)
	}
	if (a.sets == nil) != (b.sets == nil) || a.sets != nil && (a.sets.exactly != b.sets.exactly || !slices.Equal(a.sets.members, b.sets.members)) {
		c.differ("difference: alternatives of required members")
	}
	if a.tag != b.tag {
		c.differ("difference: discriminator")
	}
	c.cases("oneOf", a.cases, b.cases)
	c.cases("anyOf", a.overlapping, b.overlapping)
}

// annotations compares what only members and parameters have.
func (c *comparison) annotations(a, b *schema, required bool) {
	// A default never applies to what a request must have or must not have.
	if a.fallback != b.fallback && !(a.requestSchema && (required || a.readOnly)) {
		c.differ("difference: default in " + side[a.requestSchema])
	}
	if a.readOnly != b.readOnly || a.writeOnly != b.writeOnly {
		c.differ("difference: readOnly or writeOnly")
	}
	if a.deprecated != b.deprecated {
		c.differ("difference: deprecated")
	}
}

// cases compares unions, whose cases have no order.
func (c *comparison) cases(keyword string, a, b []*schema) {
	if len(a) != len(b) {
		c.differ("difference: number of cases of " + keyword)
		return
	}
	taken := make([]bool, len(b))
	for i := range a {
		found := false
		var closest []string
		for k := range b {
			// The cases are in the same order most often.
			j := (i + k) % len(b)
			if taken[j] {
				continue
			}
			try := comparison{seen: maps.Clone(c.seen), explain: c.explain}
			try.schemas(a[i], b[j])
			if len(try.classes) == 0 {
				c.seen, taken[j], found = try.seen, true, true
				break
			}
			if closest == nil || len(try.classes) < len(closest) {
				closest = try.classes
			}
		}
		if !found {
			c.classes = append(c.classes, closest...)
		}
	}
}

func union[V any](a, b map[string]V) []string {
	keys := sortedKeys(a)
	for _, k := range sortedKeys(b) {
		if _, ok := a[k]; !ok {
			keys = append(keys, k)
		}
	}
	return keys
}

func equalRat(a, b *big.Rat) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }

// short leaves out patterns, which no two operations share.
func short(keyword, v string) string {
	switch {
	case v == "":
		return "none"
	case keyword == "pattern":
		return "some"
	}
	return v
}

func (s *schema) typeNames() string {
	if s.types == anyKind {
		return "any"
	}
	var names []string
	for _, n := range []string{"boolean", "integer", "number", "string", "array", "object"} {
		k := kindNames[n]
		if n == "number" {
			k = numberKind
		}
		if s.types&k != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, "|")
}

var side = map[bool]string{true: "requests", false: "responses"}
