// Package problem writes problems (RFC 9457). A render.Problem is a [Problem], which the
// packages of this module convert to and from:
//
//	p := problem.Builtin(ir.NotFound)
//	(*render.Problem)(p).Extension("path", `"/x"`)
//	(*problem.Problem)(declared).Serve(w, r, buffers)
package problem
