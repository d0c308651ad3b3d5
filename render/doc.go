// Package render declares problems, and the envelope of successful responses.
//
//	var NoSuchProduct = render.NewProblem(404, "no_such_product", "No such product.")
//
//	return Product{}, NoSuchProduct                            // from a handler
//	return Product{}, NoSuchProduct.Detail("It was sold out.") // for this occurrence
//
// A [Problem] is an error and a declaration at once: a route lists it with Fails, which
// documents it, and handlers return it, wrapped or not.
//
// # Specifications
//
// Problems are RFC 9457 problem details, application/problem+json, in one shape for all
// of them: those that handlers return, built-in problems, and internal errors.
//
// # Security considerations
//
// A problem names rules, never the value that violates them. It contains no stack, and no
// text of an error that is not a problem. A problem with more than [MaxProblem] bytes of
// violations is cut at a violation, and has the number of those left out.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/errors.md
package render
