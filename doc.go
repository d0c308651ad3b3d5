// Package tenon assembles routes into an API that is served, validated and
// documented from one declaration.
//
//	api := tenon.New("Shop", "1.0.0").
//		Describe("Products and what they cost.").
//		Group("/v1", show, create, list)
//
//	app, err := api.Build() // every fault of the declaration, with file and line
//	err = tenon.Serve(ctx, ":8080", app)
//
// An [App] is an http.Handler. It serves at the root, below a prefix on any
// other mux ([App.ServeHTTP]), or route by route on a gorilla router (package
// route/gorilla). Package oas writes its OpenAPI document.
//
// # Operation
//
// [Serve] listens with sane limits, and stops without breaking anything off.
// [API.RequestIDs] connects lines of logs, [API.Observe] tells of every request,
// [API.Timeout] bounds handlers, [API.CORS] and [API.SecurityHeaders] instruct
// browsers, [API.ProblemWriter] writes errors in a form of one's own, and route.Health
// says whether the server can serve.
//
// # Terminology
//
// A property (package prop) is a named value with rules; a collection (package
// collection) groups properties; a mode is the view in which a collection is
// read or written; a route (package route) is a method on a path. A fault is a
// mistake in a declaration, which Build reports; a violation is a rule that a
// request breaks; a problem is what a client is told when something fails.
//
// # Specifications
//
// HTTP semantics are RFC 9110, problems RFC 9457, JSON RFC 8259 with unique
// member names and valid UTF-8 (RFC 7493), patches RFC 7396, documents OpenAPI
// 3.0.4 and 3.1.1 with JSON Schema 2020-12.
//
// # Security considerations
//
// Everything that a client sends is bounded ([API.Limits]), nothing undeclared
// is let through, and no answer repeats a rejected value. Handlers must still
// decide who may do what, and keep what they log free of secrets.
package tenon
