package render

import (
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Ranges of problems. A route that declares one with Fails may return any problem with a status of
// the range, in its own format of problems. The document has the range in place of the statuses of
// the built-in problems that it covers. errors.Is reports whether a problem has such a status.
//
// New APIs should name their problems: clients and documents know nothing of the others but their
// status. No handler returns a range itself.
var (
	// AnyClientError has the statuses from 400 to 499 (4XX).
	AnyClientError = newRange(tree.ClientErrors, "Another error of the client.")
	// AnyServerError has the statuses from 500 to 599 (5XX).
	AnyServerError = newRange(tree.ServerErrors, "Another error of the server.")
	// AnyError has every status from 400 to 599. It is the response default of the document.
	AnyError = newRange(tree.AnyError, "Another error.")
)

func newRange(r tree.StatusRange, title string) *Problem {
	return (*Problem)(problem.New(problem.Data{Range: r, Title: title}))
}
