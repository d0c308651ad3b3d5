package prop

// Alternatives declares a union; it is implemented by package collection.
type Alternatives[T any] interface {
	// Property declares a property with the union.
	Property() *UnionProp[T]
}

// UnionProp is a property with a value of a union.
type UnionProp[T any] core

// Union declares a value of a union. Its name is derived from that of the union, as in
// [Object].
func Union[T any](u Alternatives[T]) *UnionProp[T] { return u.Property() }
