package tree

// Names are the rules on the names of members that no declaration has: those of a property of text.
type Names struct {
	Prop *Prop
	// Accepts reports whether a name satisfies the rules.
	Accepts func(name string) bool
}

// Beside returns the names of declared members that the rules would not accept.
func (n *Names) Beside(members []*Member) (names []string) {
	for _, m := range members {
		if !n.Accepts(m.Prop.Name) {
			names = append(names, m.Prop.Name)
		}
	}
	return names
}

// names visits the property of names, which has no mode.
func (w *Walk) names(n *Names) {
	if n != nil {
		w.Visit(n.Prop, Create)
	}
}
