package route

import (
	"context"
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// AuthorizeEntity adds a function that authorizes operations on entities. It is called with
//   - the entity of View, before anything of it is sent,
//   - the entity of Update and Replace, before and after the change, by Apply of the value
//     that the store gets,
//   - the entity of Delete, by the function that the store gets, so that the store must
//     be a [ConditionalDeleter],
//   - the entity of Create, before the store is called.
//
// nil allows the operation; an error is sent as it is. [render.Forbidden] needs no Fails, and
// [render.NotFound] hides the entity: the response is the one for a key that does not exist.
// For Create there is nothing to hide, and NotFound is sent as Forbidden.
//
//	AuthorizeEntity(func(_ context.Context, who authn.Identity, o *Order) error {
//		if o.Owner != who.Subject() {
//			return render.NotFound
//		}
//		return nil
//	})
//
// It is not called for List: the store must omit entities that the identity of its context may
// not see; otherwise pages would have gaps. Nor is it called for the routes of
// [ResourceRoutes.Unguarded], or for replays, except those of Create. A store that succeeds
// without calling it causes a 500, such as one whose Replace creates entities: that needs a
// route of its own. The function must be safe for concurrent use, and must not change the
// entity. Several functions are called in their order, until one returns an error.
//
// [render.Forbidden]: https://pkg.go.dev/github.com/tenon-go/tenon/render#Forbidden
// [render.NotFound]: https://pkg.go.dev/github.com/tenon-go/tenon/render#NotFound
func (c ResourceRoutes[T, K]) AuthorizeEntity(allow func(ctx context.Context, who authn.Identity, entity *T) error) ResourceRoutes[T, K] {
	if allow == nil {
		return c.fault("AuthorizeEntity(nil): the function is nil")
	}
	at := tree.Here()
	return c.edit(func(r *resource[T, K]) {
		before := r.policy
		if before == nil {
			r.policy, r.policyAt = allow, at
			return
		}
		r.policy = func(ctx context.Context, who authn.Identity, entity *T) error {
			if err := before(ctx, who, entity); err != nil {
				return err
			}
			return allow(ctx, who, entity)
		}
	})
}

// checkCreate calls the policy with an entity that would be created.
func (r *resource[T, K]) checkCreate(c *Call, in *T) error {
	err := r.storeError(r.policy(c.Context(), c.Identity(), in))
	if errors.Is(err, r.notFound) {
		return render.Forbidden.Cause(err)
	}
	return err
}

// policyCheck is the policy of a resource for one call.
type policyCheck[T any] struct {
	allow  func(*T) error // nil: there is no policy
	called bool
}

func (r *resource[T, K]) policyCheck(c *Call) *policyCheck[T] {
	h := &policyCheck[T]{}
	if r.policy != nil {
		ctx, who := c.Context(), c.Identity()
		h.allow = func(t *T) error {
			h.called = true
			return r.policy(ctx, who, t)
		}
	}
	return h
}

// attach sets the policy of the value that a store gets.
func (h *policyCheck[T]) attach(given any) {
	if h.allow != nil {
		codec.ChangeOf(given).Policy = func(t place.Addr) error { return h.allow(place.To[T](t)) }
	}
}

// verifyCalled reports an error if the store skipped the policy.
func (h *policyCheck[T]) verifyCalled(c *Call, err error) error {
	if err == nil && h.allow != nil && !h.called {
		return fmt.Errorf("the store of %s %s has not called the policy of the resource:  "+
			"it must call Apply, or the function that Delete gets", c.call().Operation().Method, c.call().Operation().Path)
	}
	return err
}

// mayForbid marks a route as one whose calls the policy may reject.
func (r *resource[T, K]) mayForbid(route *Route) *Route {
	if r.policy == nil {
		return route
	}
	return route.with(mayForbid)
}
