package migrate

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"

	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon"
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

// humaErrors writes problems in the format of huma.
func humaErrors(w http.ResponseWriter, _ *http.Request, p *render.Problem) {
	type item struct {
		Message  string `json:"message"`
		Location string `json:"location"`
	}
	f := p.Fields()
	detail := f.Detail
	if f.Violations != nil {
		detail = "validation failed"
	} else if detail == "" {
		detail = f.Title
	}
	errs := []item{}
	for _, v := range f.Violations {
		errs = append(errs, item{v.Detail, location(v)})
	}
	text, _ := json.Marshal(map[string]any{
		"title": http.StatusText(f.Status), "status": f.Status, "detail": detail, "errors": errs,
	})
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(f.Status)
	_, _ = w.Write(text)
}

// location writes #/tags/0 as body.tags[0].
func location(v prop.Violation) string {
	if v.In != "" {
		return v.In + "." + v.Parameter
	}
	return "body" + index.ReplaceAllString(strings.ReplaceAll(strings.TrimPrefix(v.Pointer, "#"), "/", "."), "[$1]")
}

var index = regexp.MustCompile(`\.(\d+)`)

// ownErrors writes problems in the format of the handlers by hand.
func ownErrors(w http.ResponseWriter, _ *http.Request, p *render.Problem) {
	f := p.Fields()
	text := f.Title
	if len(f.Violations) > 0 {
		v := f.Violations[0]
		text = strings.TrimPrefix(v.Pointer, "#/") + v.Parameter + " " + v.Detail
	}
	answer(w, f.Status, map[string]string{"error": text})
}

// AsWithHuma returns the whole API with the wire format of huma: no envelope, undeclared
// parameters are ignored, and huma's errors.
func AsWithHuma(store *Store) tenon.API {
	return Tenon(showContact(store), listContacts(store).IgnoreUnknown(), addContact(store)).
		Renderer(render.NoEnvelope()).
		ProblemWriter(humaErrors)
}

// AsByHand returns the whole API with the old wire format, as far as possible.
func AsByHand(store *Store) tenon.API {
	return Tenon(showContact(store), listContacts(store).IgnoreUnknown(), addContact(store)).
		Renderer(render.NoEnvelope()).
		ProblemWriter(ownErrors)
}
