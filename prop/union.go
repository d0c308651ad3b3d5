package prop

// Alternatives declare objects of several kinds: a union of package collection.
type Alternatives[T any] interface {
	// Property declares an object of one of the kinds that the union has.
	Property() *UnionProp[T]
}

// UnionProp is a property that carries one of several kinds of object.
type UnionProp[T any] core

// Union declares an object of one of the kinds that a union has. It takes the
// union's name as [Object] takes a collection's.
func Union[T any](u Alternatives[T]) *UnionProp[T] { return u.Property() }
