package verify

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// union collects the faults of a union and of its cases.
func (c *Checker) union(u *tree.Union) {
	c.unions = true
	if u.At.Known() && !c.visit(u.Fingerprint()) {
		return
	}
	s := c.scope("union", u.Name)
	s.add(u.Faults)
	if len(u.Faults) > 0 {
		return // other checks would only repeat them
	}
	s.texts(u.At, u.Title, u.Doc)
	if !tree.ComponentName(u.Name) {
		s.fault(u.At, "the name of a union is letters, digits, . _ and -, for it names a component of the document")
	}
	if len(u.Cases) == 0 {
		s.fault(u.At, "a union needs a case")
	}
	if u.Endless() {
		s.fault(u.At, "a case of the union is the union itself; declare its other cases only")
		return
	}
	before := len(c.Faults)
	names := map[string]bool{}
	for _, p := range u.Cases {
		name := tree.CaseName(p)
		if names[name] {
			s.fault(u.At, "case %q stands twice", name)
		}
		names[name] = true
		if p.Optional || p.Default != nil || p.ReadOnly || p.WriteOnly {
			s.fault(p.At, "case %q is Optional, has a Default, or is ReadOnly or WriteOnly, which only the property with the union can be", name)
		}
		if p.Initial != nil {
			s.fault(p.Initial.At, "Initial has no meaning for case %q, which is never absent; Required removes it", name)
		}
		c.Prop(p)
	}
	if u.Tag != "" {
		c.tags(u, s)
	}
	if len(c.Faults) == before && !u.Overlaps {
		jsonTypes(u, s)
	}
}

// tags checks that the tag identifies the case of each object.
func (c *Checker) tags(u *tree.Union, s *scope) {
	objects := 0
	for _, p := range u.Cases {
		if _, is := p.Type.(tree.Object); !is {
			if tree.KindsOf(p, false)&tree.KindObject != 0 {
				s.fault(p.At, "case %q may be an object, and Tagged(%q) needs a collection with this constant", p.Name, u.Tag)
			}
			continue
		}
		objects++
		name := tree.CaseName(p)
		switch m := u.TagMember(p); {
		case m == nil:
			s.fault(u.At, "case %q has no constant %q; give it one with collection.Fixed", name, u.Tag)
		case m.Guarded():
			s.fault(m.ScopesAt, "constant %q of case %q is what tells the cases apart, and must be VisibleTo all", u.Tag, name)
		}
	}
	if objects == 0 {
		s.fault(u.At, "Tagged(%q): no case is a collection", u.Tag)
	}
}

// jsonTypes checks that each JSON type identifies one case, unless values of the type do.
func jsonTypes(u *tree.Union, s *scope) {
	for i, p := range u.Cases {
		if at := slices.IndexFunc(u.Cases[:i], func(other *tree.Prop) bool { return bothFiles(p, other) }); at >= 0 {
			s.fault(p.At, "cases %q and %q may both be %s, and the parts of a form do not say which; declare one with all media types",
				tree.CaseName(u.Cases[at]), tree.CaseName(p), filesInWords(p))
		}
		for _, word := range tree.KindsOf(p, p.Nullable).Words() {
			at := slices.IndexFunc(u.Cases[:i], func(other *tree.Prop) bool {
				return slices.Contains(tree.KindsOf(other, other.Nullable).Words(), word) && (word == "null" || !apart(p, other))
			})
			if at >= 0 {
				s.fault(p.At, "cases %q and %q may both be %s, and the JSON type of a value must identify its case; with collection.AnyOf the first one that a value matches applies",
					tree.CaseName(u.Cases[at]), tree.CaseName(p), article(word))
			}
		}
	}
}

// bothFiles reports whether two properties are files, or lists of files.
func bothFiles(a, b *tree.Prop) bool {
	return tree.HasFiles(a) && tree.HasFiles(b) && tree.IsFile(a) == tree.IsFile(b)
}

func filesInWords(p *tree.Prop) string {
	if tree.IsFile(p) {
		return "a file"
	}
	return "a list of files"
}

// apart reports whether there are values of two properties that are of one alone: of an enumeration,
// a format, an array, a map or an object, as far as they are not of the other one. Collections are
// compared in each mode; see [Checker.cases].
func apart(a, b *tree.Prop) bool {
	_, object := a.Type.(tree.Object)
	if _, also := b.Type.(tree.Object); object && also {
		return true
	}
	return !within(a, b, tree.Create) && !within(b, a, tree.Create) && (specific(a) || specific(b))
}

// within reports whether every value of a case that satisfies its rules is a value of another one.
func within(a, b *tree.Prop, mode tree.Mode) bool {
	return comparison{mode: mode, seen: map[[2]string]bool{}, rules: true}.props(a, b, a.Nullable, b.Nullable)
}

// specific reports whether a property has other values than any of its JSON type, apart from rules that
// are no patterns.
func specific(p *tree.Prop) bool {
	switch t := p.Type.(type) {
	case tree.Enum, tree.Array, tree.Map, tree.Object:
		return true
	case tree.Text:
		return t.Format != "" || slices.ContainsFunc(p.Rules, func(r tree.Rule) bool { _, is := r.(tree.Pattern); return is })
	}
	return false
}

