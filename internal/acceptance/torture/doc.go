// Package torture sends hostile requests and fuzzes: every response is exact and well-formed, no
// rejected value is echoed, and memory and work are linear in the size of a request.
package torture
