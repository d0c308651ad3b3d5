package collection

import (
	"maps"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// ExactlyOne lets a value have one of the given members, not none and not two.
// They must be optional members that may be absent.
func (c *Collection[T]) ExactlyOne(props ...prop.Prop) *Collection[T] {
	return c.rule(ir.ExactlyOne{Members: nodes(props)})
}

// AtLeastOne lets a value not be without all of the given members.
func (c *Collection[T]) AtLeastOne(props ...prop.Prop) *Collection[T] {
	return c.rule(ir.AtLeastOne{Members: nodes(props)})
}

// AllOrNone lets a value have all of the given members or none.
func (c *Collection[T]) AllOrNone(props ...prop.Prop) *Collection[T] {
	return c.rule(ir.AllOrNone{Members: nodes(props)})
}

// RequiredWhen requires members of values that meet a condition:
//
//	payments.RequiredWhen(collection.Equals(kind, Card), number, expiry)
func (c *Collection[T]) RequiredWhen(cond Condition, props ...prop.Prop) *Collection[T] {
	return c.rule(ir.RequiredWhen{When: cond.prop, Equals: cond.equals, Members: nodes(props)})
}

// Condition looks at one member of a value.
type Condition struct {
	prop   *ir.Prop
	equals ir.Sample
}

// Equals is met by values in which p is v.
func Equals[V any](p prop.Of[V], v V) Condition {
	return Condition{property.NodeOf(p), ir.Sample{At: callsite.Here(), Value: v}}
}

// MinProperties sets the least number of members that a value has.
func (c *Collection[T]) MinProperties(n int) *Collection[T] {
	for _, placed := range c.started().group.Node.ObjectRules {
		if most, ok := placed.Rule.(ir.MaxMembers); ok && most.N < n {
			return c.fault("MinProperties(%d) is above MaxProperties(%d)", n, most.N)
		}
	}
	return c.rule(ir.MinMembers{N: n})
}

// MaxProperties sets the greatest number of members that a value has. A
// default that could add one more is a fault.
func (c *Collection[T]) MaxProperties(n int) *Collection[T] {
	for _, placed := range c.started().group.Node.ObjectRules {
		if least, ok := placed.Rule.(ir.MinMembers); ok && least.N > n {
			return c.fault("MaxProperties(%d) is below MinProperties(%d)", n, least.N)
		}
	}
	return c.rule(ir.MaxMembers{N: n})
}

// Rule adds a rule of your own between members. The code names it in
// violations, which lie at the first of the given members, or at the whole
// value where none is given; the text says what that must be. The test sees
// only values whose members keep their own rules, never a patch but what comes
// of it, and must be safe for concurrent use. Name every member that it looks at:
// where one is write-only and an update does not send it, the rule is not checked.
// It sees what the client sees: members that are not visible to it ([Field.VisibleTo])
// are absent or zero, and a rule that names one is not checked for it. To name one
// beside a member that such clients send is a fault.
//
//	events.Rule("after_start", "must be after starts_at",
//		func(e *Event) bool { return e.EndsAt.After(e.StartsAt) }, endsAt, startsAt)
func (c *Collection[T]) Rule(code, text string, ok func(*T) bool, props ...prop.Prop) *Collection[T] {
	switch {
	case ok == nil:
		return c.fault("Rule(%q): the test is nil", code)
	case message.Reserved(code):
		return c.fault("Rule(%q): the code is one of the library's own", code)
	case len(message.Names(text)) > 0:
		return c.fault("Rule(%q): the message has {%s}, and a rule between members has no arguments", code, message.Names(text)[0])
	}
	judge := func(t place.Addr) bool { return ok(place.To[T](t)) }
	return collectionOf[T](c.started().judged(ir.Between{Name: code, Message: text, Members: nodes(props)}, judge))
}

func (s *state) judged(r ir.Between, test func(place.Addr) bool) *state {
	placed := ir.PlacedObjectRule{At: callsite.Here(), Rule: r}
	g := *s.edited(func(n *ir.Collection) { n.ObjectRules = append(n.ObjectRules, placed) }).group
	tests := map[string]func(place.Addr) bool{}
	maps.Copy(tests, g.Tests)
	tests[r.Name], g.Tests = test, tests
	return sealed(&g, s.raw)
}

// fault records a mistake at the user's call in progress.
func (c *Collection[T]) fault(format string, args ...any) *Collection[T] {
	return collectionOf[T](c.started().faulted(format, args...))
}

func (c *Collection[T]) rule(r ir.ObjectRule) *Collection[T] {
	placed := ir.PlacedObjectRule{At: callsite.Here(), Rule: r}
	return c.edit(func(n *ir.Collection) { n.ObjectRules = append(n.ObjectRules, placed) })
}

func nodes(props []prop.Prop) []*ir.Prop {
	out := make([]*ir.Prop, len(props))
	for i, p := range props {
		out[i] = &ir.Prop{} // of no collection, which is what is said of nil
		if p != nil {
			out[i] = property.NodeOf(p)
		}
	}
	return out
}
