package verify

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// subset reports whether every value that a satisfies by its members and their types
// satisfies b. It reports false if that cannot be known.
func subset(a, b *tree.Collection, mode tree.Mode) bool {
	return comparison{mode: mode, seen: map[[2]string]bool{}}.collections(a, b)
}

// textual is subset for texts of the members. rules reports whether those of b count.
func textual(a, b *tree.Collection, mode tree.Mode, rules bool) bool {
	return comparison{mode: mode, seen: map[[2]string]bool{}, rules: rules, texts: true}.collections(a, b)
}

// comparison compares two declarations by their members and types.
type comparison struct {
	mode tree.Mode
	seen map[[2]string]bool // by their fingerprints: a thunk makes collections anew
	// rules reports whether rules count, so that a value of b may violate one.
	rules bool
	// texts reports that members are texts of forms, so that a string may be any of them.
	texts bool
}

func (x comparison) collections(a, b *tree.Collection) bool {
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
			if m.Required(x.mode) || open && tree.KindsOf(m.Prop, m.Nullable(x.mode)) != tree.EveryKind {
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
func (x comparison) additional(p *tree.Prop, null bool, b *tree.Collection) bool {
	if b.Rest != nil {
		return x.props(p, b.Rest, null, b.Rest.Nullable)
	}
	return x.ignoresUnknown(b)
}

// ignoresUnknown reports whether undeclared members of any name and type are skipped.
func (x comparison) ignoresUnknown(c *tree.Collection) bool { return x.mode.Input() && c.Open(x.mode) }

func memberNamed(c *tree.Collection, name string) *tree.Member {
	if i := slices.IndexFunc(c.Members, func(m *tree.Member) bool { return m.Prop.Name == name }); i >= 0 {
		return c.Members[i]
	}
	return nil
}

func (x comparison) props(a, b *tree.Prop, nullA, nullB bool) bool {
	if tree.HasFiles(a) || tree.HasFiles(b) {
		return bothFiles(a, b)
	}
	if x.rules && x.limited(a, b) {
		return false
	}
	if _, any := b.Type.(tree.Any); any {
		return true
	}
	kinds := tree.KindsOf(b, nullB)
	if x.texts && kinds&tree.KindString != 0 && !specific(b) {
		kinds |= tree.KindNumber | tree.KindBoolean
	}
	if tree.KindsOf(a, nullA)&^kinds != 0 {
		return false
	}
	switch to := b.Type.(type) {
	case tree.Integer:
		return a.Type.Word() != "number"
	case tree.Enum:
		from, is := a.Type.(tree.Enum)
		known := to.Texts()
		return is && !slices.ContainsFunc(from.Texts(), func(s string) bool { return !slices.Contains(known, s) })
	case tree.Array:
		from, is := a.Type.(tree.Array)
		return is && x.props(from.Item, to.Item, from.Item.Nullable, to.Item.Nullable)
	case tree.Map:
		if from, is := a.Type.(tree.Object); is {
			return x.entries(from.Of(), to.Value)
		}
		from, is := a.Type.(tree.Map)
		return is && x.props(from.Value, to.Value, from.Value.Nullable, to.Value.Nullable)
	case tree.Object:
		from, is := a.Type.(tree.Object)
		return is && x.collections(from.Of(), to.Of())
	case tree.Alternatives:
		from, is := a.Type.(tree.Alternatives)
		return is && from.Of().Fingerprint() == to.Of().Fingerprint()
	}
	return true
}

// entries reports whether all members of an object are values of a map.
func (x comparison) entries(c *tree.Collection, value *tree.Prop) bool {
	for _, m := range c.In(x.mode) {
		if !x.props(m.Prop, value, m.Nullable(x.mode), value.Nullable) {
			return false
		}
	}
	_, any := value.Type.(tree.Any)
	return any || !x.ignoresUnknown(c) && (c.Rest == nil || x.props(c.Rest, value, c.Rest.Nullable, value.Nullable))
}

// limited reports whether b has rules, or a format that a does not have.
func (x comparison) limited(a, b *tree.Prop) bool {
	if len(b.Rules) > 0 {
		return true
	}
	switch to := b.Type.(type) {
	case tree.Text:
		from, is := a.Type.(tree.Text)
		return (to.Own || to.Format != "" || to.Pattern != "") && !(is && from == to && !to.Own)
	case tree.Integer:
		from, is := a.Type.(tree.Integer)
		return !is || from != to
	case tree.Map:
		return to.Names != nil
	case tree.Binary:
		_, is := a.Type.(tree.Binary)
		return !is
	}
	return false
}
