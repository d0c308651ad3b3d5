package tree

// Names are the rules on the names of members that no declaration has: those of a property of text.
type Names struct {
	Prop *Prop
	// Accepts reports whether a name satisfies the rules.
	Accepts func(name string) bool
}

// names visits the property of names, which has no mode.
func (w *Walk) names(n *Names) {
	if n != nil {
		w.Visit(n.Prop, Create)
	}
}
