package codec

import "github.com/tenon-go/tenon/internal/ir"

// Binding is a property and its place in a T, before a mode is chosen.
type Binding[T any] interface {
	Field(c *Compiler) Field[T]
	// Own makes the value in *t share nothing that may be changed.
	Own(t *T)
	// Cell returns the place of the value, a *V or a **V; of a value that is
	// absent it is a nil pointer.
	Cell(t *T) any
	// Order compiles how the values compare.
	Order() Order
}

// Field reads, checks and writes one member of a T.
type Field[T any] interface {
	Decode(d *Decoder, t *T)
	Check(r *Report, t *T)
	Append(e *Encoder, t *T)

	// Absent fills the default, if there is one.
	Absent(t *T)
	// Omitted reports whether the value in *t stands for "absent".
	Omitted(t *T) bool

	// Merges reports whether a merge patch changes the value in part.
	Merges() bool
	DecodeMerge(d *Decoder, t *T, m *Mask)
	CheckMerge(r *Report, t *T, m *Mask)
	AppendMerge(e *Encoder, t *T, m *Mask)
	Merge(dst, src *T, m *Mask)
	Copy(dst, src *T)
	Clear(t *T)

	// parts returns the codec and the place, a func(*T) *V, where there is nothing
	// else to it; nil otherwise.
	parts() (codec, at any)

	// Way is how the value is read from a form or a parameter.
	Way() Way[T]
	// Cell returns the place itself, a *V.
	Cell(t *T) any
}

// Bind ties a property to a place that always holds a value.
func Bind[T, V any](f Form[V], at func(*T) *V) Binding[T] { return bind[T, V]{f, at} }

type bind[T, V any] struct {
	form Form[V]
	at   func(*T) *V
}

func (b bind[T, V]) Field(c *Compiler) Field[T] {
	f := &bound[T, V]{codec: b.form.Codec(c), at: b.at}
	if c.Mode == ir.Create {
		f.def = b.form.Default
	}
	f.merger, _ = f.codec.(Merger[V])
	if c.Mode != ir.Update {
		f.merger = nil
	}
	return f
}

func (b bind[T, V]) Own(t *T) {
	if b.form.Clone != nil {
		place := b.at(t)
		*place = b.form.Clone(*place)
	}
}

func (b bind[T, V]) Cell(t *T) any { return b.at(t) }
func (b bind[T, V]) Order() Order  { return OrderOf(b.form) }

type bound[T, V any] struct {
	codec  Codec[V]
	at     func(*T) *V
	def    func() V
	merger Merger[V]
}

func (f *bound[T, V]) Decode(d *Decoder, t *T) { f.codec.Decode(d, f.at(t)) }
func (f *bound[T, V]) Check(r *Report, t *T)   { f.codec.Check(r, f.at(t)) }
func (f *bound[T, V]) Append(e *Encoder, t *T) { f.codec.Append(e, f.at(t)) }
func (f *bound[T, V]) Omitted(*T) bool         { return false }
func (f *bound[T, V]) Merges() bool            { return f.merger != nil }
func (f *bound[T, V]) Copy(dst, src *T)        { *f.at(dst) = *f.at(src) }
func (f *bound[T, V]) Cell(t *T) any           { return f.at(t) }

func (f *bound[T, V]) Absent(t *T) {
	if f.def != nil {
		*f.at(t) = f.def()
	}
}

func (f *bound[T, V]) Clear(t *T) {
	var zero V
	*f.at(t) = zero
}

func (f *bound[T, V]) DecodeMerge(d *Decoder, t *T, m *Mask) { f.merger.DecodeMerge(d, f.at(t), m) }
func (f *bound[T, V]) CheckMerge(r *Report, t *T, m *Mask)   { f.merger.CheckMerge(r, f.at(t), m) }
func (f *bound[T, V]) AppendMerge(e *Encoder, t *T, m *Mask) { f.merger.AppendMerge(e, f.at(t), m) }
func (f *bound[T, V]) Merge(dst, src *T, m *Mask)            { f.merger.Merge(f.at(dst), f.at(src), m) }

func (f *bound[T, V]) parts() (codec, at any) { return f.codec, f.at }

func (f *bound[T, V]) Way() Way[T] { return wayOf[T](f.codec, f.at) }

