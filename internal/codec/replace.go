package codec

import "github.com/tenon-go/tenon/internal/jsonx"

// DecodeWhole is [Object.Decode], and notes in m what the document has.
func (o *Object[T]) DecodeWhole(d *Decoder, t *T, m *Mask) {
	if d.Kind() != jsonx.Object {
		d.refuse(o.expected)
		return
	}
	o.decode(d, t, &m.set, &m.nulls)
}

// Replace sets every member of *dst that the mode has to that of *src, also in
// the objects inside it. What the mode does not have stays, and what is guarded
// from who sent *src: they cannot send it. It writes to no memory that a copy of
// the old *dst shares.
func (o *Object[T]) Replace(who Grants, dst, src *T) {
	if o.fork != nil {
		o.fork(dst)
	}
	for i := range o.members {
		if !opens(who, o.members[i].scopes) {
			continue
		}
		f := o.members[i].field
		if r, ok := f.(replacer[T]); ok {
			r.replace(who, dst, src)
		} else {
			f.Copy(dst, src)
		}
	}
	if r, ok := o.rest.(replacer[T]); ok {
		r.replace(who, dst, src)
	}
}

// replacer is a member or a codec whose values have parts that stay when they
// are replaced.
type replacer[V any] interface{ replace(who Grants, dst, src *V) }

// replace puts *src in the place of *dst.
func replace[V any](c Codec[V], who Grants, dst, src *V) {
	if r, ok := c.(replacer[V]); ok {
		r.replace(who, dst, src)
		return
	}
	*dst = *src
}

// replacement is replace for what may not be there. The result is a new place:
// the old one may be shared.
func replacement[V any](c Codec[V], who Grants, was, will *V) *V {
	if was == nil || will == nil {
		return will
	}
	v := *was
	replace(c, who, &v, will)
	return &v
}

func (o *Object[T]) replace(who Grants, dst, src *T)   { o.Replace(who, dst, src) }
func (c *ruled[V]) replace(who Grants, dst, src *V)    { replace(c.inner, who, dst, src) }
func (f *bound[T, V]) replace(who Grants, dst, src *T) { replace(f.codec, who, f.at(dst), f.at(src)) }
func (f *rest[T, E]) replace(_ Grants, dst, src *T)    { *f.at(dst) = *f.at(src) }

func (c *nullable[V]) replace(who Grants, dst, src **V) {
	*dst = replacement(c.inner, who, *dst, *src)
}

func (c *optional[V]) replace(who Grants, dst, src **V) {
	*dst = replacement(c.inner, who, *dst, *src)
}

// replace keeps what is in values whose name stays.
func (c *dict[E]) replace(who Grants, dst, src *map[string]E) {
	old := *dst
	*dst = *src
	if _, parts := c.value.(replacer[E]); !parts || old == nil || *src == nil {
		return
	}
	merged := make(map[string]E, len(*src))
	for name, v := range *src {
		if before, ok := old[name]; ok {
			replace(c.value, who, &before, &v)
			v = before
		}
		merged[name] = v
	}
	*dst = merged
}

// replace keeps apart what has a value and what has none.
func (f *cellField[V]) replace(who Grants, dst, src *Record) {
	if f.has(src) {
		f.bound.replace(who, dst, src)
	} else {
		f.bound.Clear(dst)
	}
	dst.given[f.i] = f.has(src)
}
