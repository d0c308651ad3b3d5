package codec

import "github.com/tenon-go/tenon/internal/place"

// Field reads, checks and writes one member of a struct.
type Field struct {
	*Binding
	codec Codec
	plain bool // the value lies in a field as it is
	fills bool // a default fills absence

	// value is made when something first asks for it: few members are. texted is
	// that which is read from texts and files: of a pointer, what is behind it.
	value, texted func() *Value
}

// decode reads the value.
func (f *Field) decode(d *Decoder, t place.Addr) {
	if f.made {
		f.codec.Decode(d, f.form.Type.New())
		return
	}
	f.codec.Decode(d, f.spot.in(t))
	f.gives(t, true)
}

// check notes every rule that the value breaks.
func (f *Field) check(r *Report, t place.Addr) {
	switch {
	case f.constant:
	case f.cell == nil || f.cell.has(t):
		f.codec.Check(r, f.spot.in(t))
	case f.cell.required:
		r.Add(issueRequired)
	}
}

// encode writes the value.
func (f *Field) encode(e *Encoder, t place.Addr) {
	switch {
	case f.cell == nil || f.cell.has(t):
		f.codec.Encode(e, f.spot.in(t))
	case f.form.Default != nil:
		v := f.form.Type.New()
		f.form.Default(v)
		f.codec.Encode(e, v)
	default:
		e.fail(errAbsent)
	}
}

// absent fills the default, if there is one.
func (f *Field) absent(t place.Addr) {
	if f.fills {
		f.form.Default(f.spot.in(t))
		f.gives(t, true)
	}
}

// omitted reports whether the value in a struct stands for "absent".
func (f *Field) omitted(t place.Addr) bool {
	switch {
	case f.cell != nil:
		return !f.cell.has(t)
	case f.behind != nil:
		return !there(f.spot.in(t))
	}
	return false
}

// gives notes whether there is a value, where the place does not say so itself.
func (f *Field) gives(t place.Addr, is bool) {
	if f.cell != nil {
		f.cell.give(t, is)
	}
}

// inner is the place of the value: of a pointer, what it points to.
func (f *Field) inner(t place.Addr) place.Addr {
	a := f.spot.in(t)
	if f.behind != nil {
		return place.Load(a)
	}
	return a
}

// handle returns the place of the value as typed handles read it, a *V.
func (f *Field) handle(t place.Addr) any {
	if f.behind != nil {
		return f.behind.Type.Cell(f.inner(t))
	}
	return f.form.Type.Cell(f.inner(t))
}

// merges reports whether a merge patch changes the value in part.
func (f *Field) merges() bool { return !f.made && f.value().merger != nil }

func (f *Field) decodeMerge(d *Decoder, t place.Addr, m *Mask) {
	f.value().merger.DecodePatch(d, f.spot.in(t), m)
	f.gives(t, true)
}

func (f *Field) inspectMerge(r *Report, t place.Addr, m *Mask) {
	f.value().merger.CheckPatch(r, f.spot.in(t), m)
}

func (f *Field) encodeMerge(e *Encoder, t place.Addr, m *Mask) {
	f.value().merger.EncodePatch(e, f.spot.in(t), m)
}

func (f *Field) merge(r *Report, dst, src place.Addr, m *Mask, made bool) {
	f.value().merger.Merge(r, f.spot.in(dst), f.spot.in(src), m, made || f.omitted(dst))
	f.gives(dst, true)
}

// take puts what a client has sent whole in the place of what is there.
func (f *Field) take(r *Report, dst, src place.Addr) {
	switch {
	case f.made:
		return
	case f.omitted(dst):
		f.form.Type.Assign(f.spot.in(dst), f.spot.in(src))
	default:
		f.value().replace(r, f.spot.in(dst), f.spot.in(src))
	}
	f.gives(dst, true)
}

// hide removes what is hidden inside the value; drop removes the value.
func (f *Field) hide(who Grants, t place.Addr) {
	if !f.made {
		f.value().hide(who, f.spot.in(t))
	}
}

func (f *Field) drop(t place.Addr) {
	if !f.made {
		f.form.Type.Reset(f.spot.in(t))
		f.gives(t, false)
	}
}

// clear removes a value: null where the property knows null, absence otherwise.
func (f *Field) clear(t place.Addr) {
	if !f.made {
		f.form.Type.Reset(f.spot.in(t))
		f.gives(t, f.cell != nil && f.cell.cleared)
	}
}

// replace puts the value of src in the place of that of dst.
func (f *Field) replace(r *Report, dst, src place.Addr) {
	switch {
	case f.made:
	case f.cell == nil || f.cell.has(src):
		f.value().replace(r, f.spot.in(dst), f.spot.in(src))
		f.gives(dst, true)
	default:
		f.form.Type.Reset(f.spot.in(dst))
		f.gives(dst, false)
	}
}

// entry is the place of the value that is read from texts and files.
func (f *Field) entry(t place.Addr) place.Addr {
	switch {
	case f.behind != nil:
		v := f.behind.Type.New()
		place.Store(f.spot.in(t), v)
		return v
	case f.made:
		return f.form.Type.New()
	}
	f.gives(t, true)
	return f.spot.in(t)
}
