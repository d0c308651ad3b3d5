// Package render declares problems, and the envelope of successful responses.
//
//	var NoSuchProduct = render.NewProblem(404, "no_such_product", "No such product.")
//
//	return Product{}, NoSuchProduct                            // from a handler
//	return Product{}, NoSuchProduct.Detail("It was sold out.") // for this occurrence
//
// A [Problem] is both an error and a declaration: a route lists it with Fails, which documents
// it, and handlers return it, wrapped or not.
//
// # Specifications
//
// Problems are RFC 9457 problem details, application/problem+json. Problems of handlers,
// built-in problems and internal errors have the same form.
//
// # Security considerations
//
// A problem names rules, never the value that violates them. It contains no stack, and no text
// of an error that is not a problem. A list of violations is limited to [MaxProblem] bytes; the
// problem has the number of those that were omitted.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/errors.md
package render
