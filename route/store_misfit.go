package route

import (
	"context"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/paginate"
)

// misfits returns the operations for which a store has a method of the right name and a
// signature that is often written in place of the right one. Without package reflect, a
// program cannot list the methods of a value, but it can ask for each of these.
func misfits[T, K any](store any) (ops Op) {
	switch store.(type) {
	case interface {
		List(paginate.Query) (paginate.Result[T], error)
	}, interface {
		List(context.Context, paginate.Query) (*paginate.Result[T], error)
	}, interface {
		List(context.Context, paginate.Query) ([]T, error)
	}, interface {
		List(context.Context) ([]T, error)
	}, interface{ List() ([]T, error) }:
		ops |= OpList
	}
	switch store.(type) {
	case interface{ Create(T) (T, error) }, interface{ Create(T) error },
		interface {
			Create(context.Context, T) error
		}, interface {
			Create(context.Context, T) (K, error)
		}, interface {
			Create(context.Context, *T) error
		}, interface {
			Create(context.Context, *T) (*T, error)
		}:
		ops |= OpCreate
	}
	switch store.(type) {
	case interface{ View(K) (T, error) }, interface{ View(K) (*T, error) },
		interface {
			View(context.Context, K) (*T, error)
		}, interface {
			View(context.Context, K) (T, bool)
		}, interface {
			View(context.Context, string) (T, error)
		}, interface {
			View(context.Context, int) (T, error)
		}, interface {
			View(context.Context, int64) (T, error)
		}:
		ops |= OpView
	}
	switch store.(type) {
	case interface {
		Update(K, collection.Patch[T]) (T, error)
	}, interface {
		Update(context.Context, K, collection.Patch[T]) error
	}, interface {
		Update(context.Context, K, T) (T, error)
	}, interface {
		Update(context.Context, K, T) error
	}, interface {
		Update(context.Context, T) (T, error)
	}:
		ops |= OpUpdate
	}
	switch store.(type) {
	case interface {
		Replace(K, collection.Replacement[T]) (T, error)
	}, interface {
		Replace(context.Context, K, collection.Replacement[T]) error
	}, interface {
		Replace(context.Context, K, T) (T, error)
	}, interface {
		Replace(context.Context, K, T) error
	}, interface {
		Replace(context.Context, T) (T, error)
	}:
		ops |= OpReplace
	}
	switch store.(type) {
	case interface{ Delete(K) (T, error) }, interface{ Delete(K) error },
		interface {
			Delete(context.Context, K) error
		}, interface {
			Delete(context.Context, T) error
		}:
		ops |= OpDelete
	}
	return ops
}

// setting is a setting that some operations of a resource have.
type setting struct {
	call string
	ops  Op
	at   callsite.PC
}

func (c ResourceRoutes[T, K]) sets(call string, ops Op) ResourceRoutes[T, K] {
	s := setting{call, ops, callsite.Here()}
	return c.edit(func(r *resource[T, K]) { r.sets = append(r.sets, s) })
}

// storeFaults returns the faults of methods that nearly fit, and of settings for operations
// that the resource does not have.
func (r *resource[T, K]) storeFaults() (faults []ir.Fault) {
	for op := OpList; op < everyOp; op <<= 1 {
		switch {
		case r.only&op == 0:
		case r.pointers&op != 0:
			faults = append(faults, ir.Fault{At: r.at, Message: "resource " + r.path + ": the method " + op.name() +
				" of the store has a pointer receiver; pass a pointer to the store"})
		case r.misfits&op != 0:
			faults = append(faults, ir.Fault{At: r.at, Message: "resource " + r.path + ": the method " + op.name() +
				" of the store is not " + r.needs(op) + "; change it, or omit the operation with Only"})
		}
	}
	for _, s := range r.sets {
		if s.ops == 0 {
			faults = append(faults, ir.Fault{At: s.at, Message: s.call + " has no operation"})
		}
		for op := OpList; op < everyOp; op <<= 1 {
			switch {
			case s.ops&op&^r.ops == 0, (r.pointers|r.misfits)&r.only&op != 0: // there is a fault already
			case r.served&op == 0:
				faults = append(faults, ir.Fault{At: s.at, Message: s.call + ": the store has no method " + r.needs(op)})
			default:
				faults = append(faults, ir.Fault{At: s.at, Message: s.call + ": the resource has no " + op.name() + ", which Only omits"})
			}
		}
	}
	return faults
}
