package seal

// Box holds a value that only packages of this module can open.
type Box[T any] struct{ v T }

// New returns a box with a value.
func New[T any](v T) Box[T] { return Box[T]{v} }

// Open returns the value in the box.
func (b Box[T]) Open() T { return b.v }
