package compatible

import (
	"maps"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"github.com/tenon-go/tenon/tree"
)

// comparison compares a document with a later one.
type comparison struct {
	journal
	old, now map[string]any
	pairs    map[pair][]*finding
	depth    int
	renames  map[pair]bool // whether components are the same but for their names
}

func newComparison(old, now map[string]any) *comparison {
	return &comparison{
		journal: journal{of: map[difference]*finding{}}, old: old, now: now,
		pairs: map[pair][]*finding{}, renames: map[pair]bool{},
	}
}

// maxDepth bounds recursion into a schema that refers only to itself.
const maxDepth = 100

// pair has two components that are compared.
type pair struct {
	old, now  string
	direction direction
}

// narrow records that fewer values are valid, which breaks senders.
func (c *comparison) narrow(d direction, where, what string) {
	c.note(d.byClients(), difference{where, what, d})
}

// widen records that more values are valid, which breaks readers.
func (c *comparison) widen(d direction, where, what string) {
	c.note(d.read(), difference{where, what, d})
}

// loosen records that more values are valid, which readers ignore.
func (c *comparison) loosen(d direction, where, what string) {
	c.note(false, difference{where, what, d})
}

// differ records a change that breaks senders and readers.
func (c *comparison) differ(d direction, where, what string) {
	c.note(true, difference{where, what, d})
}

// schema compares two schemas. A value that is not an object has no keywords.
func (c *comparison) schema(d direction, where string, was, is any) {
	if c.depth == maxDepth {
		return
	}
	c.depth++
	defer func() { c.depth-- }()
	old, now := plain(was), plain(is)
	switch composite(old) + composite(now) {
	case 0:
		c.keywords(d, where, old, now)
	case 1:
		c.branches(d, where, old, now)
	case 2:
		c.branches(d, where, old, now)
		c.keywords(d, where, beside(old), beside(now))
	}
}

// plain returns a schema in terms of JSON Schema 2020-12, for every version of OpenAPI. It does
// not change schemas inside it.
func plain(v any) map[string]any {
	if v == false {
		return map[string]any{"not": map[string]any{}}
	}
	s := maps.Clone(node.Object(v))
	if s == nil {
		return map[string]any{}
	}
	// OpenAPI 3.0 has no other way to combine a reference with keywords.
	if all := node.List(s["allOf"]); len(all) == 1 {
		if only := node.Object(all[0]); len(only) == 1 && only["$ref"] != nil {
			delete(s, "allOf")
			s["$ref"] = only["$ref"]
		}
	}
	if t, ok := s["type"].(string); ok {
		s["type"] = []any{t}
	}
	if s["nullable"] == true && s["type"] != nil {
		s["type"] = append(slices.Clone(node.List(s["type"])), "null")
	}
	delete(s, "nullable")
	if expr, ok := s["x-pattern"]; ok && s["pattern"] == nil {
		s["pattern"] = expr // its name before formats had no pattern
	}
	if names, ok := s["x-propertyNames"]; ok {
		s["propertyNames"] = names
	}
	if v, ok := s["const"]; ok {
		s["enum"] = []any{v}
		delete(s, "const")
	}
	node.Exclusive(s, "exclusiveMinimum", "minimum")
	node.Exclusive(s, "exclusiveMaximum", "maximum")
	return s
}

// composite returns 1 for a schema that combines others.
func composite(s map[string]any) int {
	if s["$ref"] != nil || s["anyOf"] != nil || s["oneOf"] != nil {
		return 1
	}
	return 0
}

// beside returns the keywords of a composite schema itself.
func beside(s map[string]any) map[string]any {
	s = maps.Clone(s)
	for _, keyword := range []string{"$ref", "anyOf", "oneOf", "discriminator"} {
		delete(s, keyword)
	}
	return s
}

// branch is one of the alternatives of a schema.
type branch struct {
	name   string // identifies it in the other document; "" if it has none
	schema any
}

// branchesOf returns the alternatives of a schema, which may be only itself. If mapped is true,
// their names are the values that identify them.
func branchesOf(s map[string]any, mapped bool) (out []branch) {
	all := append(slices.Clone(node.List(s["anyOf"])), node.List(s["oneOf"])...)
	if len(all) == 0 {
		all = []any{s}
		if s["$ref"] != nil {
			all = []any{map[string]any{"$ref": s["$ref"]}}
		}
	}
	mapping := mappingOf(s)
	for _, v := range all {
		b := branch{schema: v}
		ref := node.Text(node.Object(v)["$ref"])
		b.name = componentName(ref)
		for _, name := range node.Sorted(mapping) {
			if mapped && ref != "" && mapping[name] == ref {
				b.name = name
				break
			}
		}
		if isNull(v) {
			b.name = "null"
		}
		out = append(out, b)
	}
	return out
}

