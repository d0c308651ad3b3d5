package codec

// BindFixed ties a property to a value that is always the same: a request must
// send it, and every answer has it.
func BindFixed[T, V any](f Form[V], v V) Binding[T] { return fixed[T, V]{f, v} }

type fixed[T, V any] struct {
	form Form[V]
	v    V
}

func (b fixed[T, V]) Field(c *Compiler) Field[T] {
	codec := b.form.Codec(c)
	return &fixedField[T, V]{v: b.v, codec: codec}
}

func (b fixed[T, V]) Own(*T) {}

func (b fixed[T, V]) Cell(*T) any {
	v := b.v
	return &v
}

func (b fixed[T, V]) Order() Order { return OrderOf(b.form) }

type fixedField[T, V any] struct {
	v     V
	codec Codec[V]
}

func (f *fixedField[T, V]) Decode(d *Decoder, _ *T) {
	var v V
	f.codec.Decode(d, &v)
}

func (f *fixedField[T, V]) Way() Way[T] {
	return wayOf(f.codec, func(*T) *V { return new(V) })
}

func (f *fixedField[T, V]) Append(e *Encoder, _ *T) {
	v := f.v
	f.codec.Append(e, &v)
}

func (f *fixedField[T, V]) Cell(*T) any {
	v := f.v
	return &v
}

func (f *fixedField[T, V]) Check(*Report, *T)                     {}
func (f *fixedField[T, V]) Absent(*T)                             {}
func (f *fixedField[T, V]) parts() (codec, at any)                { return nil, nil }
func (f *fixedField[T, V]) Omitted(*T) bool                       { return false }
func (f *fixedField[T, V]) Merges() bool                          { return false }
func (f *fixedField[T, V]) DecodeMerge(d *Decoder, t *T, _ *Mask) { f.Decode(d, t) }
func (f *fixedField[T, V]) AppendMerge(e *Encoder, t *T, _ *Mask) { f.Append(e, t) }
func (f *fixedField[T, V]) Merge(_, _ *T, _ *Mask)                {}
func (f *fixedField[T, V]) Copy(_, _ *T)                          {}
func (f *fixedField[T, V]) Clear(*T)                              {}
func (f *fixedField[T, V]) CheckMerge(*Report, *T, *Mask)         {}
