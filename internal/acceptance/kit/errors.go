package kit

import (
	"errors"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// InternalError is all that a client sees of an internal error.
const InternalError = `{"title":"Internal Server Error","status":500,` +
	`"detail":"The server failed to answer the request.","code":"internal_error"}`

// Password is part of internal errors, and may be part of no response.
const Password = "hunter2"

// Problems of the application.
var (
	Sold      = render.NewProblem(409, "sold", "It is sold.").Type("https://example.com/problems/sold")
	Away      = render.NewProblem(503, "away", "It is away.")
	Forbidden = render.NewProblem(403, "forbidden", "This is not for you.")
)

// ErrStore is an internal error.
var ErrStore = errors.New("connection refused for user shop, password " + Password)

// PanicRoute returns a route whose handler panics.
func PanicRoute(v any) *route.Route {
	return route.Get("/fail", Seen.View()).
		Handle(func(*route.Call) (collection.Record, error) { Panic(v); return Saw(), nil })
}

// Panic panics. A logged stack names it.
func Panic(v any) { panic(v) }
