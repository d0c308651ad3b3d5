package route

import (
	"context"
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
)

// The methods of the store of a [Resource], one for each operation. A store has those of the
// operations that it supports. T is the entity, K its key.
//
// Errors are handled like those of handlers: return a *render.Problem, such as that of the
// resource's NotFound. Every method must be safe for concurrent use.
type (
	// Lister lists entities.
	Lister[T any] interface {
		List(ctx context.Context, q paginate.Query) (paginate.Result[T], error)
	}
	// Creator stores a new entity, and returns it as it is stored, with its key.
	Creator[T any] interface {
		Create(ctx context.Context, in T) (T, error)
	}
	// Viewer returns an entity.
	Viewer[T, K any] interface {
		View(ctx context.Context, key K) (T, error)
	}
	// Updater changes an entity. In one transaction it loads the entity, calls p.Apply, whose
	// error it returns unchanged, and stores the result.
	Updater[T, K any] interface {
		Update(ctx context.Context, key K, p collection.Patch[T]) (T, error)
	}
	// Replacer replaces an entity. In one transaction it loads the entity, calls r.Apply, whose
	// error it returns unchanged, and stores the result.
	Replacer[T, K any] interface {
		Replace(ctx context.Context, key K, r collection.Replacement[T]) (T, error)
	}
	// Deleter deletes an entity, and returns it as it was.
	Deleter[T, K any] interface {
		Delete(ctx context.Context, key K) (T, error)
	}
	// ConditionalDeleter is a [Deleter] for collections with versions, and for resources with a
	// policy ([ResourceRoutes.AuthorizeEntity]). In one transaction it loads the entity, calls
	// check, whose error it returns unchanged, and deletes the entity.
	ConditionalDeleter[T, K any] interface {
		Delete(ctx context.Context, key K, check func(*T) error) (T, error)
	}
)

// Op is a set of operations of a resource, joined with |.
type Op uint8

// The operations.
const (
	OpList    Op = 1 << iota // GET on the collection
	OpCreate                 // POST on the collection
	OpView                   // GET on an entity
	OpUpdate                 // PATCH on an entity
	OpReplace                // PUT on an entity
	OpDelete                 // DELETE on an entity

	everyOp = OpList | OpCreate | OpView | OpUpdate | OpReplace | OpDelete
)

// name returns the name of the store's method for an operation.
func (op Op) name() string {
	switch op {
	case OpList:
		return "List"
	case OpCreate:
		return "Create"
	case OpView:
		return "View"
	case OpUpdate:
		return "Update"
	case OpReplace:
		return "Replace"
	case OpDelete:
		return "Delete"
	}
	return ""
}

// needs returns the method that a store needs for an operation.
func (r *resource[T, K]) needs(op Op) string {
	return op.signature(typeName(new(T)), typeName(new(K)))
}

// typeName returns the name of the type that p points to.
func typeName(p any) string { return strings.TrimPrefix(fmt.Sprintf("%T", p), "*") }

// signature returns the method of a store for an operation on entities of type t with keys
// of type k.
func (op Op) signature(t, k string) string {
	in, out := "", t
	switch op {
	case OpList:
		in, out = "paginate.Query", "paginate.Result["+t+"]"
	case OpCreate:
		in = t
	case OpView, OpDelete:
		in = k
	case OpUpdate:
		in = k + ", collection.Patch[" + t + "]"
	case OpReplace:
		in = k + ", collection.Replacement[" + t + "]"
	}
	return op.name() + "(context.Context, " + in + ") (" + out + ", error)"
}

// offers adds the operations that a store implements.
func (r *resource[T, K]) offers(store, pointer any) {
	r.served, r.checks = served[T, K](store)
	r.ops, r.only = r.served, everyOp
	r.pointers, _ = served[T, K](pointer)
	r.pointers &^= r.served
	r.misfits = (misfits[T, K](store) | misfits[T, K](pointer)) &^ (r.served | r.pointers)
}

// served returns the operations that a store implements, and reports whether it is a
// [ConditionalDeleter].
func served[T, K any](store any) (ops Op, checks bool) {
	if _, ok := store.(Lister[T]); ok {
		ops |= OpList
	}
	if _, ok := store.(Creator[T]); ok {
		ops |= OpCreate
	}
	if _, ok := store.(Viewer[T, K]); ok {
		ops |= OpView
	}
	if _, ok := store.(Updater[T, K]); ok {
		ops |= OpUpdate
	}
	if _, ok := store.(Replacer[T, K]); ok {
		ops |= OpReplace
	}
	if _, ok := store.(Deleter[T, K]); ok {
		ops |= OpDelete
	}
	if _, checks = store.(ConditionalDeleter[T, K]); checks {
		ops |= OpDelete
	}
	return ops, checks
}
