// Package render decides what an answer looks like: the envelope around what
// handlers return, and the problem details that every failure is told with.
//
//	var NoSuchProduct = render.NewProblem(404, "no_such_product", "No such product.")
//
//	return Product{}, NoSuchProduct                          // from a handler
//	return Product{}, NoSuchProduct.Detail("It was sold out.") // for this occurrence
//
// A [Problem] is an error and a declaration at once: a route lists it with
// Fails, which documents it, and handlers return it, wrapped or not.
//
// # Specifications
//
// Problems are RFC 9457 problem details, application/problem+json, in one shape
// for everything: what a handler returns, what the library refuses, and what
// went wrong unforeseen.
//
// # Security considerations
//
// A problem names rules, never the value that broke them, and carries no stack
// and no text of an error that is not a problem. A problem of more than
// [MaxProblem] bytes is cut at a violation, and says how many it leaves out.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/errors.md
package render
