// Package route declares operations: a method on a path, what a request carries,
// what an answer may be, and the function in between.
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
// A route is an immutable value like a property. Get and Delete take what they
// answer with; Post, Put and Patch what they read, and what they answer with. A
// handler has the Go types of both, so that a mismatch does not compile.
//
// # A request
//
// Before a handler runs, the path, query, headers, cookies and body have been
// read into typed values and have kept every rule; otherwise the client gets
// one problem that names all violations of all parts. A query parameter that
// the route does not declare is a violation too, unless [ReadRoute.IgnoreUnknown]
// says otherwise. HEAD is answered by GET, OPTIONS by the library.
//
// # Who may do what
//
// In this order: the rules of package authz, which need only the identity and are
// asked before the content is read; members that are not visible to the identity
// ([collection.Field.VisibleTo]), which are violations where a request has them;
// [WriteRoute.AuthorizeInput] and [ReadRoute.AuthorizeInput], which see the input; and [ResourceRoutes.AuthorizeEntity], which
// sees the entity.
//
// # Errors
//
// A handler returns a problem that the route declares with Fails, or the
// violations of a check, wrapped or not. Any other error becomes a 500 that
// tells the client nothing, and is logged. So does a problem that the route
// does not declare: what the document leaves out, the server does not send.
//
// # Repeated requests
//
// A client that lost the answer to a POST or a PATCH repeats it with the same
// Idempotency-Key, and gets the answer of the first, where the route says
// [WriteRoute.Idempotent].
//
// # Preconditions
//
// Where a collection is [collection.Collection.Versioned], its routes follow RFC
// 9110 §13. A GET of one entity sends ETag and Last-Modified, and answers 304 to a
// client that has the version already. POST and PATCH send the version of what they
// made; PUT does not, for the client would take it for that of what it sent.
//
// A PATCH, PUT or DELETE heeds If-Match, If-Unmodified-Since and If-None-Match. That
// keeps an update from being lost only if nothing happens between the check and the
// write, so that the check belongs into the transaction of the store:
//
//	func(c *route.Call, p collection.Patch[Product]) (Product, error) {
//		return store.Change(c.Context(), id.Get(c), p.Apply) // loads, applies, stores
//	}
//
// Apply of a [collection.Patch] or a [collection.Replacement] does it. Other
// handlers call [Call.CheckVersion], or [Call.CheckAbsent] before they make what does not
// exist yet. The problem is 412 precondition_failed. A handler that succeeds without
// having asked is answered with 500 and logged. RequirePrecondition refuses requests that do
// not say which version they change, with 428.
//
// # Middlewares
//
// Use wraps a route, a group or an API in a func(http.Handler) http.Handler.
// Wrap wraps the handler itself: it sees the decoded call. Both are applied in
// the order in which they are given, the first outermost, Use around Wrap, an
// API's around a group's around a route's.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/routes.md
package route
