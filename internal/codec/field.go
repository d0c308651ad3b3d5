package codec

// Field reads, checks and writes one member of what a P points to.
type Field[P any] struct {
	Decode func(d *Decoder, t P)
	Check  func(r *Report, t P)
	Append func(e *Encoder, t P)

	value func() *Value // made when something first asks for it: few members are
	at    func(t P) any // the place of the value, a cell
	fills bool          // a default fills absence
	made  bool          // the value is made when it is asked for, and has no place

	// codec and direct are the parts of a field that has no others: a codec and a
	// func(*T) *V. direct is nil otherwise.
	codec, direct any

	// Of a pointer that is nil where the value is absent: what is behind it, how a
	// place is put there, and whether there is one.
	inside func() *Value
	open   func(t P) any
	is     func(t P) bool
	cell   func(t P) any
	// give notes whether there is a value; nil where the place says so itself.
	give func(t P, is bool)
	// cleared is what give is told of a value that is null.
	cleared bool
}

// Absent fills the default, if there is one.
func (f *Field[P]) Absent(t P) {
	if f.fills {
		f.value().Fill(f.at(t))
		f.gives(t, true)
	}
}

// Omitted reports whether the value in *t stands for "absent".
func (f *Field[P]) Omitted(t P) bool { return f.is != nil && !f.is(t) }

func (f *Field[P]) gives(t P, is bool) {
	if f.give != nil {
		f.give(t, is)
	}
}

// Cell returns the place of the value, a *V.
func (f *Field[P]) Cell(t P) any {
	if f.cell != nil {
		return f.cell(t)
	}
	return f.at(t)
}

// Merges reports whether a merge patch changes the value in part.
func (f *Field[P]) Merges() bool { return !f.made && f.value().merger != nil }

func (f *Field[P]) DecodeMerge(d *Decoder, t P, m *Mask) {
	f.value().merger.decode(d, f.at(t), m)
	f.gives(t, true)
}

func (f *Field[P]) CheckMerge(r *Report, t P, m *Mask) { f.value().merger.check(r, f.at(t), m) }

func (f *Field[P]) AppendMerge(e *Encoder, t P, m *Mask) { f.value().merger.append(e, f.at(t), m) }

func (f *Field[P]) Merge(r *Report, dst, src P, m *Mask, made bool) {
	f.value().merger.merge(r, f.at(dst), f.at(src), m, made || f.Omitted(dst))
	f.gives(dst, true)
}

// take puts what a client has sent whole in the place of what is there.
func (f *Field[P]) take(r *Report, dst, src P) {
	switch {
	case f.made:
		return
	case f.Omitted(dst):
		f.value().Assign(f.at(dst), f.at(src))
	default:
		f.value().replace(r, f.at(dst), f.at(src))
	}
	f.gives(dst, true)
}

// hide removes what is hidden inside the value; drop removes the value.
func (f *Field[P]) hide(who Grants, t P) {
	if hide := f.value().hide; hide != nil && !f.made {
		hide(who, f.at(t))
	}
}

func (f *Field[P]) drop(t P) {
	if !f.made {
		f.value().Reset(f.at(t))
		f.gives(t, false)
	}
}

// Clear removes a value: null where the property knows null, absence otherwise.
func (f *Field[P]) Clear(t P) {
	if !f.made {
		f.value().Reset(f.at(t))
		f.gives(t, f.cleared)
	}
}

// replace puts the value of *src in the place of that of *dst.
func (f *Field[P]) replace(r *Report, dst, src P) {
	switch {
	case f.made:
	case f.give == nil:
		f.value().replace(r, f.at(dst), f.at(src))
	case f.is(src):
		f.value().replace(r, f.at(dst), f.at(src))
		f.give(dst, true)
	default:
		f.value().Reset(f.at(dst))
		f.give(dst, false)
	}
}

// texted is the value that is read from texts and files.
func (f *Field[P]) texted() *Value {
	if f.inside != nil {
		return f.inside()
	}
	return f.value()
}

// entry is the place of the value that is read from texts and files.
func (f *Field[P]) entry(t P) any {
	switch {
	case f.open != nil:
		return f.open(t)
	case f.made:
		return f.value().New()
	}
	place := f.at(t)
	f.gives(t, true)
	return place
}
