// Package cache declares what HTTP caches may do with responses.
//
//	route.Get("/products", products.List()).Public().Cache(cache.Public(time.Minute))
//	route.Get("/orders/{id}", orders.View()).Cache(cache.Private(0))
//
// Without a policy, responses to authenticated callers have no-store, and responses of
// public routes have no Cache-Control, so that caches use their own rules.
//
// # Specifications
//
// RFC 9111 §5.2.2, and RFC 5861 §3 for stale-while-revalidate.
//
// # Security considerations
//
// A shared cache serves what one client got to others. [Public] is therefore a
// fault on a route that asks for credentials, and on one that takes them if they are
// sent it counts only for responses to anonymous callers. Responses name in Vary the
// request header fields that decided, but a client certificate is no header field.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/caching.md
package cache
