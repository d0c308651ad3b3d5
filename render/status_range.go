package render

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
)

// Ranges of problems. A route that declares one with Fails may return any problem with a status of
// the range, in its own format of problems. The document has the range in place of the statuses of
// the built-in problems that it covers. errors.Is reports whether a problem has such a status.
//
// New APIs should name their problems: clients and documents know nothing of the others but their
// status. No handler returns a range itself.
var (
	// AnyClientError has the statuses from 400 to 499 (4XX).
	AnyClientError = newRange(ir.ClientErrors, "Another error of the client.")
	// AnyServerError has the statuses from 500 to 599 (5XX).
	AnyServerError = newRange(ir.ServerErrors, "Another error of the server.")
	// AnyError has every status from 400 to 599. It is the response default of the document.
	AnyError = newRange(ir.AnyError, "Another error.")
)

func newRange(r ir.StatusRange, title string) *Problem {
	return (*Problem)(problem.New(problem.Data{Range: r, Title: title}))
}