// article returns a JSON type in words.
func article(word string) string {
	switch word {
	case "null":
		return word
	case "object", "array":
		return "an " + word
	}
	return "a " + word
}

// distinguishable checks the unions inside a property that have no tag which decides: the members
// of a value and their JSON types must identify its case before it is decoded. They do not if
// every value of one case could also be one of another.
func (c *Checker) distinguishable(p *tree.Prop, mode tree.Mode) {
	w := tree.Walk{Union: c.cases}
	w.Visit(p, mode)
}

// cases checks the cases of a union without a tag, or with one that does not decide.
func (c *Checker) cases(u *tree.Union, mode tree.Mode) {
	mode = mode.Nested() // the value that an update changes decides, and create mode what it creates
	if len(u.Faults) > 0 || u.Decides(mode) || !tagged(u) {
		return
	}
	at := u.At.String() + u.Name
	if c.ambiguous[at] {
		return
	}
	if c.ambiguous == nil {
		c.ambiguous = map[string]bool{}
	}
	if u.Overlaps {
		c.ambiguous[at] = c.unreachable(u, mode)
		return
	}
	all := u.Collections()
	for i, a := range all {
		for _, b := range all[i+1:] {
			inner, outer := a, b
			if !subset(inner, outer, mode) {
				if inner, outer = b, a; !subset(inner, outer, mode) {
					continue
				}
			}
			c.ambiguous[at] = true
			if tags := u.TagsOf(objectOf(u, inner)); u.Tag != "" && len(tags) == 1 {
				c.scope("union", u.Name).fault(u.At, "cases %q and %q both have %q for %s", a.Name, b.Name, tags[0], u.Tag)
				continue
			}
			c.scope("union", u.Name).fault(u.At, "a value of %q cannot be distinguished from one of %q %s: an object with the members of %q, of their types, also matches %q; "+
				"give each case a constant with collection.Fixed and name it with Tagged, require a member in %q that %q does not have, or let the first one apply with collection.AnyOf",
				inner.Name, outer.Name, inMode(mode), inner.Name, outer.Name, inner.Name, outer.Name)
		}
	}
}

// fields checks that the fields of a form tell the cases of a union apart: their texts have no JSON types.
func (c *Checker) fields(p *tree.Prop, mode tree.Mode) {
	t, is := p.Type.(tree.Alternatives)
	if !is {
		return
	}
	u := t.Of()
	if at := u.At.String() + u.Name; len(u.Faults) > 0 || u.Decides(mode) || !tagged(u) || c.ambiguous[at] {
		return
	}
	for i, first := range u.Cases {
		c.fields(first, mode)
		for _, later := range u.Cases[i+1:] {
			c.fieldsOf(u, tree.CollectionsOf(first), tree.CollectionsOf(later), mode)
		}
	}
}

// fieldsOf checks that fields tell the collections of one case from those of a later one.
func (c *Checker) fieldsOf(u *tree.Union, first, later []*tree.Collection, mode tree.Mode) {
	for _, a := range first {
		for _, b := range later {
			inner, outer := b, a
			if !textual(inner, outer, mode, u.Overlaps) {
				if inner, outer = a, b; u.Overlaps || !textual(inner, outer, mode, false) { // the first one applies
					continue
				}
			}
			c.scope("union", u.Name).fault(u.At, "the fields of a form do not tell %q and %q apart %s: their texts have no JSON types, and those of %q also match %q; "+
				"give each case a constant with collection.Fixed and name it with Tagged, or require a member in %q that %q does not have",
				inner.Name, outer.Name, inMode(mode), inner.Name, outer.Name, inner.Name, outer.Name)
		}
	}
}

// inMode returns where a fault is: in a mode, with what the operation ignores.
func inMode(mode tree.Mode) string {
	where := "in " + mode.Declared().String() + " mode"
	if mode != mode.Declared() {
		where += " of an operation that ignores undeclared members"
	}
	return where
}

// tagged reports whether each object of a union has its tag, if it has one.
func tagged(u *tree.Union) bool {
	return u.Tag == "" || !slices.ContainsFunc(u.Cases, func(p *tree.Prop) bool {
		_, is := p.Type.(tree.Object)
		return is && u.TagMember(p) == nil
	})
}

// objectOf returns the case of a union with a collection.
func objectOf(u *tree.Union, c *tree.Collection) *tree.Prop {
	for _, p := range u.Cases {
		if t, is := p.Type.(tree.Object); is && t.Of() == c {
			return p
		}
	}
	return u.Cases[0]
}

// unreachable reports a case whose every value matches an earlier one, which applies. In a response
// the server chooses, so that two cases may have the same values.
func (c *Checker) unreachable(u *tree.Union, mode tree.Mode) (any bool) {
	for i, later := range u.Cases {
		for _, first := range u.Cases[:i] {
			if within(later, first, mode) && (mode.Input() || !within(first, later, mode)) {
				c.scope("union", u.Name).fault(u.At, "case %q never applies %s: every value of it also matches %q, which is declared before it; declare it first",
					tree.CaseName(later), inMode(mode), tree.CaseName(first))
				any = true
			}
		}
	}
	return any
}
