package route

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
)

// ResourceClient are the operations of a resource as a client has them.
type ResourceClient[T any] struct {
	List    *ListRoute[T]
	Create  *WriteRoute[T, T]
	View    *ReadRoute[T]
	Update  *WriteRoute[collection.Patch[T], T]
	Replace *WriteRoute[collection.Replacement[T], T]
	Delete  *ReadRoute[T]
}

// Client are the operations of the resource for those who ask a server that has it:
//
//	calls := products.Calls()
//	product, err := calls.View.Call(ctx, client, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//	for product, err := range calls.List.Walk(ctx, client) { … }
//
// A call of an operation that the resource does not have is an error. The routes of
// With are called as themselves.
func (c ResourceRoutes[T, K]) Client() ResourceClient[T] {
	if c.r == nil {
		return Resource[T, K]("/", &collection.Collection[T]{}, nil, nil).Client()
	}
	r := c.r
	return ResourceClient[T]{
		List:    r.lists().edit(r.called(OpList)),
		Create:  r.creates(newLocation()).edit(r.called(OpCreate)),
		View:    r.views().edit(r.called(OpView)),
		Update:  r.updates().edit(r.called(OpUpdate)),
		Replace: r.replaces().edit(r.called(OpReplace)),
		Delete:  r.deletes().edit(r.called(OpDelete)),
	}
}

// called makes an operation what it is in the resource.
func (r *resource[T, K]) called(op Op) func(*Operation) {
	return func(o *Operation) {
		if *o = *r.group.over(o); r.ops&op == 0 {
			o.fault(ir.Fault{At: r.at, Message: "the store has no method " + op.needs()})
		}
		o.Node.Faults = append(o.Node.Faults, r.faults...)
	}
}
