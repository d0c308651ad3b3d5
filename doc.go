// Package tenon builds an API from routes: one declaration serves, validates and documents it.
//
//	api := tenon.New("Shop", "1.0.0").
//		Describe("Products and their prices.").
//		Group("/v1", show, create, list)
//
//	app, err := api.Build() // every fault of the declaration, with file and line
//	err = tenon.Serve(ctx, ":8080", app)
//
// An [App] is an http.Handler. Serve it at the root, below a prefix of another mux
// ([App.ServeHTTP]), or route by route on a gorilla router (package route/gorilla). Package oas
// writes its OpenAPI document.
//
// # Operation
//
// [Serve] has safe timeouts and shuts down gracefully. [API.RequestIDs] correlates log lines,
// [API.Observe] adds observers of requests, [API.Timeout] bounds handlers, [API.CORS] and
// [API.SecurityHeaders] instruct browsers, [API.ProblemWriter] changes the format of errors,
// and route.Health declares a health check.
//
// # Terminology
//
// A property (package prop) is a typed value with a name and rules. A collection (package
// collection) consists of properties; a mode selects the members that are read or written for
// one purpose. A route (package route) declares an operation: a method and a path. A fault is
// an error in a declaration, which Build reports; a violation is a rule that a request does not
// satisfy; a problem is an error response.
//
// # Specifications
//
// HTTP follows RFC 9110, problems RFC 9457, JSON RFC 8259 with unique member names and valid
// UTF-8 (RFC 7493), patches RFC 7396, documents OpenAPI 3.0, 3.1 and 3.2 with JSON Schema
// 2020-12.
//
// # Security considerations
//
// All input is bounded ([API.Limits]), undeclared input is rejected, and responses never
// contain a rejected value. Handlers must still authorize callers and keep secrets out of their
// logs.
package tenon
