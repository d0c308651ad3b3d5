package route

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/tree"
)

// ResourceClient has the operations of a resource as clients call them.
type ResourceClient[T any] struct {
	List    *ListRoute[T]
	Create  *WriteRoute[T, T]
	View    *ReadRoute[T]
	Update  *WriteRoute[collection.Patch[T], T]
	Replace *WriteRoute[collection.Replacement[T], T]
	Delete  *ReadRoute[T]
}

// Client returns the operations of the resource for calls:
//
//	products := catalog.Client()
//	product, err := products.View.Call(ctx, c, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//	for product, err := range products.List.Walk(ctx, c) { … }
//
// A call of an operation that the resource does not have returns an error. Call the routes of
// With directly.
func (c ResourceRoutes[T, K]) Client() ResourceClient[T] {
	if c.r == nil {
		return Resource[T, K]("/", &collection.Collection[T]{}, nil, struct{}{}).Client()
	}
	r := c.r
	return ResourceClient[T]{
		List:    r.lists().with(r.called(OpList)),
		Create:  r.creates(newLocation()).with(r.called(OpCreate)),
		View:    r.views().with(r.called(OpView)),
		Update:  r.updates().with(r.called(OpUpdate)),
		Replace: r.replaces().with(r.called(OpReplace)),
		Delete:  r.deletes().with(r.called(OpDelete)),
	}
}

// called returns the change of an operation to that of the resource.
func (r *resource[T, K]) called(op Op) change {
	return func(o *operation) {
		if *o = *r.inherit(o); r.ops&op == 0 {
			o.Fault(tree.Fault{At: r.at, Message: "the store has no method " + r.needs(op)})
		}
		o.Fault(r.faults...)
	}
}
