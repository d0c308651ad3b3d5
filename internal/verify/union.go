package verify

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
)

// Union collects the faults of a union and of its cases.
func (c *Checker) Union(u *ir.Union) {
	c.untagged = c.untagged || u.Tag == ""
	s := c.scope("union", u.Name)
	s.add(u.Faults)
	if len(u.Faults) > 0 {
		return // other checks would only repeat them
	}
	if !ir.ComponentName(u.Name) {
		s.fault(u.At, "the name of a union is letters, digits, . _ and -, for it names a component of the document")
	}
	if len(u.Cases)+len(u.Values) < 2 {
		s.fault(u.At, "a union needs two cases at least")
	}
	names, tags := map[string]bool{}, map[string]string{}
	for _, of := range u.Cases {
		if names[of.Name] {
			s.fault(u.At, "case %q stands twice", of.Name)
		}
		names[of.Name] = true
		if u.Tag != "" {
			switch tag, ok := u.TagOf(of); {
			case !ok:
				s.fault(u.At, "case %q has no constant %q; give it one with collection.Fixed", of.Name, u.Tag)
			case tags[tag] != "":
				s.fault(u.At, "cases %q and %q both have %q for %s", tags[tag], of.Name, tag, u.Tag)
			case u.TagMember(of).Guarded():
				s.fault(u.TagMember(of).ScopesAt, "constant %q of case %q is what tells the cases apart, and must be VisibleTo all", u.Tag, of.Name)
			default:
				tags[tag] = of.Name
			}
		}
		c.Collection(of)
	}
	c.unionValues(u, s, names)
}

