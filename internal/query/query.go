package query

import "crypto/sha256"

// Query is what a client asks of a list. It is not changed once it has been read. T is the
// type of terms, C that of conditions: package paginate has its own, which this package
// cannot name.
type Query[T, C any] struct {
	List       *List // nil in the zero query
	Limit      int
	Page       int
	Offset     int
	NeedsTotal bool
	Order      []T
	Conditions []C
	Near       Near[T, C]
	Cursor     *Cursor // nil unless the list is paginated by cursor
}

// Near holds the order and the conditions of most queries, so that they need no memory of
// their own.
type Near[T, C any] struct {
	Order      [3]T
	Conditions [2]C
	Values     [2]any
}

// Cursor is the cursor of a query.
type Cursor struct {
	Position *Position // nil on the first page
	Text     string    // as the client sent it
	Binding  Binding
}

// Binding is what a cursor is valid for: the SHA-256 of the operation, the order, the
// conditions and the identity.
type Binding [sha256.Size]byte

// Position is the keyset position next to a page: the values that order the entity there, or the
// keys of entities next to it.
type Position struct {
	Values   []any // nil for null
	After    any   // a key; nil: there is none
	Before   any
	Backward bool
	FromEnd  bool
}
