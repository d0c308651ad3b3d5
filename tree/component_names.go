package tree

import "strconv"

// ComponentNames has the names of components that a declaration chooses.
type ComponentNames struct {
	Names []string // by mode; "" if none is chosen
	Text  string   // the calls that choose them
}

// Of returns the chosen name of a mode, or "".
func (n *ComponentNames) Of(mode Mode) string {
	if n.Names == nil {
		return ""
	}
	return n.Names[mode.Declared()]
}

// Set sets the name of a mode. modes has those with a component of their own.
func (n *ComponentNames) Set(mode Mode, name string, modes ModeSet) []Fault {
	switch {
	case !modes.Has(mode), mode != mode.Declared():
		return []Fault{Faultf("ComponentName(%s, %q): there is no component of this mode", mode, name)}
	case !ComponentName(name):
		return []Fault{Faultf("ComponentName(%s, %q): the name is letters, digits, . _ and -", mode, name)}
	case name == "Problem" || name == "Violation":
		return []Fault{Faultf("ComponentName(%s, %q): the name is reserved for the schemas of problems", mode, name)}
	}
	names := make([]string, List+1) // of this copy of the declaration alone
	copy(names, n.Names)
	names[mode] = name
	n.Names, n.Text = names, ""
	for _, mode := range Modes() {
		if name := n.Of(mode); name != "" {
			n.Text += ".ComponentName(collection." + mode.String() + ", " + strconv.Quote(name) + ")"
		}
	}
	return nil
}
