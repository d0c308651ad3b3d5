// Package route declares operations: a method on a path, its inputs, its responses and its
// handler.
//
//	var show = route.Get("/products/{id}", products.View()).
//		Summary("Show one product").
//		Path(id).
//		Fails(NoSuchProduct).
//		Handle(func(c *route.Call) (Product, error) { return store.Find(c.Context(), id.Get(c)) })
//
//	var create = route.Post("/products", products.Create(), products.View()).
//		Handle(func(c *route.Call, in Product) (Product, error) { return store.Insert(c.Context(), in) })
//
// A route is an immutable value like a property. Get and Delete take the body of responses;
// Post, Put and Patch take the bodies of requests and of responses. A handler has the Go types
// of both, so that a mismatch does not compile.
//
// # Requests
//
// Before a handler runs, the path, query, headers, cookies and body are decoded into typed
// values and validated; otherwise the client gets one problem with all violations. An
// undeclared query parameter is a violation, too, unless [ReadRoute.IgnoreUnknown] is set. HEAD
// requests are served by GET routes, OPTIONS requests by the library.
//
// # Authorization
//
// Access is checked in this order: the rules of package authz, which need only the identity,
// before the body is read; members that are not visible to the identity
// ([collection.Field.VisibleTo]), which are violations if a request has them;
// [WriteRoute.AuthorizeInput] and [ReadRoute.AuthorizeInput], which get the input; and
// [ResourceRoutes.AuthorizeEntity], which gets the entity.
//
// # Errors
//
// A handler returns a problem that the route declares with Fails, or the violations of a check,
// wrapped or not. Any other error is logged and sent as a 500 without details. So is a problem
// that the route does not declare, because the document does not have it.
//
// # Retries
//
// If a route is [WriteRoute.Idempotent], a client that lost the response to a POST or a PATCH
// can retry it with the same Idempotency-Key, and gets the response of the first request.
//
// # Preconditions
//
// If a collection is [collection.Collection.Versioned], its routes follow RFC 9110 §13. A GET
// of one entity sends ETag and Last-Modified, and 304 Not Modified to clients with the current
// version. POST and PATCH send the version of the resulting entity; PUT does not, because
// clients would take it for the version of what they sent.
//
// A PATCH, PUT or DELETE evaluates If-Match, If-Unmodified-Since and If-None-Match. This
// prevents lost updates only if nothing happens between the evaluation and the write, so that
// it must be in the transaction of the store:
//
//	func(c *route.Call, p collection.Patch[Product]) (Product, error) {
//		return store.Change(c.Context(), id.Get(c), p.Apply) // loads, applies, stores
//	}
//
// Apply of a [collection.Patch] or a [collection.Replacement] evaluates them. Other handlers
// call [Call.CheckVersion], or [Call.CheckAbsent] before they create an entity. The problem is
// 412 precondition_failed. A handler that succeeds without evaluating the preconditions causes
// a 500, which is logged. RequirePrecondition rejects requests without a precondition on the
// version with 428.
//
// # Middleware
//
// Use wraps a route, a group or an API in a func(http.Handler) http.Handler. Wrap wraps the
// handler itself: it gets the decoded call. Both are applied in the order of the arguments, the
// first outermost. Use is outside Wrap; middleware of the API is outside that of groups, which
// is outside that of routes.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/routes.md
package route
