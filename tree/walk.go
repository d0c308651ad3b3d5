package tree

// Walk visits a property and the properties inside it. It visits each collection and union once
// in each mode, so that recursion ends. All functions are optional.
type Walk struct {
	Prop       func(*Prop, Mode)
	Union      func(*Union, Mode)
	Collection func(*Collection, Mode)
	Member     func(*Collection, *Member, Mode)
	// AllModes visits the members of all modes. Otherwise only those of the current mode are
	// visited.
	AllModes bool

	seen map[visit]bool
}

// visit is a collection or a union in a mode, by its address or its fingerprint: types with a
// function of their own collection call it anew, and a collection without a position has no
// distinctive fingerprint.
type visit struct {
	collection  *Collection
	union       *Union
	fingerprint string
	mode        Mode
}

// Visit visits a property in a mode.
func (w *Walk) Visit(p *Prop, mode Mode) {
	if p == nil {
		return
	}
	if w.Prop != nil {
		w.Prop(p, mode)
	}
	switch t := p.Type.(type) {
	case Array:
		w.Visit(t.Item, mode.Nested())
	case Map:
		w.Visit(t.Value, mode)
		w.names(t.Names)
	case Object:
		w.collection(t.Of(), mode)
	case Alternatives:
		w.union(t.Of(), mode)
	}
}

func (w *Walk) union(u *Union, mode Mode) {
	if !w.enter(visit{union: u}, u.At.Known(), u.Fingerprint, mode) {
		return
	}
	if w.Union != nil {
		w.Union(u, mode)
	}
	for _, p := range u.Cases {
		w.Visit(p, mode)
	}
}

// enter reports whether a collection or union is visited for the first time.
func (w *Walk) enter(here visit, known bool, fingerprint func() string, mode Mode) bool {
	if known {
		here = visit{fingerprint: fingerprint()}
	}
	if !w.AllModes {
		here.mode = mode
	}
	if w.seen[here] {
		return false
	}
	if w.seen == nil {
		w.seen = map[visit]bool{}
	}
	w.seen[here] = true
	return true
}

func (w *Walk) collection(c *Collection, mode Mode) {
	if !w.enter(visit{collection: c}, c.At.Known(), c.Fingerprint, mode) {
		return
	}
	if w.Collection != nil {
		w.Collection(c, mode)
	}
	for _, m := range c.Members {
		if !w.AllModes && !m.Has(mode) {
			continue
		}
		if w.Member != nil {
			w.Member(c, m, mode)
		}
		w.Visit(m.Prop, mode)
	}
	w.Visit(c.Rest, mode)
	w.names(c.RestNames)
}
