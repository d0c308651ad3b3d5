package route

import (
	"context"

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

// needs returns the method of a store for an operation.
func (op Op) needs() string {
	switch op {
	case OpList:
		return "List(context.Context, paginate.Query) (paginate.Result[T], error)"
	case OpCreate:
		return "Create(context.Context, T) (T, error)"
	case OpView:
		return "View(context.Context, K) (T, error)"
	case OpUpdate:
		return "Update(context.Context, K, collection.Patch[T]) (T, error)"
	case OpReplace:
		return "Replace(context.Context, K, collection.Replacement[T]) (T, error)"
	case OpDelete:
		return "Delete(context.Context, K) (T, error)"
	}
	return "nothing"
}

// offers adds the operations that a store implements.
func (r *resource[T, K]) offers(store any) {
	add := func(ok bool, op Op) {
		if ok {
			r.ops |= op
			r.served |= op
		}
	}
	_, ok := store.(Lister[T])
	add(ok, OpList)
	_, ok = store.(Creator[T])
	add(ok, OpCreate)
	_, ok = store.(Viewer[T, K])
	add(ok, OpView)
	_, ok = store.(Updater[T, K])
	add(ok, OpUpdate)
	_, ok = store.(Replacer[T, K])
	add(ok, OpReplace)
	_, ok = store.(Deleter[T, K])
	add(ok, OpDelete)
	_, r.checks = store.(ConditionalDeleter[T, K])
	add(r.checks, OpDelete)
}
