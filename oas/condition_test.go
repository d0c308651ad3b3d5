package oas_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// page is an entity, with versions if the collection declares them.
type page struct{ Text string }

var (
	plainPages = collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{prop.String("text").At(&p.Text).Key()} })
	pages      = plainPages.Versioned(func(*page) collection.Version { return collection.Version{Tag: "1"} })
)

func showPage(*route.Call) (p page, _ error)                                  { return p, nil }
func takePage(_ *route.Call, p page) (page, error)                            { return p, nil }
func patchPage(*route.Call, collection.Patch[page]) (p page, _ error)         { return p, nil }
func replacePage(*route.Call, collection.Replacement[page]) (p page, _ error) { return p, nil }

// Documents have the preconditions of requests and the headers of versions.
func TestPreconditionsAreDocumented(t *testing.T) {
	app := tenon.New("T", "1").Add(
		route.Get("/page", pages.View()).Handle(showPage),
		route.Post("/page", pages.Create(), pages.View()).Also(202, "Later.").Handle(takePage),
		route.Put("/page", pages.Replace(), pages.View()).RequirePrecondition().Handle(replacePage),
		route.Patch("/page", pages.Update(), pages.View()).Handle(patchPage),
		route.Delete("/page", pages.Delete()).RequirePrecondition().Handle(showPage),
		route.Get("/plain", plainPages.As("Plain").View()).Handle(showPage),
		route.Patch("/plain", plainPages.As("Plain2").Update(), collection.NoContent()).
			Handle(func(*route.Call, collection.Patch[page]) (n collection.Empty, _ error) { return n, nil }),
	).MustBuild()
	const changes = "If-Match If-Unmodified-Since If-None-Match"
	for _, test := range []struct {
		path, method, parameters, responses string
		headers                             map[string]string // by status
	}{
		{"/page", "get", changes + " If-Modified-Since", "200 304 400 406 412 414 422 431 500",
			map[string]string{"200": "ETag Last-Modified", "304": "ETag Last-Modified"}},
		{"/page", "post", "", "201 202 400 406 408 413 414 415 422 431 500", map[string]string{"201": "ETag Last-Modified", "202": ""}},
		{"/page", "put", changes, "200 400 406 408 412 413 414 415 422 428 431 500", map[string]string{"200": ""}},
		{"/page", "patch", changes, "200 400 406 408 412 413 414 415 422 431 500", map[string]string{"200": "ETag Last-Modified"}},
		{"/page", "delete", changes, "200 400 406 412 414 422 428 431 500", map[string]string{"200": ""}},
		{"/plain", "get", "", "200 400 406 414 422 431 500", map[string]string{"200": ""}},
		{"/plain", "patch", "", "204 400 408 413 414 415 422 431 500", map[string]string{"204": ""}},
	} {
		for _, v := range oas.Versions() {
			doc := decoded(t, app, v)
			op := at(doc, "paths", test.path, test.method).(map[string]any)
			var names []string
			parameters, _ := op["parameters"].([]any)
			for _, p := range parameters {
				p := p.(map[string]any)
				names = append(names, p["name"].(string))
				if p["in"] != "header" || p["required"] != nil || part(t, p, "schema") != `{"type":"string"}` || at(p, "description") == nil {
					t.Errorf("%s %s: parameter %v", test.method, test.path, p)
				}
			}
			if got := strings.Join(names, " "); got != test.parameters {
				t.Errorf("%s %s: parameters %q, want %q", test.method, test.path, got, test.parameters)
			}
			responses := op["responses"].(map[string]any)
			if got := strings.Join(keys(responses), " "); got != test.responses {
				t.Errorf("%s %s: responses %q, want %q", test.method, test.path, got, test.responses)
			}
			for status, want := range test.headers {
				headers, _ := at(responses, status, "headers").(map[string]any)
				if got := strings.Join(keys(headers), " "); got != want {
					t.Errorf("%s %s: %s has the headers %q, want %q", test.method, test.path, status, got, want)
				}
			}
			for status, component := range map[string]string{"412": "PreconditionFailed", "428": "PreconditionRequired"} {
				if r, ok := responses[status]; ok && at(r, "$ref") != "#/components/responses/"+component {
					t.Errorf("%s %s: %s is %v", test.method, test.path, status, r)
				}
			}
			if r, ok := responses["304"]; ok && at(r, "content") != nil {
				t.Errorf("a 304 has content: %v", r)
			}
		}
	}
}

// at returns a part of a decoded document, or nil.
func at(doc any, place ...string) any {
	for _, name := range place {
		object, _ := doc.(map[string]any)
		doc = object[name]
	}
	return doc
}

// keys returns the names of an object's members, sorted.
func keys(object map[string]any) []string { return slices.Sorted(maps.Keys(object)) }

// A replacement has the component of a new entity.
func TestAReplacementIsDocumentedAsANewEntity(t *testing.T) {
	things := collection.New("Thing", prop.String("id").ReadOnly(), prop.Int("n").Default(1))
	app := tenon.New("T", "1").Add(
		route.Put("/a", things.Replace(), collection.NoContent()).
			Handle(func(*route.Call, collection.Replacement[collection.Record]) (n collection.Empty, _ error) {
				return n, nil
			}),
		route.Put("/b", things.Create(), collection.NoContent()).
			Handle(func(*route.Call, collection.Record) (n collection.Empty, _ error) { return n, nil }),
	).MustBuild()
	for _, v := range oas.Versions() {
		doc := decoded(t, app, v)
		a, b := part(t, doc, "paths", "/a", "put", "requestBody"), part(t, doc, "paths", "/b", "put", "requestBody")
		if a != b || !strings.Contains(a, `"$ref":"#/components/schemas/ThingCreate"`) {
			t.Errorf("%s\nand %s", a, b)
		}
	}
}