// unionValues checks the cases that are not collections: each JSON type must identify one.
func (c *Checker) unionValues(u *ir.Union, s scope, names map[string]bool) {
	if len(u.Values) > 0 && len(u.Cases) == 0 && u.Tag != "" {
		s.fault(u.At, "Tagged(%q): no case is a collection", u.Tag)
	}
	var taken ir.Kinds
	of := map[string]string{}
	if len(u.Cases) > 0 {
		taken, of["object"] = ir.KindObject, u.Cases[0].Name
	}
	for _, p := range u.Values {
		if names[p.Name] {
			s.fault(u.At, "case %q stands twice", p.Name)
		}
		names[p.Name] = true
		before := len(c.Faults)
		if c.Prop(p); len(c.Faults) > before {
			continue
		}
		if p.Optional || p.Default != nil || p.ReadOnly || p.WriteOnly {
			s.fault(p.At, "case %q is Optional, has a Default, or is ReadOnly or WriteOnly, which only the property with the union can be", p.Name)
		}
		kinds := ir.KindsOf(p, p.Nullable)
		for _, word := range (kinds & taken).Words() {
			s.fault(p.At, "cases %q and %q may both be %s, and the JSON type of a value must identify its case", of[word], p.Name, article(word))
		}
		for _, word := range kinds.Words() {
			of[word] = p.Name
		}
		taken |= kinds
	}
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

// distinguishable checks the unions without a tag inside a property: the members of a
// value and their JSON types must identify its case before it is decoded. They do not if
// every value of one case could also be one of another.
func (c *Checker) distinguishable(p *ir.Prop, mode ir.Mode) {
	if !c.untagged {
		return
	}
	w := ir.Walk{Union: c.cases}
	w.Visit(p, mode)
}

// cases checks the cases of a union without a tag.
func (c *Checker) cases(u *ir.Union, mode ir.Mode) {
	if len(u.Faults) > 0 || u.Tag != "" {
		return
	}
	at := u.At.String() + u.Name
	if c.ambiguous[at] {
		return
	}
	for i, a := range u.Cases {
		for _, b := range u.Cases[i+1:] {
			inner, outer := a, b
			if !subset(inner, outer, mode) {
				if inner, outer = b, a; !subset(inner, outer, mode) {
					continue
				}
			}
			if c.ambiguous == nil {
				c.ambiguous = map[string]bool{}
			}
			c.ambiguous[at] = true
			c.scope("union", u.Name).fault(u.At, "a value of %q cannot be distinguished from one of %q in %s mode: an object with the members of %q, of their types, also matches %q; "+
				"give each case a constant with collection.Fixed and name it with Tagged, or require a member in %q that %q does not have",
				inner.Name, outer.Name, mode, inner.Name, outer.Name, inner.Name, outer.Name)
		}
	}
}

// subset reports whether every value that a satisfies by its members and their types
// satisfies b. It reports false if that cannot be known.
func subset(a, b *ir.Collection, mode ir.Mode) bool {
	return comparison{mode, map[[2]string]bool{}}.collections(a, b)
}

// comparison compares two declarations by their members and types.
type comparison struct {
	mode ir.Mode
	seen map[[2]string]bool // by their fingerprints: a thunk makes collections anew
}

func (x comparison) collections(a, b *ir.Collection) bool {
	pair := [2]string{a.Fingerprint(), b.Fingerprint()}
	if a == b || pair[0] == pair[1] && a.At.Known() || x.seen[pair] {
		return true
	}
	if x.seen[pair] = true; len(b.ObjectRulesIn(x.mode)) > 0 {
		return false // a rule distinguishes values by the members that they have
	}
	for _, m := range a.In(x.mode) {
		switch other := memberNamed(b, m.Prop.Name); {
		case other != nil && other.Has(x.mode):
			if !x.props(m.Prop, other.Prop, m.Nullable(x.mode), other.Nullable(x.mode)) {
				return false
			}
		case other != nil && x.mode.Input(), !x.additional(m.Prop, m.Nullable(x.mode), b):
			return false
		}
	}
	if len(a.Ignored(x.mode)) > 0 {
		return false // any values of them, which b would have to accept
	}
	open := a.Rest != nil || x.ignoresUnknown(a)
	for _, m := range b.In(x.mode) {
		switch other := memberNamed(a, m.Prop.Name); {
		case other == nil || !other.Has(x.mode):
			if m.Required(x.mode) || open && ir.KindsOf(m.Prop, m.Nullable(x.mode)) != ir.EveryKind {
				return false
			}
		case m.Required(x.mode) && !other.Required(x.mode):
			return false
		}
	}
	if a.Rest != nil {
		return x.additional(a.Rest, a.Rest.Nullable, b)
	}
	return !open || x.ignoresUnknown(b)
}

// additional reports whether b accepts a property under a name that it does not declare.
func (x comparison) additional(p *ir.Prop, null bool, b *ir.Collection) bool {
	if b.Rest != nil {
		return x.props(p, b.Rest, null, b.Rest.Nullable)
	}
	return x.ignoresUnknown(b)
}

// ignoresUnknown reports whether undeclared members of any name and type are skipped.
func (x comparison) ignoresUnknown(c *ir.Collection) bool { return c.IgnoreUnknown && x.mode.Input() }

func memberNamed(c *ir.Collection, name string) *ir.Member {
	if i := slices.IndexFunc(c.Members, func(m *ir.Member) bool { return m.Prop.Name == name }); i >= 0 {
		return c.Members[i]
	}
	return nil
}

func (x comparison) props(a, b *ir.Prop, nullA, nullB bool) bool {
	if _, any := b.Type.(ir.Any); any {
		return true
	}
	if ir.KindsOf(a, nullA)&^ir.KindsOf(b, nullB) != 0 {
		return false
	}
	switch to := b.Type.(type) {
	case ir.Integer:
		return a.Type.Word() != "number"
	case ir.Enum:
		from, is := a.Type.(ir.Enum)
		known := to.Texts()
		return is && !slices.ContainsFunc(from.Texts(), func(s string) bool { return !slices.Contains(known, s) })
	case ir.Array:
		from, is := a.Type.(ir.Array)
		return is && x.props(from.Item, to.Item, from.Item.Nullable, to.Item.Nullable)
	case ir.Map:
		from, is := a.Type.(ir.Map)
		return is && x.props(from.Value, to.Value, from.Value.Nullable, to.Value.Nullable)
	case ir.Object:
		from, is := a.Type.(ir.Object)
		return is && x.collections(from.Of(), to.Of())
	case ir.Alternatives:
		from, is := a.Type.(ir.Alternatives)
		return is && (from.Of == to.Of || from.Of.At.Known() && from.Of.At.Same(to.Of.At))
	}
	return true
}
