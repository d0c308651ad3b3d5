package ir

// ComponentNames has the names of components by mode; "" is the name of the declaration, with the
// mode if its schema is not that of view mode.
type ComponentNames [List + 1]string

// Of returns the chosen name of a mode, or "".
func (n ComponentNames) Of(mode Mode) string { return n[mode] }

// Set sets the name of a mode. modes has those with a component of their own.
func (n *ComponentNames) Set(mode Mode, name string, modes ModeSet) []Fault {
	switch {
	case !modes.Has(mode):
		return []Fault{Faultf("ComponentName(%s, %q): there is no component of this mode", mode, name)}
	case !ComponentName(name):
		return []Fault{Faultf("ComponentName(%s, %q): the name is letters, digits, . _ and -", mode, name)}
	}
	n[mode] = name
	return nil
}
