package prop

// Maybe is a member that is absent, null, or has a value, for structs with fields that AtMaybe binds.
// The zero value is absent. It is an immutable value; compare two with [Maybe.Lookup] and
// [Maybe.IsNull], not with ==.
type Maybe[V any] struct {
	of **V // nil: absent; a nil pointer: null
}

// Null returns a member that is null.
func Null[V any]() Maybe[V] { return Maybe[V]{new(*V)} }

// Some returns a member with a value.
func Some[V any](v V) Maybe[V] {
	p := &v
	return Maybe[V]{&p}
}

// Has reports whether the member is there: with a value, or null.
func (m Maybe[V]) Has() bool { return m.of != nil }

// IsNull reports whether the member is null.
func (m Maybe[V]) IsNull() bool { return m.of != nil && *m.of == nil }

// Lookup returns the value, and whether there is one. Otherwise the value is the zero value of V.
func (m Maybe[V]) Lookup() (v V, ok bool) {
	if m.of == nil || *m.of == nil {
		return v, false
	}
	return **m.of, true
}

// Get returns the value, or the zero value of V.
func (m Maybe[V]) Get() V {
	v, _ := m.Lookup()
	return v
}
