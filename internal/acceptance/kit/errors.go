package kit

import (
	"errors"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// internalError is all that a client learns of what went wrong in the server.
const InternalError = `{"title":"Internal Server Error","status":500,` +
	`"detail":"The server failed to answer the request.","code":"internal_error"}`

// password is what failures have in their texts, and answers must not.
const Password = "hunter2"

var Sold = render.NewProblem(409, "sold", "It is sold.").Type("https://example.com/problems/sold")

var Away = render.NewProblem(503, "away", "It is away.")

var ErrStore = errors.New("connection refused for user shop, password " + Password)

var Forbidden = render.NewProblem(403, "forbidden", "This is not for you.")

// panicking is a route whose handler panics with v.
func PanicRoute(v any) *route.Route {
	return route.Get("/fail", Seen.View()).
		Handle(func(*route.Call) (collection.Record, error) { Panic(v); return Saw(), nil })
}

// panicHere is what a logged stack must name.
func Panic(v any) { panic(v) }
