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
// the route does not declare is a violation too, unless [Reading.IgnoreUnknown]
// says otherwise. HEAD is answered by GET, OPTIONS by the library.
//
// # Errors
//
// A handler returns a problem that the route declares with Fails, or the
// violations of a check, wrapped or not. Any other error becomes a 500 that
// tells the client nothing, and is logged. So does a problem that the route
// does not declare: what the document leaves out, the server does not send.
//
// # Middlewares
//
// Use wraps a route, a group or an API in a func(http.Handler) http.Handler.
// Wrap wraps the handler itself: it sees the decoded call. Both are applied in
// the order in which they are given, the first outermost, Use around Wrap, an
// API's around a group's around a route's.
package route
