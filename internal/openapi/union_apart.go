package openapi

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/pattern"
	"github.com/tenon-go/tenon/tree"
)

// apart reports whether no value that the server writes for one case of the union matches another one,
// in an output mode. It reports false if that cannot be known.
func apart(u *tree.Union, mode tree.Mode) bool {
	x := apartness{mode, u.Marker(mode) != ""}
	for i, a := range u.Cases {
		for _, b := range u.Cases[i+1:] {
			if !x.misses(a, a.Nullable, b, b.Nullable, 0) || !x.misses(b, b.Nullable, a, a.Nullable, 0) {
				return false
			}
		}
	}
	return true
}

// apartness compares what the server writes in a mode with other declarations.
type apartness struct {
	mode    tree.Mode
	markers bool // the cases of the union have a marker
}

// maxNested limits how deep objects are compared, because they may contain themselves.
const maxNested = 3

// misses reports whether no value of a that the server writes matches b.
func (x apartness) misses(a *tree.Prop, nullA bool, b *tree.Prop, nullB bool, depth int) bool {
	if tree.KindsOf(a, nullA)&tree.KindsOf(b, nullB) == 0 {
		return true
	}
	if nullA && nullB || depth > maxNested {
		return false
	}
	if inner, is := a.Type.(tree.Alternatives); is {
		return !slices.ContainsFunc(inner.Of().Cases, func(p *tree.Prop) bool { return !x.inside().misses(p, p.Nullable, b, nullB, depth+1) })
	}
	switch to := b.Type.(type) {
	case tree.Alternatives:
		return !slices.ContainsFunc(to.Of().Cases, func(p *tree.Prop) bool { return !x.inside().misses(a, nullA, p, p.Nullable, depth+1) })
	case tree.Object:
		switch from := a.Type.(type) {
		case tree.Object:
			return x.markers && depth == 0 || x.inside().avoids(from.Of(), to.Of(), depth)
		case tree.Map:
			return exceeds(to.Of(), a, x.mode)
		}
	case tree.Map:
		from, is := a.Type.(tree.Object)
		return is && exceeds(from.Of(), b, x.mode)
	case tree.Array:
		from, is := a.Type.(tree.Array)
		return is && leastItems(a)+leastItems(b) > 0 && x.inside().misses(from.Item, from.Item.Nullable, to.Item, to.Item.Nullable, depth+1)
	case tree.Enum:
		if from, is := a.Type.(tree.Enum); is {
			texts := to.Texts()
			return !slices.ContainsFunc(from.Texts(), func(s string) bool { return slices.Contains(texts, s) })
		}
	}
	return disjointTexts(a, b)
}

// inside is the comparison of what is in a case, whose objects have no marker.
func (x apartness) inside() apartness { return apartness{mode: x.mode} }

// exceeds reports whether objects of a collection have more members than a map may have.
func exceeds(c *tree.Collection, p *tree.Prop, mode tree.Mode) bool {
	required := 0
	for _, m := range c.In(mode) {
		if m.Required(mode) {
			required++
		}
	}
	for _, r := range p.Rules {
		if most, is := r.(tree.MaxProps); is && most.N < required {
			return true
		}
	}
	return false
}

func leastItems(p *tree.Prop) int {
	for _, r := range p.Rules {
		if least, is := r.(tree.MinItems); is {
			return least.N
		}
	}
	return 0
}

// avoids reports whether no object of a matches b: b requires a member that it does not have, or
// a member has no value of b's, or b has no room for one.
func (x apartness) avoids(a, b *tree.Collection, depth int) bool {
	for _, m := range b.In(x.mode) {
		if !m.Required(x.mode) {
			continue
		}
		switch own := a.MemberIn(x.mode, m.Prop.Name); {
		case own != nil && x.missesMember(own, m, depth):
			return true
		case own == nil && (a.Rest == nil || x.misses(a.Rest, a.Rest.Nullable, m.Prop, m.Nullable(x.mode), depth+1)):
			return true
		}
	}
	for _, m := range a.In(x.mode) {
		if !m.Required(x.mode) {
			continue
		}
		switch other := b.MemberIn(x.mode, m.Prop.Name); {
		case other != nil && x.missesMember(m, other, depth),
			other == nil && b.Rest != nil && x.misses(m.Prop, m.Nullable(x.mode), b.Rest, b.Rest.Nullable, depth+1),
			other == nil && b.Rest == nil && !b.Open(x.mode):
			return true
		}
	}
	return false
}

func (x apartness) missesMember(a, b *tree.Member, depth int) bool {
	return x.misses(a.Prop, a.Nullable(x.mode), b.Prop, b.Nullable(x.mode), depth+1)
}

// disjointTexts reports whether no text satisfies the expressions of both properties.
func disjointTexts(a, b *tree.Prop) bool {
	for _, x := range expressions(a) {
		for _, y := range expressions(b) {
			if pattern.Disjoint(x, y) {
				return true
			}
		}
	}
	return false
}

// expressions returns those for RE2 that the strings of a property match.
func expressions(p *tree.Prop) (all []string) {
	switch t := p.Type.(type) {
	case tree.Text:
		if re, err := pattern.Compile(t.Pattern); err == nil && t.Pattern != "" {
			all = append(all, re.String())
		}
	case tree.Enum:
		if t.Of == "" {
			quoted := make([]string, len(t.Values))
			for i, v := range t.Values {
				quoted[i] = regexp.QuoteMeta(v)
			}
			all = append(all, `^(?:`+strings.Join(quoted, "|")+`)$`)
		}
	}
	for _, r := range p.Rules {
		if expr, is := r.(tree.Pattern); is && expr.Re != nil && expr.Re.String() != "" {
			all = append(all, expr.Re.String())
		}
	}
	return all
}
