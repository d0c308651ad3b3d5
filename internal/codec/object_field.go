package codec

import (
	"github.com/tenon-go/tenon/internal/place"
)

// Field is a compiled binding: it reads, checks and writes one member of a struct.
type Field struct {
	*Binding
	codec Codec
	plain bool // the value is at an offset, without a pointer
	fills bool // there is a default
	// patched values are set by merge patches.
	patched bool
}

// decode reads the value.
func (f *Field) decode(d *Decoder, t place.Addr) {
	if f.computed {
		f.codec.Decode(d, f.form.Type.New())
		return
	}
	f.codec.Decode(d, f.location.in(t))
	f.setPresent(t, true)
}

// check adds every rule that the value violates.
func (f *Field) check(r *Report, t place.Addr) {
	switch {
	case f.constant:
	case f.cell == nil || f.cell.has(t):
		f.codec.Check(r, f.location.in(t))
	case f.cell.required:
		r.Add(issueRequired)
	}
}

// encode writes the value.
func (f *Field) encode(e *Encoder, t place.Addr) {
	switch {
	case f.constant:
		f.codec.Encode(e, f.fixed) // which changes nothing
	case f.cell == nil || f.cell.has(t):
		f.codec.Encode(e, f.location.in(t))
	case f.form.Default != nil:
		v := f.form.Type.New()
		f.form.Default(v)
		f.codec.Encode(e, v)
	default:
		e.fail(errAbsent)
	}
}

// setDefault assigns the default, if there is one.
func (f *Field) setDefault(t place.Addr) {
	if f.fills {
		f.form.Default(f.location.in(t))
		f.setPresent(t, true)
	}
}

// omitted reports whether the value in a struct means absent.
func (f *Field) omitted(t place.Addr) bool {
	switch {
	case f.cell != nil:
		return !f.cell.has(t)
	case f.behind != nil:
		return !there(f.location.in(t))
	}
	return false
}

// setPresent records whether there is a value, if the place itself does not.
func (f *Field) setPresent(t place.Addr, is bool) {
	if f.cell != nil {
		f.cell.setPresent(t, is)
	}
}

// valuePlace returns the address of the value: of a pointer, what it points to.
func (f *Field) valuePlace(t place.Addr) place.Addr {
	a := f.location.in(t)
	if f.behind != nil {
		return place.Load(a)
	}
	return a
}

// valueCodec returns the codec of the value: of a pointer, that of what it points to.
func (f *Field) valueCodec() Codec {
	if f.behind != nil {
		return pointee(f.codec)
	}
	return f.codec
}

// cellOf returns the address of the value as a *V, for typed handles.
func (f *Field) cellOf(t place.Addr) any {
	if f.behind != nil {
		return f.behind.Type.Cell(f.valuePlace(t))
	}
	return f.form.Type.Cell(f.valuePlace(t))
}

// merges reports whether a merge patch changes the value in part.
func (f *Field) merges() bool {
	_, merges := f.codec.(Merger)
	return merges && f.patched
}

func (f *Field) decodeMerge(d *Decoder, t place.Addr, m *Mask) {
	f.codec.(Merger).DecodePatch(d, f.location.in(t), m)
	f.setPresent(t, true)
}

func (f *Field) inspectMerge(r *Report, t place.Addr, m *Mask) {
	f.codec.(Merger).CheckPatch(r, f.location.in(t), m)
}

func (f *Field) encodeMerge(e *Encoder, t place.Addr, m *Mask) {
	f.codec.(Merger).EncodePatch(e, f.location.in(t), m)
}

func (f *Field) merge(r *Report, dst, src place.Addr, m *Mask, made bool) {
	f.codec.(Merger).Merge(r, f.location.in(dst), f.location.in(src), m, made || f.omitted(dst))
	f.setPresent(dst, true)
}

// assign sets the value at dst to one that a client sent.
func (f *Field) assign(r *Report, dst, src place.Addr) {
	switch {
	case f.computed:
		return
	case f.omitted(dst):
		f.form.Type.Assign(f.location.in(dst), f.location.in(src))
	default:
		f.replaceValue(r, dst, src)
	}
	f.setPresent(dst, true)
}

// replaceValue replaces the value, but not its hidden parts.
func (f *Field) replaceValue(r *Report, dst, src place.Addr) {
	if to, from := f.location.in(dst), f.location.in(src); !replace(f.codec, r, to, from) {
		f.form.Type.Assign(to, from)
	}
}

// hide removes hidden parts of the value; remove removes the value.
func (f *Field) hide(grants Grants, t place.Addr) {
	if !f.computed && hides(f.codec, grants) {
		f.codec.(hider).hide(grants, f.location.in(t))
	}
}

func (f *Field) remove(t place.Addr) {
	if !f.computed {
		f.form.Type.Reset(f.location.in(t))
		f.setPresent(t, false)
	}
}

// clear removes a value: it becomes null if the property is nullable, and absent otherwise.
func (f *Field) clear(t place.Addr) {
	if !f.computed {
		f.form.Type.Reset(f.location.in(t))
		f.setPresent(t, f.cell != nil && f.cell.cleared)
		if f.behind != nil && f.behind.Null != nil {
			place.Store(f.location.in(t), f.behind.Type.New()) // a pointer to null
		}
	}
}

// replace sets the value of dst to that of src.
func (f *Field) replace(r *Report, dst, src place.Addr) {
	switch {
	case f.computed:
	case f.cell == nil || f.cell.has(src):
		f.replaceValue(r, dst, src)
		f.setPresent(dst, true)
	default:
		f.form.Type.Reset(f.location.in(dst))
		f.setPresent(dst, false)
	}
}

// textPlace returns the address for a value read from texts and files.
func (f *Field) textPlace(t place.Addr) place.Addr {
	switch {
	case f.behind != nil:
		v := f.behind.Type.New()
		place.Store(f.location.in(t), v)
		return v
	case f.computed:
		return f.form.Type.New()
	}
	f.setPresent(t, true)
	return f.location.in(t)
}
