package tree

import "sync/atomic"

// ID identifies a declaration and all copies derived from it.
type ID struct {
	// made has the identities of values that are derived from the declaration, such as filters.
	// They are here, and not in a shared map, so that they are freed with it.
	made atomic.Pointer[[kinds]ID]
}

// kinds is the number of kinds of derived values.
const kinds = 16

// Made returns the identity of a value that is derived from a declaration, such as the filter
// with an operator. Equal kinds have equal identities. A kind is from 0 to 15.
func (id *ID) Made(kind int) *ID {
	all := id.made.Load()
	if all == nil {
		id.made.CompareAndSwap(nil, new([kinds]ID))
		all = id.made.Load()
	}
	return &all[kind]
}
