package ir

import "sync/atomic"

// ID identifies a declaration across all the copies derived from it.
type ID struct {
	// made are the identities of what is made of the declaration. They are kept
	// here, and not in a map that all share, so that they go when it goes.
	made atomic.Pointer[[kinds]ID]
}

// kinds bounds how many kinds of things are made of a declaration.
const kinds = 16

// Made identifies what is made of a declaration in one of a few ways, such as the
// filter with an operator: made twice, it is the same. The kind is from 0 to 15.
func (id *ID) Made(kind int) *ID {
	all := id.made.Load()
	if all == nil {
		id.made.CompareAndSwap(nil, new([kinds]ID))
		all = id.made.Load()
	}
	return &all[kind]
}
