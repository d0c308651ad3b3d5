package route

import (
	"context"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// misfits returns the operations for which a store has a method of the right name and a
// signature that is often written in place of the right one: with another context, another key,
// another value or other results. Without package reflect, a program cannot list the methods of
// a value, but it can ask for each of these.
func misfits[T, K any](store any) (ops Op) {
	if isList[T](store) {
		ops |= OpList
	}
	if isCreate[T, K](store) {
		ops |= OpCreate
	}
	if isView[T, K](store) {
		ops |= OpView
	}
	if isUpdate[T, K](store) {
		ops |= OpUpdate
	}
	if isReplace[T, K](store) {
		ops |= OpReplace
	}
	if isDelete[T, K](store) {
		ops |= OpDelete
	}
	return ops
}

// Methods with one, two and three parameters, one or two results.
type (
	list0[R any]             interface{ List() (R, error) }
	list1[A, R any]          interface{ List(A) (R, error) }
	list2[A, B, R any]       interface{ List(A, B) (R, error) }
	create1[A, R any]        interface{ Create(A) (R, error) }
	create1e[A any]          interface{ Create(A) error }
	create2[A, B, R any]     interface{ Create(A, B) (R, error) }
	create2e[A, B any]       interface{ Create(A, B) error }
	view1[A, R any]          interface{ View(A) (R, error) }
	view2[A, B, R any]       interface{ View(A, B) (R, error) }
	view2ok[A, B, R any]     interface{ View(A, B) (R, bool) }
	view2r[A, B, R any]      interface{ View(A, B) R }
	update2[A, B, R any]     interface{ Update(A, B) (R, error) }
	update2e[A, B any]       interface{ Update(A, B) error }
	update3[A, B, C, R any]  interface{ Update(A, B, C) (R, error) }
	update3e[A, B, C any]    interface{ Update(A, B, C) error }
	replace2[A, B, R any]    interface{ Replace(A, B) (R, error) }
	replace2e[A, B any]      interface{ Replace(A, B) error }
	replace3[A, B, C, R any] interface{ Replace(A, B, C) (R, error) }
	replace3e[A, B, C any]   interface{ Replace(A, B, C) error }
	delete1[A, R any]        interface{ Delete(A) (R, error) }
	delete1e[A any]          interface{ Delete(A) error }
	delete2[A, B, R any]     interface{ Delete(A, B) (R, error) }
	delete2e[A, B any]       interface{ Delete(A, B) error }
	delete2n[A, B any]       interface{ Delete(A, B) }

	ctx = context.Context
)

func isList[T any](store any) bool {
	switch store.(type) {
	case list2[*Call, paginate.Query, paginate.Result[T]], list2[ctx, paginate.Query, *paginate.Result[T]], list2[ctx, *paginate.Query, paginate.Result[T]],
		list2[ctx, paginate.Query, []T], list2[*Call, paginate.Query, []T], list2[ctx, paginate.Query, []*T],
		list1[paginate.Query, paginate.Result[T]], list1[*Call, paginate.Result[T]], list1[ctx, paginate.Result[T]],
		list1[ctx, []T], list1[*Call, []T], list1[ctx, []*T], list0[[]T],
		interface{ List(ctx) []T }, interface{ List() []T }:
		return true
	}
	return false
}

func isCreate[T, K any](store any) bool {
	switch store.(type) {
	case create2[*Call, T, T], create2[ctx, T, *T], create2[ctx, *T, T], create2[ctx, *T, *T], create2[*Call, *T, *T],
		create2[ctx, T, K], create2[*Call, T, K], create2[ctx, *T, K],
		create2e[ctx, T], create2e[*Call, T], create2e[ctx, *T], create2e[*Call, *T],
		create1[T, T], create1[T, K], create1[*T, *T], create1e[T], create1e[*T]:
		return true
	}
	return false
}

func isView[T, K any](store any) bool {
	switch store.(type) {
	case view2[*Call, K, T], view2[*Call, K, *T], view2[*Call, string, T], view2[*Call, int, T], view2[*Call, int64, T],
		view2[ctx, K, *T], view2[ctx, string, T], view2[ctx, int, T], view2[ctx, int64, T], view2[ctx, [16]byte, T], view2[ctx, any, T],
		view2[ctx, string, *T], view2[ctx, int, *T], view2[ctx, int64, *T],
		view1[*Call, T], view1[K, T], view1[K, *T], view1[string, T], view1[int, T], view1[int64, T],
		view2ok[ctx, K, T], view2ok[ctx, K, *T], view2r[ctx, K, T], view2r[ctx, K, *T]:
		return true
	}
	return false
}

func isUpdate[T, K any](store any) bool {
	type patch = collection.Patch[T]
	switch store.(type) {
	case update3[*Call, K, patch, T], update3[*Call, string, patch, T], update3[*Call, int, patch, T], update3[*Call, K, T, T],
		update3[ctx, string, patch, T], update3[ctx, int, patch, T], update3[ctx, int64, patch, T], update3[ctx, [16]byte, patch, T],
		update3[ctx, K, patch, *T], update3[ctx, K, *patch, T], update3[ctx, K, T, T], update3[ctx, K, *T, *T],
		update3[ctx, string, T, T], update3[ctx, int, T, T], update3[ctx, K, func(*T) error, T], update3[ctx, K, collection.Replacement[T], T],
		update3e[ctx, K, patch], update3e[*Call, K, patch], update3e[ctx, K, T], update3e[*Call, K, T], update3e[ctx, K, *T],
		update2[K, patch, T], update2[*Call, patch, T], update2[ctx, patch, T], update2[ctx, T, T], update2[ctx, *T, *T], update2[K, T, T],
		update2e[ctx, T], update2e[ctx, *T], update2e[K, patch], update2e[K, T]:
		return true
	}
	return false
}

func isReplace[T, K any](store any) bool {
	type replacement = collection.Replacement[T]
	switch store.(type) {
	case replace3[*Call, K, replacement, T], replace3[*Call, string, replacement, T], replace3[*Call, int, replacement, T], replace3[*Call, K, T, T],
		replace3[ctx, string, replacement, T], replace3[ctx, int, replacement, T], replace3[ctx, int64, replacement, T], replace3[ctx, [16]byte, replacement, T],
		replace3[ctx, K, replacement, *T], replace3[ctx, K, *replacement, T], replace3[ctx, K, T, T], replace3[ctx, K, *T, *T],
		replace3[ctx, string, T, T], replace3[ctx, int, T, T],
		replace3e[ctx, K, replacement], replace3e[*Call, K, replacement], replace3e[ctx, K, T], replace3e[*Call, K, T], replace3e[ctx, K, *T],
		replace2[K, replacement, T], replace2[ctx, replacement, T], replace2[ctx, T, T], replace2[ctx, *T, *T], replace2[K, T, T],
		replace2e[ctx, T], replace2e[ctx, *T], replace2e[K, replacement], replace2e[K, T]:
		return true
	}
	return false
}

func isDelete[T, K any](store any) bool {
	switch store.(type) {
	case delete2[*Call, K, T], delete2[*Call, string, T], delete2[*Call, int, T], delete2[ctx, K, *T], delete2[ctx, K, bool],
		delete2[ctx, K, collection.Empty], delete2[ctx, string, T], delete2[ctx, int, T], delete2[ctx, int64, T], delete2[ctx, [16]byte, T],
		delete2e[ctx, K], delete2e[*Call, K], delete2e[ctx, string], delete2e[*Call, string], delete2e[ctx, int], delete2e[*Call, int],
		delete2e[ctx, int64], delete2e[ctx, [16]byte], delete2e[ctx, T], delete2e[ctx, *T],
		delete1[K, T], delete1[*Call, T], delete1e[K], delete1e[*Call], delete1e[string], delete1e[int], delete1e[T], delete2n[ctx, K],
		interface{ Delete(ctx, K) bool }, interface{ Delete(K) }:
		return true
	}
	return false
}

// setting is a setting that some operations of a resource have.
type setting struct {
	call string
	ops  Op
	at   tree.Position
}

func (c ResourceRoutes[T, K]) sets(call string, ops Op) ResourceRoutes[T, K] {
	s := setting{call, ops, tree.Here()}
	return c.edit(func(r *resource[T, K]) { r.sets = append(r.sets, s) })
}

// storeFaults returns the faults of methods that nearly fit, and of settings for operations
// that the resource does not have.
func (r *resource[T, K]) storeFaults() (faults []tree.Fault) {
	for op := OpList; op < everyOp; op <<= 1 {
		switch {
		case r.only&op == 0:
		case r.pointers&op != 0:
			faults = append(faults, tree.Fault{At: r.at, Message: "resource " + r.path + ": the method " + op.name() +
				" of the store has a pointer receiver; pass a pointer to the store"})
		case r.misfits&op != 0:
			faults = append(faults, tree.Fault{At: r.at, Message: "resource " + r.path + ": the method " + op.name() +
				" of the store is not " + r.needs(op) + "; change it, or omit the operation with Only"})
		}
	}
	for _, s := range r.sets {
		if s.ops == 0 {
			faults = append(faults, tree.Fault{At: s.at, Message: s.call + " has no operation"})
		}
		for op := OpList; op < everyOp; op <<= 1 {
			switch {
			case s.ops&op&^r.ops == 0, (r.pointers|r.misfits)&r.only&op != 0: // there is a fault already
			case r.served&op == 0:
				faults = append(faults, tree.Fault{At: s.at, Message: s.call + ": the store has no method " + r.needs(op)})
			default:
				faults = append(faults, tree.Fault{At: s.at, Message: s.call + ": the resource has no " + op.name() + ", which Only omits"})
			}
		}
	}
	return faults
}
