package route

import (
	"context"
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/render"
)

// AuthorizeEntity lets a function decide who may do what with which entity. It is asked about
//   - the entity that View shows, before anything of it is sent,
//   - the one that Update changes or Replace replaces, as it was and as it will be,
//     by Apply of what the store is given,
//   - the one that Delete deletes, by the function that the store is given, so that
//     the store must be a [ConditionalDeleter],
//   - the one that Create makes, before the store is asked.
//
// nil allows it, an error is answered as it is. [render.Forbidden] needs no Fails,
// and [render.NotFound] hides that there is an entity: it is answered as for a key
// that does not exist. Of one that would be made there is nothing to hide: there it
// stands for Forbidden.
//
//	Guard(func(_ context.Context, who authn.Identity, o *Order) error {
//		if o.Owner != who.Subject() {
//			return render.NotFound
//		}
//		return nil
//	})
//
// It is not asked for List, whose pages would have holes: the store must leave out
// what the identity of its context may not see. Nor is it asked for the routes of
// [ResourceRoutes.Unguarded], or when an answer is given again for an Idempotency-Key, except by Create. A
// store that has been successful without asking is a failure of the server, such as
// one whose Replace makes what is not there: that needs a route of its own.
// The function must be safe for concurrent use, and must not change the entity. Several
// guards are asked in the order in which they are given, until one refuses.
//
// [render.Forbidden]: https://pkg.go.dev/github.com/tenon-go/tenon/render#Forbidden
// [render.NotFound]: https://pkg.go.dev/github.com/tenon-go/tenon/render#NotFound
func (c ResourceRoutes[T, K]) AuthorizeEntity(allow func(ctx context.Context, who authn.Identity, entity *T) error) ResourceRoutes[T, K] {
	if allow == nil {
		return c.fault("AuthorizeEntity(nil): the function is nil")
	}
	at := callsite.Here()
	return c.edit(func(r *resource[T, K]) {
		before := r.guard
		if before == nil {
			r.guard, r.guardAt = allow, at
			return
		}
		r.guard = func(ctx context.Context, who authn.Identity, entity *T) error {
			if err := before(ctx, who, entity); err != nil {
				return err
			}
			return allow(ctx, who, entity)
		}
	})
}

// checkCreate asks the guard about an entity that would be made.
func (r *resource[T, K]) checkCreate(c *Call, in *T) error {
	err := r.storeError(r.guard(c.Context(), c.Identity(), in))
	if errors.Is(err, r.notFound) {
		return render.Forbidden.Cause(err)
	}
	return err
}

// policyCheck is the guard of a resource, for one call.
type policyCheck[T any] struct {
	allow func(*T) error // nil: there is no guard
	asked bool
}

func (r *resource[T, K]) policyCheck(c *Call) *policyCheck[T] {
	h := &policyCheck[T]{}
	if r.guard != nil {
		ctx, who := c.Context(), c.Identity()
		h.allow = func(t *T) error {
			h.asked = true
			return r.guard(ctx, who, t)
		}
	}
	return h
}

// attach lets what a store is given ask the guard.
func (h *policyCheck[T]) attach(given any) {
	if h.allow != nil {
		codec.ChangeOf(given).Policy = func(t place.Addr) error { return h.allow(place.To[T](t)) }
	}
}

// verifyCalled makes sure that a store which has done something has asked.
func (h *policyCheck[T]) verifyCalled(c *Call, err error) error {
	if err == nil && h.allow != nil && !h.asked {
		return fmt.Errorf("the store of %s %s has not asked the guard of the resource: "+
			"it must call Apply, or the function that Delete is given", c.endpoint.op.Method, c.endpoint.op.Path)
	}
	return err
}

// forbids marks a route whose entities are guarded.
func (r *resource[T, K]) forbids(route *Route) *Route {
	if r.guard == nil {
		return route
	}
	return route.node(mayForbid)
}
