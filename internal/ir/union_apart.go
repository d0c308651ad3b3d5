package ir

import "slices"

// Apart reports whether no value that the server writes for one case of the union matches another
// one, in an output mode. It reports false if that cannot be known.
func (u *Union) Apart(mode Mode) bool {
	for i, a := range u.Cases {
		for _, b := range u.Cases[i+1:] {
			if !differs(a, a.Nullable, b, b.Nullable) && !apart(a, b, mode) {
				return false
			}
		}
	}
	return true
}

// apart compares two cases that are objects.
func apart(a, b *Prop, mode Mode) bool {
	x, isX := a.Type.(Object)
	y, isY := b.Type.(Object)
	switch {
	case isX && isY:
		return avoids(x.Of(), y.Of(), mode) && avoids(y.Of(), x.Of(), mode)
	case isX:
		return exceeds(x.Of(), b, mode)
	case isY:
		return exceeds(y.Of(), a, mode)
	}
	return false
}

// exceeds reports whether objects of a collection have more members than a map may have.
func exceeds(c *Collection, p *Prop, mode Mode) bool {
	if _, is := p.Type.(Map); !is {
		return false
	}
	required := 0
	for _, m := range c.In(mode) {
		if m.Required(mode) {
			required++
		}
	}
	for _, r := range p.Rules {
		if most, is := r.(MaxProps); is && most.N < required {
			return true
		}
	}
	return false
}

// avoids reports whether no object of a matches b: b requires a member that it does not have, or
// a member is of another type or another constant, or b has no room for one.
func avoids(a, b *Collection, mode Mode) bool {
	for _, m := range b.In(mode) {
		if !m.Required(mode) {
			continue
		}
		switch own := a.member(m.Prop.Name, mode); {
		case own != nil && differs(own.Prop, own.Nullable(mode), m.Prop, m.Nullable(mode)):
			return true
		case own == nil && (a.Rest == nil || differs(a.Rest, a.Rest.Nullable, m.Prop, m.Nullable(mode))):
			return true
		}
	}
	for _, m := range a.In(mode) {
		if !m.Required(mode) {
			continue
		}
		switch other := b.member(m.Prop.Name, mode); {
		case other != nil && differs(m.Prop, m.Nullable(mode), other.Prop, other.Nullable(mode)),
			other == nil && b.Rest != nil && differs(m.Prop, m.Nullable(mode), b.Rest, b.Rest.Nullable),
			other == nil && b.Rest == nil && !b.Open(mode):
			return true
		}
	}
	return false
}

// member returns the member with a name in a mode, or nil.
func (c *Collection) member(name string, mode Mode) *Member {
	for _, m := range c.Members {
		if m.Prop.Name == name && m.Has(mode) {
			return m
		}
	}
	return nil
}

// differs reports whether no value is of both properties, because of JSON types or constants.
func differs(a *Prop, nullA bool, b *Prop, nullB bool) bool {
	if KindsOf(a, nullA)&KindsOf(b, nullB) == 0 {
		return true
	}
	x, isX := a.Type.(Enum)
	y, isY := b.Type.(Enum)
	if !isX || !isY || nullA && nullB {
		return false
	}
	texts := y.Texts()
	return !slices.ContainsFunc(x.Texts(), func(s string) bool { return slices.Contains(texts, s) })
}
