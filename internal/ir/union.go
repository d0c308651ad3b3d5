package ir

import "github.com/tenon-go/tenon/internal/callsite"

// Union describes a union: a value of one of several cases.
type Union struct {
	At         callsite.PC
	Name       string // the component name in documents
	Title, Doc string
	// Tag is the name of the member that identifies the case, a constant in each of them.
	// If it is "", the members of a value and their types identify the case.
	Tag   string
	Cases []*Collection
	// Values are the cases that are not objects of a collection. Their JSON types identify them.
	Values []*Prop
	Faults []Fault
}

// Kinds returns the JSON types of the values of a union.
func (u *Union) Kinds() (k Kinds) {
	if len(u.Cases) > 0 {
		k = KindObject
	}
	for _, p := range u.Values {
		k |= KindsOf(p, p.Nullable)
	}
	return k
}

// TagOf returns the value of the tag in a case; ok is false if the case has none.
func (u *Union) TagOf(c *Collection) (value string, ok bool) {
	if m := u.TagMember(c); m != nil {
		return m.Prop.Type.(Enum).Values[0], true
	}
	return "", false
}

// TagMember returns the member of a case that is the tag, or nil.
func (u *Union) TagMember(c *Collection) *Member {
	for _, m := range c.Members {
		if e, is := m.Prop.Type.(Enum); is && m.Prop.Name == u.Tag && e.Const && e.Of == "" {
			return m
		}
	}
	return nil
}
