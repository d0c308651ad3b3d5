package migrate

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Beside puts the migrated routes in front of a mux with the others.
func Beside(moved *tenon.App, old http.Handler) http.Handler {
	front := http.NewServeMux()
	front.Handle("/", old)
	for r := range moved.Routes() {
		front.Handle(r.Method+" "+r.Path, moved)
	}
	return front
}

// BesideGorilla registers the migrated routes before the remaining handlers.
func BesideGorilla(router *mux.Router, moved *tenon.App, store *Store) {
	for r := range moved.Routes() {
		router.Handle(r.Path, moved).Methods(r.Method)
	}
	ByHand(router, store)
}

// humaError is a problem in the format of huma.
type humaError struct {
	Title, Detail string
	Status        int
	Errors        []humaItem
}

type humaItem struct{ Message, Location string }

var humaErrors = collection.Of("HumaError", func(e *humaError) collection.Fields {
	item := collection.Of("HumaErrorItem", func(i *humaItem) collection.Fields {
		return collection.Fields{prop.String("message").At(&i.Message), prop.String("location").At(&i.Location)}
	})
	return collection.Fields{
		prop.String("title").At(&e.Title), prop.Int("status").At(&e.Status), prop.String("detail").At(&e.Detail),
		item.Array("errors").At(&e.Errors),
	}
})

// humaFormat represents problems as huma does.
var humaFormat = render.NewFormat(humaErrors.View(), func(f render.Fields) humaError {
	out := humaError{Title: http.StatusText(f.Status), Status: f.Status, Detail: f.Detail}
	if f.Violations != nil {
		out.Detail = "validation failed"
	} else if f.Detail == "" {
		out.Detail = f.Title
	}
	for _, v := range f.Violations {
		out.Errors = append(out.Errors, humaItem{v.Detail, location(v)})
	}
	return out
}, nil).MediaType("application/problem+json")

// location writes #/tags/0 as body.tags[0].
func location(v prop.Violation) string {
	if v.In != "" {
		return v.In + "." + v.Parameter
	}
	return "body" + index.ReplaceAllString(strings.ReplaceAll(strings.TrimPrefix(v.Pointer, "#"), "/", "."), "[$1]")
}

var index = regexp.MustCompile(`\.(\d+)`)

var ownErrors = collection.Of("OwnError", func(text *string) collection.Fields {
	return collection.Fields{prop.String("error").At(text)}
})

// ownFormat represents problems as the handlers by hand do, and violations as 400.
var ownFormat = render.NewFormat(ownErrors.View(), func(f render.Fields) string {
	if len(f.Violations) == 0 {
		return f.Title
	}
	v := f.Violations[0]
	return strings.TrimPrefix(v.Pointer, "#/") + v.Parameter + " " + v.Detail
}, nil).Status(422, 400)

// AsWithHuma returns the whole API with the wire format of huma: no envelope, undeclared
// parameters are ignored, and huma's errors.
func AsWithHuma(store *Store) tenon.API {
	return Tenon(showContact(store), listContacts(store).IgnoreUnknown(), addContact(store)).
		Renderer(render.NoEnvelope()).
		ProblemFormat(humaFormat)
}

// AsByHand returns the whole API with the old wire format, as far as possible.
func AsByHand(store *Store) tenon.API {
	return Tenon(showContact(store), listContacts(store).IgnoreUnknown(), addContact(store)).
		Renderer(render.NoEnvelope()).
		ProblemFormat(ownFormat)
}
