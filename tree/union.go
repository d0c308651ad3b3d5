package tree

import (
	"slices"
)

// Union describes a union: a value of one of several cases.
type Union struct {
	At   Position
	Name string // the component name in documents
	// ComponentNames has the names of the components of modes.
	ComponentNames ComponentNames
	Title, Doc     string
	// Tag is the name of the member that identifies the case of an object, a constant or an
	// enumeration in each of them. If it is "", the members of a value and their types identify the
	// case, as they do where several cases have a value of the tag.
	Tag string
	// Overlaps reports whether a value may match several cases. The first one applies.
	Overlaps bool
	// Cases are in the order of their declaration.
	Cases  []*Prop
	Faults []Fault
}

// Kinds returns the JSON types of the values of a union.
func (u *Union) Kinds() (k Kinds) {
	u.flatten(map[string]bool{}, func(p *Prop) {
		if _, is := p.Type.(Alternatives); !is {
			k |= KindsOf(p, p.Nullable)
		} else if p.Nullable {
			k |= KindNull
		}
	})
	return k
}

// SharesTypes reports whether values of one JSON type may be of several cases, other than
// collections alone.
func (u *Union) SharesTypes() bool {
	var seen, collections Kinds
	for _, p := range u.Cases {
		k := KindsOf(p, p.Nullable)
		_, is := p.Type.(Object)
		if seen&k != 0 && (!is || seen&^collections&k != 0) {
			return true
		}
		if seen |= k; is {
			collections |= k
		}
	}
	return false
}

// Flat returns the cases, and in place of a union its cases.
func (u *Union) Flat() (all []*Prop) {
	u.flatten(map[string]bool{}, func(p *Prop) {
		if _, is := p.Type.(Alternatives); !is {
			all = append(all, p)
		}
	})
	return all
}

// Endless reports whether the union is a case of itself.
func (u *Union) Endless() (is bool) {
	own := u.Fingerprint()
	u.flatten(map[string]bool{}, func(p *Prop) {
		if t, union := p.Type.(Alternatives); union {
			is = is || t.Of().Fingerprint() == own
		}
	})
	return is
}

// flatten visits the cases, and those of unions among them.
func (u *Union) flatten(seen map[string]bool, visit func(p *Prop)) {
	seen[u.Fingerprint()] = true
	for _, p := range u.Cases {
		visit(p)
		if t, is := p.Type.(Alternatives); is {
			if inner := t.Of(); !seen[inner.Fingerprint()] {
				inner.flatten(seen, visit)
			}
		}
	}
}

// Collections returns the collections among the cases.
func (u *Union) Collections() (all []*Collection) {
	for _, p := range u.Cases {
		if t, is := p.Type.(Object); is {
			all = append(all, t.Of())
		}
	}
	return all
}

// CaseName returns the name of a case: that of its collection, or of the property.
func CaseName(p *Prop) string {
	if t, is := p.Type.(Object); is {
		return t.Of().Name
	}
	return p.Name
}

// TagsOf returns the values of the tag in a case; nil if it has none.
func (u *Union) TagsOf(p *Prop) []string {
	if m := u.TagMember(p); m != nil {
		return m.Prop.Type.(Enum).Values
	}
	return nil
}

// Decides reports whether each value of the tag is of one case, and no object lacks it.
func (u *Union) Decides(mode Mode) bool {
	seen := map[string]bool{}
	for _, p := range u.Cases {
		if _, is := p.Type.(Object); !is {
			continue
		}
		m := u.TagMember(p)
		if m == nil || !m.Has(mode) || !m.Required(mode) || m.Nullable(mode) {
			return false
		}
		for _, tag := range u.TagsOf(p) {
			if seen[tag] {
				return false
			}
			seen[tag] = true
		}
	}
	return u.Tag != ""
}

// Marker returns the name of the member whose value identifies each collection of the union in a mode:
// a constant in each, or an enumeration if it is required, of other values than in the rest. It is
// the tag, or a member that could be it. The library writes a marker even where it is optional and
// the value does not have it. The result is "" if there is none.
func (u *Union) Marker(mode Mode) string {
	all := u.Collections()
	if len(all) < 2 || slices.ContainsFunc(u.Cases, func(p *Prop) bool { _, is := p.Type.(Object); return is && p.Nullable }) {
		return ""
	}
	for _, m := range all[0].In(mode) {
		if (u.Tag == "" || u.Tag == m.Prop.Name) && marks(m.Prop.Name, all, mode) {
			return m.Prop.Name
		}
	}
	return ""
}

func marks(name string, all []*Collection, mode Mode) bool {
	seen := map[string]bool{}
	for _, c := range all {
		m := c.MemberIn(mode, name)
		if m == nil || m.Nullable(mode) || m.Guarded() {
			return false
		}
		e, is := m.Prop.Type.(Enum)
		if !is || e.Of != "" || !m.Required(mode) && len(e.Values) != 1 {
			return false
		}
		for _, v := range e.Values {
			if seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

// Owner returns the only case with a value of the tag, or nil.
func (u *Union) Owner(tag string) (owner *Prop) {
	for _, p := range u.Cases {
		if slices.Contains(u.TagsOf(p), tag) {
			if owner != nil {
				return nil
			}
			owner = p
		}
	}
	return owner
}

// TagMember returns the member of a case that is the tag, or nil.
func (u *Union) TagMember(p *Prop) *Member {
	t, is := p.Type.(Object)
	if !is {
		return nil
	}
	for _, m := range t.Of().Members {
		if e, is := m.Prop.Type.(Enum); is && m.Prop.Name == u.Tag && e.Of == "" && len(e.Values) > 0 {
			return m
		}
	}
	return nil
}

// Fingerprint identifies a declaration, as that of a [Collection] does.
func (u *Union) Fingerprint() string {
	var d description
	d.at(u.At)
	d.texts(u.Name, u.ComponentNames.Text, u.Title, u.Doc, u.Tag)
	d.flags(u.Overlaps)
	for _, p := range u.Cases {
		d.add("\n")
		d.prop(p)
	}
	return string(d)
}
