package route

import (
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// The faults of options that contradict each other, in any order and at any level.
const (
	publicRequires = "Public and Requires contradict each other; use one of them"
	publicRules    = "Public contradicts Scopes and Authorize; use one of them"
	requiresTwice  = "Requires is set twice; use authn.AllOf or authn.AnyOf"
)

// Public admits requests without credentials. If a request has credentials, they must be valid.
// The rules of the API do not apply. It is a fault to combine it with Requires, Scopes or
// Authorize of the same route or of groups around it.
func setPublic() shared {
	at, f := tree.Here(), tree.Faultf(publicRequires)
	return func(o *operation) {
		if o.Access.Requires != nil {
			o.Fault(f)
		}
		o.Access.At, o.Access.Public = at, true
	}
}

// IgnoreCredentials is Public, and reads no credentials: those of a request may be invalid or stale, and the identity is
// anonymous. It is for health checks, and for operations with which clients get credentials.
func setIgnoreCredentials() shared {
	public := setPublic()
	return func(o *operation) {
		public(o)
		o.Access.Ignores = true
	}
}

// Requires sets the security requirement, in place of the schemes of the API and of
// requirements of groups: Requires(authn.AllOf(certificate, bearer)). The API must declare
// every scheme.
func setRequires(r authn.Requirement) shared {
	if r == nil {
		return faulty("Requires(nil): use Public for no requirement")
	}
	at, f, twice := tree.Here(), tree.Faultf(publicRequires), tree.Faultf(requiresTwice)
	return func(o *operation) {
		switch {
		case o.Access.Public:
			o.Fault(f)
		case o.Access.Requires != nil:
			o.Fault(twice)
		}
		o.Access.At, o.Access.Requires = at, r
	}
}

// Scopes requires all of the scopes; it is Authorize(authz.Scopes(…)).
func setScopes(names ...string) shared { return setAuthorize(authz.Scopes(names...)) }

// Authorize adds rules that the caller's identity must satisfy.
func setAuthorize(rules ...authz.Rule) shared {
	if what := endpoint.EmptyRules(rules); what != "" {
		return faulty("%s", what)
	}
	return func(o *operation) { o.Access.Rules = o.Access.Rules.And(rules...) }
}

// AuthorizeInput adds a function that authorizes each valid request, before the handler is
// called and before the response of an earlier request is replayed (see
// [WriteRoute.Idempotent]). nil allows the request; an error is treated like one of the
// handler. [render.Forbidden] is the usual one, which needs no Fails. Several functions are
// called in their order, until one returns an error. They must be safe for concurrent use.
//
//	route.Post("/transfers", transfers.Create(), transfers.View()).
//		AuthorizeInput(func(c *route.Call, in Transfer) error {
//			if !accounts.Owns(c.Identity(), in.From) {
//				return render.Forbidden
//			}
//			return nil
//		})
//
// Rules that need only the identity are [authz.Rule]s, which are checked before the body is
// read. Rules about an entity are for [ResourceRoutes.AuthorizeEntity].
//
// [render.Forbidden]: https://pkg.go.dev/github.com/tenon-go/tenon/render#Forbidden
func (b *WriteRoute[In, Out]) AuthorizeInput(f func(c *Call, in In) error) *WriteRoute[In, Out] {
	if f == nil {
		return b.with(faulty(nilAuthorizer))
	}
	b = b.with(mayForbid)
	b.rules = append(slices.Clip(b.rules), func(c *endpoint.Call) error { return f((*Call)(c), *place.To[In](c.In())) })
	return b
}

// AuthorizeInput adds a function that authorizes each valid request; see
// [WriteRoute.AuthorizeInput].
func (b *ReadRoute[Out]) AuthorizeInput(f func(c *Call) error) *ReadRoute[Out] {
	if f == nil {
		return b.with(faulty(nilAuthorizer))
	}
	b = b.with(mayForbid)
	b.rules = append(slices.Clip(b.rules), func(c *endpoint.Call) error { return f((*Call)(c)) })
	return b
}

// AuthorizeInput adds a function that authorizes each valid request; see
// [WriteRoute.AuthorizeInput].
func (b *ListRoute[T]) AuthorizeInput(f func(c *Call, q paginate.Query) error) *ListRoute[T] {
	if f == nil {
		return b.with(faulty(nilAuthorizer))
	}
	b = b.with(mayForbid)
	b.rules = append(slices.Clip(b.rules), func(c *endpoint.Call) error { return f((*Call)(c), c.Query()) })
	return b
}

const nilAuthorizer = "AuthorizeInput(nil): the function is nil"

func mayForbid(o *operation) { o.Node.MayForbid = true }

// Cache sets what caches may do with the successful responses of a GET. By default the library
// decides: no-store if callers need an identity, and no header otherwise. A policy of the route
// replaces that of its group, which replaces that of the API. The policy of a group or a
// resource does not apply to server-sent events.
//
// [cache.Public] is a fault if callers need an identity. On a public route that accepts
// credentials, it applies to anonymous callers; responses to others are no-store, because the
// handler may have used their identity. A handler can set the header itself:
// c.Header().Set("Cache-Control", "max-age=60").
//
// Problems of a route with a policy are no-store.
func setCache(p cache.Policy) shared {
	n := *tree.CachingOf(seal.Box[*tree.Caching](p).Open())
	n.At = tree.Here()
	not := tree.Faultf("Cache is for GET without a body; caches store no other responses")
	endless := tree.Faultf("Cache(%s): event streams have no end, so that caches cannot store them", n.Value)
	return func(o *operation) {
		o.Fault(n.Faults...)
		switch {
		case o.Node.Method == "": // a group, or a route without a constructor, which is reported
		case !o.Node.Reusable():
			o.Fault(not)
		case o.Node.Endless() && n.Kind != tree.CacheNone:
			o.Fault(endless)
		}
		o.Node.Caching = &n
	}
}

// RateLimit is a throttle.Policy. It is an interface so that only programs with rate
// limits link their stores.
type RateLimit interface{ policy }

type policy = quota.Sealed

// Throttle bounds how often clients may call:
//
//	Throttle(throttle.PerMinute(30).ByIdentity())
//
// The limits of a group or a resource count the calls of all of its routes together. All
// limits of a route, its groups and its API apply.
func setThrottle(limits ...RateLimit) shared {
	switch {
	case len(limits) == 0:
		return faulty("Throttle has no limit")
	case slices.Contains(limits, nil):
		return faulty("Throttle has a nil limit")
	}
	return func(o *operation) {
		own := o.ChangeOptions()
		for _, l := range limits {
			own.Throttled = append(own.Throttled, endpoint.NewLimit(l))
		}
	}
}
