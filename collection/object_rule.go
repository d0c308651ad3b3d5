package collection

import (
	"maps"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ExactlyOne requires exactly one of the members, which must be optional.
func (c *Collection[T]) ExactlyOne(props ...prop.Prop) *Collection[T] {
	return c.rule(tree.ExactlyOne{Members: nodes(props)})
}

// AtLeastOne requires at least one of the members.
func (c *Collection[T]) AtLeastOne(props ...prop.Prop) *Collection[T] {
	return c.rule(tree.AtLeastOne{Members: nodes(props)})
}

// AllOrNone requires all of the members or none.
func (c *Collection[T]) AllOrNone(props ...prop.Prop) *Collection[T] {
	return c.rule(tree.AllOrNone{Members: nodes(props)})
}

// RequiredWhen requires members in values that match a condition:
//
//	payments.RequiredWhen(collection.Equals(kind, Card), number, expiry)
func (c *Collection[T]) RequiredWhen(cond Condition, props ...prop.Prop) *Collection[T] {
	return c.rule(tree.RequiredWhen{When: cond.prop, Equals: cond.equals, Members: nodes(props)})
}

// Condition is a condition on one member of a value.
type Condition struct {
	prop   *tree.Prop
	equals tree.Sample
}

// Equals matches values in which p has the value v.
func Equals[V any](p prop.Of[V], v V) Condition {
	return Condition{property.NodeOf(p), tree.Sample{At: tree.Here(), Value: v}}
}

// MinProperties sets the minimum number of members of a value.
func (c *Collection[T]) MinProperties(n int) *Collection[T] {
	for _, placed := range c.started().group.Node.ObjectRules {
		if most, ok := placed.Rule.(tree.MaxMembers); ok && most.N < n {
			return c.fault("MinProperties(%d) is above MaxProperties(%d)", n, most.N)
		}
	}
	return c.rule(tree.MinMembers{N: n})
}

// MaxProperties sets the maximum number of members of a value. A default that could exceed it
// is a fault.
func (c *Collection[T]) MaxProperties(n int) *Collection[T] {
	for _, placed := range c.started().group.Node.ObjectRules {
		if least, ok := placed.Rule.(tree.MinMembers); ok && least.N > n {
			return c.fault("MaxProperties(%d) is below MinProperties(%d)", n, least.N)
		}
	}
	return c.rule(tree.MaxMembers{N: n})
}

// Rule adds a custom rule on the object. Violations have the code and the location of the first
// given member, or of the object if no member is given; text says what it must be,
// such as "must be after starts_at". The test gets values whose members satisfy their own rules; for a patch, it gets the patched
// entity. It must be safe for concurrent use. List every member that it reads: the rule is not
// checked if one of them is write-only and an update does not send it. The test sees what the
// client sees: invisible members ([Field.VisibleTo]) are absent or zero. A rule with an
// invisible member is not checked; it is a fault to list one together with a member that such
// clients can send.
//
//	events.Rule("after_start", "must be after starts_at",
//		func(e *Event) bool { return e.EndsAt.After(e.StartsAt) }, endsAt, startsAt)
func (c *Collection[T]) Rule(code, text string, ok func(*T) bool, props ...prop.Prop) *Collection[T] {
	switch {
	case ok == nil:
		return c.fault("Rule(%q): the test is nil", code)
	case message.Reserved(code):
		return c.fault("Rule(%q): the code is reserved for the library", code)
	case len(message.Names(text)) > 0:
		return c.fault("Rule(%q): the message has {%s}, but an object rule has no arguments", code, message.Names(text)[0])
	}
	judge := func(t place.Addr) bool { return ok(place.To[T](t)) }
	return collectionOf[T](c.started().judged(tree.Between{Name: code, Message: text, Members: nodes(props)}, judge))
}

func (s *state) judged(r tree.Between, test func(place.Addr) bool) *state {
	g := *s.ruled(r).group
	tests := map[string]func(place.Addr) bool{}
	maps.Copy(tests, g.Tests)
	tests[r.Name], g.Tests = test, tests
	return s.with(&g)
}

// ruled returns a copy with an object rule.
func (s *state) ruled(r tree.ObjectRule) *state {
	placed := tree.PlacedObjectRule{At: tree.Here(), Rule: r}
	return s.edited(func(n *tree.Collection) { n.ObjectRules = append(n.ObjectRules, placed) })
}

// fault records a fault at the user's call in progress.
func (c *Collection[T]) fault(format string, args ...any) *Collection[T] {
	return collectionOf[T](c.started().faulted(format, args...))
}

func (c *Collection[T]) rule(r tree.ObjectRule) *Collection[T] {
	return collectionOf[T](c.started().ruled(r))
}

func nodes(props []prop.Prop) []*tree.Prop {
	out := make([]*tree.Prop, len(props))
	for i, p := range props {
		out[i] = &tree.Prop{} // of no collection, which verify reports as nil
		if p != nil {
			out[i] = property.NodeOf(p)
		}
	}
	return out
}
