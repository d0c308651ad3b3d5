package ir

import "slices"

// Namesake is what follows a message that denies a property which its reader sees:
// there is another one with that name. other is nil where there is none, and id that
// of the property which is denied.
func Namesake(other *Prop, id *ID) string {
	if other == nil || other.ID == id {
		return ""
	}
	return "; another property named \"" + other.Name + "\", declared at " + other.At.String() + ", is"
}

// Named returns the member with a name; nil if there is none.
func (c *Collection) Named(name string) *Prop {
	i := slices.IndexFunc(c.Members, func(m *Member) bool { return m.Prop.Name == name })
	if i < 0 {
		return nil
	}
	return c.Members[i].Prop
}
