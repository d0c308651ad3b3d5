package route

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/paginate"
)

// Allow lets a function decide on each request that has kept every rule, before the
// handler is called and before an earlier answer is given again (see
// [Writing.Idempotent]): nil allows it, an error is answered like a handler's.
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
// anything of the request is read. Those about an entity are for [Crud.Guard].
//
// [render.Forbidden]: https://pkg.go.dev/github.com/tenon-go/tenon/render#Forbidden
func (r *Writing[In, Out]) Allow(f func(c *Call, in In) error) *Writing[In, Out] {
	if f == nil {
		return r.fault(ir.Faultf("Allow(nil): there is no function to ask"))
	}
	r = r.node(policed)
	r.rules = append(slices.Clip(r.rules), func(c *Call, in place.Addr) error { return f(c, *place.To[In](in)) })
	return r
}

// Allow lets a function decide on each request; see [Writing.Allow].
func (r *Reading[Out]) Allow(f func(c *Call) error) *Reading[Out] {
	if f == nil {
		return r.fault(ir.Faultf("Allow(nil): there is no function to ask"))
	}
	r = r.node(policed)
	r.rules = append(slices.Clip(r.rules), func(c *Call, _ place.Addr) error { return f(c) })
	return r
}

// Allow lets a function decide on each request; see [Writing.Allow].
func (l *Listing[T]) Allow(f func(c *Call, q paginate.Query) error) *Listing[T] {
	if f == nil {
		return l.fault(ir.Faultf("Allow(nil): there is no function to ask"))
	}
	l = l.node(policed)
	l.rules = append(slices.Clip(l.rules), f)
	return l
}

func policed(n *ir.Operation) { n.Policed = true }

// police is an endpoint that may have rules of Allow.
type police interface{ allow(c *Call) error }