// isNull reports whether a schema accepts only null.
func isNull(v any) bool {
	s := plain(v)
	return node.Same(s["type"], []any{"null"}) || node.Same(s["enum"], []any{nil})
}

func componentName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// branches compares the alternatives of two schemas.
func (c *comparison) branches(d direction, where string, old, now map[string]any) {
	if was, is := discriminator(old), discriminator(now); was != "" && is != "" && was != is {
		c.differ(d, where, "the discriminator is "+is+", was "+was)
	}
	mapped := len(mappingOf(old)) > 0 && len(mappingOf(now)) > 0
	gone, fresh := branchesOf(old, mapped), branchesOf(now, mapped)
	match := func(equal func(a, b branch) bool) {
		for i := 0; i < len(gone); {
			j := slices.IndexFunc(fresh, func(b branch) bool { return equal(gone[i], b) })
			if j < 0 {
				i++
				continue
			}
			c.branch(d, where, gone[i].schema, fresh[j].schema)
			gone, fresh = slices.Delete(gone, i, i+1), slices.Delete(fresh, j, j+1)
		}
	}
	match(func(a, b branch) bool {
		if a.name != "" && b.name != "" {
			return a.name == b.name
		}
		return node.Same(a.schema, b.schema)
	})
	match(func(a, b branch) bool { return a.name != "" && modeless(a.name) == modeless(b.name) })
	match(func(a, b branch) bool { return !mapped && c.renamed(d, a, b) })
	if len(gone) == 1 && len(fresh) == 1 && gone[0].name != "null" && fresh[0].name != "null" && discriminator(old) == "" {
		c.branch(d, where, gone[0].schema, fresh[0].schema)
		return
	}
	for _, b := range gone {
		c.narrow(d, where, "the alternative "+b.title()+" is gone")
	}
	for _, b := range fresh {
		c.widen(d, where, "the alternative "+b.title()+" is new")
	}
}

// renamed reports whether two alternatives are components that are the same but for their names. Those
// that are compared already are, until a difference is found.
func (c *comparison) renamed(d direction, a, b branch) bool {
	p := pair{node.Text(node.Object(a.schema)["$ref"]), node.Text(node.Object(b.schema)["$ref"]), d}
	if p.old == "" || p.now == "" {
		return false
	}
	same, known := c.renames[p]
	if !known {
		c.renames[p] = true
		alone := newComparison(c.old, c.now)
		alone.depth, alone.renames = c.depth, c.renames
		alone.branch(d, "", a.schema, b.schema)
		same = len(alone.found) == 0
		c.renames[p] = same
	}
	return same
}

// modeless returns the name of a component without its mode: a mode has a component of its own as
// soon as it differs from view mode.
func modeless(name string) string {
	for _, mode := range append(tree.Modes(), tree.OpenModes()...) {
		if base := strings.TrimSuffix(name, mode.String()); base != name && base != "" {
			return base
		}
	}
	return name
}

func discriminator(s map[string]any) string {
	return node.Text(node.Object(s["discriminator"])["propertyName"])
}

func mappingOf(s map[string]any) map[string]any {
	return node.Object(node.Object(s["discriminator"])["mapping"])
}

func (b branch) title() string {
	if b.name == "" {
		return show(b.schema)
	}
	return b.name
}

// branch compares two alternatives, which may be references to components.
func (c *comparison) branch(d direction, where string, was, is any) {
	old, now := node.Text(node.Object(was)["$ref"]), node.Text(node.Object(is)["$ref"])
	if old == "" || now == "" {
		c.schema(d, where, follow(c.old, was), follow(c.now, is))
		return
	}
	p := pair{old, now, d}
	if found, done := c.pairs[p]; done {
		for _, f := range found {
			c.again(f)
		}
		return
	}
	c.pairs[p] = nil // a component may contain itself
	before := len(c.noted)
	c.schema(d, componentName(now), follow(c.old, was), follow(c.now, is))
	c.pairs[p] = slices.Clone(c.noted[before:])
}

// follow returns the target of a reference within a document; other values are returned
// unchanged.
func follow(doc map[string]any, v any) any {
	ref, ok := node.Object(v)["$ref"].(string)
	if !ok {
		return v
	}
	var at any = doc
	for token := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = node.Object(at)[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
	}
	return at
}
