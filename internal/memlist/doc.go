// Package memlist runs the query of a list on a slice, as package mempage does, for entities of any
// Go type.
package memlist
