package apitest

import (
	"context"
	"errors"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
)

// NoStore is the store of a resource that only a [Mock] serves. It has all methods, so that the
// resource has all operations, and each of them returns an error:
//
//	route.Resource("/notes", notes, name, apitest.NoStore[Note, string]{})
type NoStore[T, K any] struct{}

var errNoStore = errors.New("apitest: the resource has no store; serve it with Mock")

// List returns an error.
func (NoStore[T, K]) List(context.Context, paginate.Query) (r paginate.Result[T], err error) {
	return r, errNoStore
}

// Create returns an error.
func (NoStore[T, K]) Create(context.Context, T) (t T, err error) { return t, errNoStore }

// View returns an error.
func (NoStore[T, K]) View(context.Context, K) (t T, err error) { return t, errNoStore }

// Update returns an error.
func (NoStore[T, K]) Update(context.Context, K, collection.Patch[T]) (t T, err error) {
	return t, errNoStore
}

// Replace returns an error.
func (NoStore[T, K]) Replace(context.Context, K, collection.Replacement[T]) (t T, err error) {
	return t, errNoStore
}

// Delete returns an error.
func (NoStore[T, K]) Delete(context.Context, K, func(*T) error) (t T, err error) {
	return t, errNoStore
}