// BindOptional ties a property to a pointer; nil stands for "absent".
func BindOptional[T, V any](f Form[V], at func(*T) **V) Binding[T] {
	wrapped := Form[*V]{
		Node: f.Node,
		Null: NullOf(f),
		Make: func(c *Compiler, n *ir.Prop) Codec[*V] {
			codec := f.of(n).Codec(c)
			if m, ok := codec.(Merger[V]); ok && c.Mode == ir.Update {
				return &optionalMerger[V]{optional[V]{codec}, m}
			}
			return &optional[V]{codec}
		},
	}
	wrapped.Clone = func(v *V) *V {
		if v == nil {
			return nil
		}
		w := f.Copy(*v)
		return &w
	}
	if f.Default != nil {
		wrapped.Default = func() *V { v := f.Default(); return &v }
	}
	return optionalBind[T, V]{bind[T, *V]{wrapped, at}}
}

type optionalBind[T, V any] struct{ bind[T, *V] }

func (b optionalBind[T, V]) Field(c *Compiler) Field[T] {
	return &optionalField[T, V]{b.bind.Field(c).(*bound[T, *V])}
}

func (b optionalBind[T, V]) Cell(t *T) any { return *b.at(t) }

type optionalField[T, V any] struct{ *bound[T, *V] }

func (f *optionalField[T, V]) Way() Way[T] {
	at := func(t *T) *V {
		place := f.at(t)
		*place = new(V)
		return *place
	}
	if c, ok := f.codec.(*optional[V]); ok {
		return wayOf[T](c.inner, at)
	}
	return Way[T]{}
}

func (f *optionalField[T, V]) Omitted(t *T) bool { return *f.at(t) == nil }
func (f *optionalField[T, V]) Cell(t *T) any     { return *f.at(t) }

// optional is a value behind a pointer that is never null on the wire.
type optional[V any] struct{ inner Codec[V] }

func (c *optional[V]) Decode(d *Decoder, v **V) {
	w := new(V)
	c.inner.Decode(d, w)
	*v = w
}

func (c *optional[V]) Check(r *Report, v **V) {
	if *v != nil {
		c.inner.Check(r, *v)
	}
}

func (c *optional[V]) Append(e *Encoder, v **V) { c.inner.Append(e, *v) }

type optionalMerger[V any] struct {
	optional[V]
	merger Merger[V]
}

func (c *optionalMerger[V]) DecodeMerge(d *Decoder, v **V, m *Mask) {
	*v = new(V)
	c.merger.DecodeMerge(d, *v, m)
}

func (c *optionalMerger[V]) CheckMerge(r *Report, v **V, m *Mask) { c.merger.CheckMerge(r, *v, m) }

func (c *optionalMerger[V]) AppendMerge(e *Encoder, v **V, m *Mask) {
	c.merger.AppendMerge(e, *v, m)
}

func (c *optionalMerger[V]) Merge(dst, src **V, m *Mask) {
	merged := new(V)
	if *dst != nil {
		*merged = **dst
	}
	c.merger.Merge(merged, *src, m)
	*dst = merged
}

// BindComputed ties a property to a value that is only ever written.
func BindComputed[T, V any](f Form[V], get func(*T) V) Binding[T] { return computed[T, V]{f, get} }

type computed[T, V any] struct {
	form Form[V]
	get  func(*T) V
}

func (b computed[T, V]) Field(c *Compiler) Field[T] {
	return &computedField[T, V]{get: b.get, codec: b.form.Codec(c)}
}

func (b computed[T, V]) Own(*T) {}

func (b computed[T, V]) Cell(t *T) any {
	v := b.get(t)
	return &v
}

func (b computed[T, V]) Order() Order { return OrderOf(b.form) }

// computedField is in no input mode. What somebody reads as an answer is judged
// and let go.
type computedField[T, V any] struct {
	Field[T]
	get   func(*T) V
	codec Codec[V]
}

func (f *computedField[T, V]) Decode(d *Decoder, _ *T) {
	var v V
	f.codec.Decode(d, &v)
}

func (f *computedField[T, V]) Append(e *Encoder, t *T) {
	v := f.get(t)
	f.codec.Append(e, &v)
}

func (f *computedField[T, V]) Check(r *Report, t *T) {
	v := f.get(t)
	f.codec.Check(r, &v)
}

func (f *computedField[T, V]) Omitted(*T) bool        { return false }
func (f *computedField[T, V]) parts() (codec, at any) { return nil, nil }

func (f *computedField[T, V]) Cell(t *T) any {
	v := f.get(t)
	return &v
}
