package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/paginate"
)

// AuthorizeInput lets a function decide on each request that has kept every rule, before the
// handler is called and before an earlier answer is given again (see
// [WriteRoute.Idempotent]): nil allows it, an error is answered like a handler's.
// [render.Forbidden] is the usual one, which needs no Fails. Several functions are
// asked in the order in which they are given, until one refuses; they must be safe
// for concurrent use.
//
//	route.Post("/transfers", transfers.Create(), transfers.View()).
//		Allow(func(c *route.Call, in Transfer) error {
//			if !accounts.Owns(c.Identity(), in.From) {
//				return render.Forbidden
//			}
//			return nil
//		})
//
// Rules that need only the identity are [authz.Rule]s, which are asked before
// anything of the request is read. Those about an entity are for [ResourceRoutes.AuthorizeEntity].
//
// [render.Forbidden]: https://pkg.go.dev/github.com/tenon-go/tenon/render#Forbidden
func (r *WriteRoute[In, Out]) AuthorizeInput(f func(c *Call, in In) error) *WriteRoute[In, Out] {
	if f == nil {
		return r.fault(ir.Faultf("AuthorizeInput(nil): the function is nil"))
	}
	r = r.node(mayForbid)
	r.rules = append(slices.Clip(r.rules), func(c *Call, in place.Addr) error { return f(c, *place.To[In](in)) })
	return r
}

// AuthorizeInput lets a function decide on each request; see [WriteRoute.AuthorizeInput].
func (r *ReadRoute[Out]) AuthorizeInput(f func(c *Call) error) *ReadRoute[Out] {
	if f == nil {
		return r.fault(ir.Faultf("AuthorizeInput(nil): the function is nil"))
	}
	r = r.node(mayForbid)
	r.rules = append(slices.Clip(r.rules), func(c *Call, _ place.Addr) error { return f(c) })
	return r
}

// AuthorizeInput lets a function decide on each request; see [WriteRoute.AuthorizeInput].
func (l *ListRoute[T]) AuthorizeInput(f func(c *Call, q paginate.Query) error) *ListRoute[T] {
	if f == nil {
		return l.fault(ir.Faultf("AuthorizeInput(nil): the function is nil"))
	}
	l = l.node(mayForbid)
	l.rules = append(slices.Clip(l.rules), f)
	return l
}

func mayForbid(n *ir.Operation) { n.MayForbid = true }

// inputAuthorizer is an endpoint that may have rules of Allow.
type inputAuthorizer interface{ allow(c *Call) error }
