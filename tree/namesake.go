package tree

import "slices"

// Namesake returns an addition to a message about a missing property, if there is another one
// of the same name: otherwise the reader sees the name and does not believe the message. other
// is nil if there is none; id is that of the missing property.
func Namesake(other *Prop, id *ID) string {
	if other == nil || other.ID == id {
		return ""
	}
	return "; another property named \"" + other.Name + "\", declared at " + other.At.String() + ", is"
}

// Named returns the member with a name, or nil.
func (c *Collection) Named(name string) *Prop {
	i := slices.IndexFunc(c.Members, func(m *Member) bool { return m.Prop.Name == name })
	if i < 0 {
		return nil
	}
	return c.Members[i].Prop
}
