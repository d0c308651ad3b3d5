package tree

// Shallow returns the case of a union whose values can be the least deep, so that generated values
// of a union which contains itself come to an end.
func (u *Union) Shallow(mode Mode) *Prop {
	const most = 6
	for depth := range most {
		for _, p := range u.Cases {
			if ends(p, p.Nullable, mode, depth) {
				return p
			}
		}
	}
	return u.Cases[0]
}

// ends reports whether a value of a property needs no more than depth values inside each other.
func ends(p *Prop, nullable bool, mode Mode, depth int) bool {
	if nullable {
		return true
	}
	least := 0
	for _, r := range p.Rules {
		switch r := r.(type) {
		case MinItems:
			least = r.N
		case MinProps:
			least = r.N
		}
	}
	switch t := p.Type.(type) {
	case Array:
		return least == 0 || depth > 0 && ends(t.Item, t.Item.Nullable, mode.Nested(), depth-1)
	case Map:
		return least == 0 || depth > 0 && ends(t.Value, t.Value.Nullable, mode, depth-1)
	case Object:
		for _, m := range t.Of().In(mode) {
			if m.Required(mode) && (depth == 0 || !ends(m.Prop, m.Nullable(mode), mode, depth-1)) {
				return false
			}
		}
	case Alternatives:
		for _, p := range t.Of().Cases {
			if depth > 0 && ends(p, p.Nullable, mode, depth-1) {
				return true
			}
		}
		return false
	}
	return true
}
