package codec

import "github.com/tenon-go/tenon/internal/ir"

// Binding is a property and its place in a T, before a mode is chosen.
type Binding[T any] interface {
	Field(c *Compiler) Field[T]
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
	AppendMerge(e *Encoder, t *T, m *Mask)
	Merge(dst, src *T, m *Mask)
	Copy(dst, src *T)
	Clear(t *T)

	// HasText reports whether ParseText, which reads a parameter, may be called.
	HasText() bool
	ParseText(r *Report, text string, t *T)
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
	f.text, _ = TextOf(f.codec)
	return f
}

type bound[T, V any] struct {
	codec  Codec[V]
	at     func(*T) *V
	def    func() V
	merger Merger[V]
	text   Text[V]
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
func (f *bound[T, V]) AppendMerge(e *Encoder, t *T, m *Mask) { f.merger.AppendMerge(e, f.at(t), m) }
func (f *bound[T, V]) Merge(dst, src *T, m *Mask)            { f.merger.Merge(f.at(dst), f.at(src), m) }

func (f *bound[T, V]) HasText() bool { return f.text != nil }

func (f *bound[T, V]) ParseText(r *Report, text string, t *T) {
	f.text.ParseText(r, text, f.at(t))
}

// BindOptional ties a property to a pointer; nil stands for "absent".
func BindOptional[T, V any](f Form[V], at func(*T) **V) Binding[T] {
	wrapped := Form[*V]{
		Node: f.Node,
		Make: func(c *Compiler, n *ir.Prop) Codec[*V] {
			codec := f.of(n).Codec(c)
			if m, ok := codec.(Merger[V]); ok && c.Mode == ir.Update {
				return &optionalMerger[V]{optional[V]{codec}, m}
			}
			return &optional[V]{codec}
		},
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

type optionalField[T, V any] struct{ *bound[T, *V] }

func (f *optionalField[T, V]) HasText() bool {
	c, ok := f.codec.(*optional[V])
	if !ok {
		return false
	}
	_, ok = TextOf(c.inner)
	return ok
}

func (f *optionalField[T, V]) ParseText(r *Report, text string, t *T) {
	w := new(V)
	if inner, ok := TextOf(f.codec.(*optional[V]).inner); ok {
		inner.ParseText(r, text, w)
	}
	*f.at(t) = w
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

// computedField is never asked to read: no input mode has it.
type computedField[T, V any] struct {
	Field[T]
	get   func(*T) V
	codec Codec[V]
}

func (f *computedField[T, V]) Append(e *Encoder, t *T) {
	v := f.get(t)
	f.codec.Append(e, &v)
}

func (f *computedField[T, V]) Check(r *Report, t *T) {
	v := f.get(t)
	f.codec.Check(r, &v)
}

func (f *computedField[T, V]) Omitted(*T) bool { return false }

func (f *computedField[T, V]) Cell(t *T) any {
	v := f.get(t)
	return &v
}
