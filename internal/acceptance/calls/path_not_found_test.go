package calls_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// An invalid parameter of the path is as if there were nothing, wherever the option is declared.
func TestAnInvalidPathIsNotFound(t *testing.T) {
	id, year, note := prop.UUID("id"), prop.Int("year").Min(1900), prop.String("note").MaxLen(3)
	names := prop.Array(prop.String("name").MaxLen(3)).As("names")
	body := collection.New("Note", note)
	post := route.Post("/years/{year}/notes", body.Create(), kit.Empty).Path(year).Query(prop.Int("page").Optional()).
		Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil })
	get := func() *route.ReadRoute[collection.Empty] { return route.Get("/items/{id}", kit.Empty).Path(id) }
	list := route.Get("/lists/{names}", kit.Empty).Path(names).Handle(kit.ServeEmpty)
	plain := get().Handle(kit.ServeEmpty)
	for name, api := range map[string]tenon.API{
		"API":   kit.API(plain, post, list).InvalidPathNotFound(),
		"group": kit.API().Add(route.Group("", plain, post, list).InvalidPathNotFound()),
		"route": kit.API(get().InvalidPathNotFound().Handle(kit.ServeEmpty), post.InvalidPathNotFound(), list.InvalidPathNotFound()),
	} {
		app := kit.Build(t, api)
		for _, tt := range []struct {
			method, target, body string
			status               int
			code                 string
		}{
			{"GET", "/items/7f3b1c9e-5a0d-4c1b-9a53-0a5d6f1f2c11", "", 204, ""},
			{"GET", "/items/seven", "", 404, "not_found"},
			{"GET", "/items/seven?unknown=1", "", 404, "not_found"},
			{"GET", "/items/7f3b1c9e-5a0d-4c1b-9a53-0a5d6f1f2c11?unknown=1", "", 422, "invalid_request"},
			{"GET", "/lists/ann,bob", "", 204, ""},
			{"GET", "/lists/ann,peter", "", 404, "not_found"},
			{"POST", "/years/1999/notes", `{"note":"abc"}`, 204, ""},
			{"POST", "/years/99999999999999999999/notes", `{"note":"abc"}`, 404, "not_found"},
			{"POST", "/years/1800/notes?page=x", `{"note":"abcd"}`, 404, "not_found"},
			{"POST", "/years/1999/notes", `{"note":"abcd"}`, 422, "invalid_request"},
		} {
			got := kit.Send(t, app, tt.method, tt.target, tt.body)
			if got.Status != tt.status || tt.code != "" && got.Code() != tt.code {
				t.Errorf("%s: %s %s: %d %s, want %d %s", name, tt.method, tt.target, got.Status, got.Body, tt.status, tt.code)
			}
			if strings.Contains(got.Body, "seven") {
				t.Errorf("the value is echoed: %s", got.Body)
			}
		}
		for _, op := range app.Tree().Operations {
			all := op.BuiltinProblems()
			hidden := slices.ContainsFunc(all, func(b tree.BuiltinProblem) bool { return b.Status == 404 })
			if !hidden {
				t.Errorf("%s: %s %s does not document 404", name, op.Method, op.Path)
			}
		}
	}
}

// Where nothing but the path can be invalid, there is no 422; a route without parameters is as before.
func TestDocumentsOfAnInvalidPath(t *testing.T) {
	id := prop.UUID("id")
	app := kit.Build(t, kit.API(
		route.Get("/items/{id}", kit.Empty).Path(id).IgnoreUnknown().Handle(kit.ServeEmpty),
		route.Get("/items", kit.Empty).Handle(kit.ServeEmpty),
	).InvalidPathNotFound())
	for _, v := range oas.Versions() {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		if text := string(doc); strings.Count(text, `"404": {`) != 1 || strings.Count(text, `"422": {`) != 1 {
			t.Errorf("%s: %s", v, text)
		}
	}
	taken := render.NewProblem(404, "not_found", "It is gone.")
	kit.CheckFault(t, "a problem of the route", kit.API(route.Get("/items/{id}", kit.Empty).Path(id).Fails(taken).Handle(kit.ServeEmpty)).InvalidPathNotFound(),
		`…problem 404 not_found is reserved for the library`)
}
