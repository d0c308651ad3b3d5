package ir

import "slices"

// apart collects the faults of unions without a tag inside a property: which case a value
// is of must be found out from its members and their JSON types, before it is read.
// Nothing can be of a case if whatever fits it fits another one too.
func (v *Verify) apart(p *Prop, mode Mode) {
	if !v.untagged {
		return
	}
	w := reach{seen: map[place]bool{}, made: map[madeIn]bool{}}
	w.visit = v.cases
	w.prop(p, mode)
}

// cases checks a union without a tag.
func (v *Verify) cases(u *Union, mode Mode) {
	if len(u.Faults) > 0 || u.Tag != "" {
		return
	}
	at := u.At.String() + u.Name
	if v.unlike[at] {
		return
	}
	for i, a := range u.Cases {
		for _, b := range u.Cases[i+1:] {
			x := within{mode, map[[2]string]bool{}}
			inner, outer := a, b
			if !x.collection(inner, outer) {
				x = within{mode, map[[2]string]bool{}}
				if inner, outer = b, a; !x.collection(inner, outer) {
					continue
				}
			}
			if v.unlike == nil {
				v.unlike = map[string]bool{}
			}
			v.unlike[at] = true
			v.add(Fault{At: u.At}, "%snothing tells a value of %q from one of %q in %s mode: whatever has the members of %q, of their types, fits %q too; "+
				"give each case a constant with collection.Fixed and name it with Tagged, or require a member in %q that %q does not have",
				about{"union", u.Name}, inner.Name, outer.Name, mode, inner.Name, outer.Name, inner.Name, outer.Name)
		}
	}
}

// reach visits every union inside a property that is read or written in a mode.
type reach struct {
	seen  map[place]bool
	made  map[madeIn]bool // collections by what they are made of: a thunk makes them anew
	visit func(*Union, Mode)
}

type place struct {
	c    *Collection
	mode Mode
}

type madeIn struct {
	made string
	mode Mode
}

func (w *reach) prop(p *Prop, mode Mode) {
	switch t := p.Type.(type) {
	case Array:
		w.prop(t.Item, mode.Nested())
	case Map:
		w.prop(t.Value, mode)
	case Object:
		w.collection(t.Of(), mode)
	case Alternatives:
		w.visit(t.Of, mode.Nested())
		for _, c := range t.Of.Cases {
			w.collection(c, mode.Nested())
		}
	}
}

func (w *reach) collection(c *Collection, mode Mode) {
	if w.seen[place{c, mode}] {
		return
	}
	w.seen[place{c, mode}] = true
	if c.At.Known() {
		made := madeIn{c.Fingerprint(), mode}
		if w.made[made] {
			return
		}
		w.made[made] = true
	}
	for _, m := range c.In(mode) {
		w.prop(m.Prop, mode)
	}
	if c.Rest != nil {
		w.prop(c.Rest, mode.Nested())
	}
}

// within finds out whether whatever fits one declaration by its members and their types
// fits another. Where that cannot be said it says no.
type within struct {
	mode Mode
	seen map[[2]string]bool // by what they are made of: a thunk makes them anew
}

func (x within) collection(a, b *Collection) bool {
	pair := [2]string{a.Fingerprint(), b.Fingerprint()}
	if a == b || pair[0] == pair[1] && a.At.Known() || x.seen[pair] {
		return true
	}
	if x.seen[pair] = true; len(b.ObjectRulesIn(x.mode)) > 0 {
		return false // which tell by the members that are there
	}
	for _, m := range a.In(x.mode) {
		switch other := b.named(m.Prop.Name); {
		case other != nil && other.Has(x.mode):
			if !x.prop(m.Prop, other.Prop, m.Nullable(x.mode), other.Nullable(x.mode)) {
				return false
			}
		case other != nil && x.mode.Input(), !x.rest(m.Prop, m.Nullable(x.mode), b):
			return false
		}
	}
	open := a.Rest != nil || a.open(x.mode)
	for _, m := range b.In(x.mode) {
		switch other := a.named(m.Prop.Name); {
		case other == nil || !other.Has(x.mode):
			if m.Required(x.mode) || open && KindsOf(m.Prop, m.Nullable(x.mode)) != EveryKind {
				return false
			}
		case m.Required(x.mode) && !other.Required(x.mode):
			return false
		}
	}
	if a.Rest != nil {
		return x.rest(a.Rest, a.Rest.Nullable, b)
	}
	return !open || b.open(x.mode)
}

// rest reports whether b takes a property under a name that it does not have.
func (x within) rest(p *Prop, null bool, b *Collection) bool {
	if b.Rest != nil {
		return x.prop(p, b.Rest, null, b.Rest.Nullable)
	}
	return b.open(x.mode)
}

// open reports whether members of any name and type are passed over.
func (c *Collection) open(mode Mode) bool { return c.IgnoreUnknown && mode.Input() }

func (c *Collection) named(name string) *Member {
	for _, m := range c.Members {
		if m.Prop.Name == name {
			return m
		}
	}
	return nil
}

func (x within) prop(a, b *Prop, nullA, nullB bool) bool {
	if _, any := b.Type.(Any); any {
		return true
	}
	if KindsOf(a, nullA)&^KindsOf(b, nullB) != 0 {
		return false
	}
	switch to := b.Type.(type) {
	case Integer:
		return a.Type.Word() != "number"
	case Enum:
		from, is := a.Type.(Enum)
		return is && !slices.ContainsFunc(from.Values, func(s string) bool { return !slices.Contains(to.Values, s) })
	case Array:
		from, is := a.Type.(Array)
		return is && x.prop(from.Item, to.Item, from.Item.Nullable, to.Item.Nullable)
	case Map:
		from, is := a.Type.(Map)
		return is && x.prop(from.Value, to.Value, from.Value.Nullable, to.Value.Nullable)
	case Object:
		from, is := a.Type.(Object)
		return is && x.collection(from.Of(), to.Of())
	case Alternatives:
		from, is := a.Type.(Alternatives)
		return is && (from.Of == to.Of || from.Of.At.Known() && from.Of.At.Same(to.Of.At))
	}
	return true
}
