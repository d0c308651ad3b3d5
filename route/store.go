package route

import (
	"context"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
)

// What a [Resource] asks of its store, an operation each. A store has those that
// it can serve; T is the entity, K its key.
//
// An error is told to the client as in a handler: return a *render.Problem, such
// as the one that the resource names with NotFound. Every method must be safe
// for concurrent use.
type (
	// Lister is a store that lists entities.
	Lister[T any] interface {
		List(ctx context.Context, q paginate.Query) (paginate.Result[T], error)
	}
	// Creator is a store that takes in entities. It answers with the entity as
	// it is stored, which has a key.
	Creator[T any] interface {
		Create(ctx context.Context, in T) (T, error)
	}
	// Viewer is a store that shows an entity.
	Viewer[T, K any] interface {
		View(ctx context.Context, key K) (T, error)
	}
	// Updater is a store that changes an entity: in one transaction it loads it,
	// calls p.Apply, whose error it returns as it is, and stores the outcome.
	Updater[T, K any] interface {
		Update(ctx context.Context, key K, p collection.Patch[T]) (T, error)
	}
	// Replacer is a store that puts another entity in place of one: in one
	// transaction it loads it, calls r.Apply, whose error it returns as it is,
	// and stores the outcome.
	Replacer[T, K any] interface {
		Replace(ctx context.Context, key K, r collection.Replacement[T]) (T, error)
	}
	// Deleter is a store that deletes an entity, and answers with what it was.
	Deleter[T, K any] interface {
		Delete(ctx context.Context, key K) (T, error)
	}
	// ConditionalDeleter is a [Deleter] for a collection with versions, or for one whose
	// entities are guarded ([ResourceRoutes.AuthorizeEntity]): in one transaction it loads the entity, calls unchanged, whose error it returns as
	// it is, and deletes it.
	ConditionalDeleter[T, K any] interface {
		Delete(ctx context.Context, key K, unchanged func(*T) error) (T, error)
	}
)

// Op is an operation of a resource.
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

// needs says what a store must have to serve an operation.
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

// offers notes the operations that a store serves.
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
