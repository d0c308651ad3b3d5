// Package cache declares what caches may do with responses.
//
//	route.Get("/products", products.List()).Public().Cache(cache.Public(time.Minute))
//	route.Get("/orders/{id}", orders.View()).Cache(cache.Private(0))
//
// Without a policy, the library decides: what an identity gets is no-store, and
// what everybody gets says nothing, so that caches go by their own rules.
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
