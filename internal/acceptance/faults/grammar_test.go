package faults_test

import (
	"io"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Build checks the texts that have a grammar: media types, URLs, addresses.
func TestDeclaredTextsHaveAGrammar(t *testing.T) {
	api := tenon.New("Test", "1").Add(route.Health("/health"))
	reads := func(types ...string) tenon.API {
		return api.Add(route.Put("/", route.Bytes(types...), collection.NoContent()).
			Handle(func(*route.Call, []byte) (collection.Empty, error) { return collection.Empty{}, nil }))
	}
	streams := func(types ...string) tenon.API {
		return api.Add(route.Put("/", route.Stream(types...), collection.NoContent()).
			Handle(func(*route.Call, io.Reader) (collection.Empty, error) { return collection.Empty{}, nil }))
	}
	sends := func(types ...string) tenon.API {
		return api.Add(route.Get("/", route.Bytes(types...)).Handle(func(*route.Call) ([]byte, error) { return nil, nil }))
	}
	downloads := func(types ...string) tenon.API {
		return api.Add(route.Get("/", route.Download(types...)).Handle(func(*route.Call) (route.File, error) { return route.File{}, nil }))
	}
	uploads := func(types ...string) tenon.API {
		c := collection.New("Form", prop.File("f").MediaTypes(types...))
		return api.Add(route.Post("/", route.Multipart(c.Create()), collection.NoContent()).
			Handle(func(*route.Call, collection.Record) (collection.Empty, error) { return collection.Empty{}, nil }))
	}
	fails := func(uri string) tenon.API {
		return api.Add(route.Get("/", collection.NoContent()).Fails(render.NewProblem(409, "taken", "Taken").Type(uri)).
			Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }))
	}
	const noType = "is not a media type in lower case, such as image/png"
	for _, tt := range []struct {
		name string
		api  tenon.API
		want string // "" is no fault
	}{
		{"bytes", reads("image/png", "application/vnd.a+json"), ""},
		{"bytes of none", reads("not a type"), `"not a type" ` + noType},
		{"bytes without a subtype", reads("image"), `"image" ` + noType},
		{"bytes of any", reads("image/*", "*/*"), ""},
		{"bytes of a wrong range", reads("*/png"), `"*/png" ` + noType},
		{"bytes in upper case", reads("Image/PNG"), `"Image/PNG" ` + noType},
		{"bytes of three parts", reads("a/b/c"), `"a/b/c" ` + noType},
		{"bytes of two", reads("a/b, c/d"), `"a/b, c/d" ` + noType},
		{"bytes of no type", reads(), "needs a media type"},
		{"bytes with a parameter", reads("text/csv; header=present"), `"text/csv; header=present" has parameters`},
		{"a stream of none", streams("é/x"), `"é/x" ` + noType},
		{"a response with a parameter", sends("text/csv; header=present"), ""},
		{"a response with a wrong one", sends("text/csv; header"), `"text/csv; header" ` + noType},
		{"a download of none", downloads("csv"), `"csv" ` + noType},
		{"a file", uploads("image/png"), ""},
		{"a file of three parts", uploads("a/b/c"), `MediaTypes("a/b/c") ` + noType},
		{"a file of no token", uploads("a/é"), `MediaTypes("a/é") ` + noType},
		{"a contact", api.Contact("Ann", "https://example.com", "ann@example.com"), ""},
		{"a contact without an address", api.Contact("Ann", "", "not an address"), `Contact("not an address"): this is not an email address`},
		{"a contact with no URL", api.Contact("Ann", "not a URL", ""), `Contact("not a URL")`},
		{"terms with no URL", api.Terms("not a URL"), `"not a URL"`},
		{"a type of a problem", fails("https://example.com/problems/a"), ""},
		{"a relative type of a problem", fails("/problems/a"), ""},
		{"no type of a problem", fails("not a type"), `problem "taken": the type "not a type" is not a URI reference`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want != "" {
				tt.want = "…" + tt.want + "…"
			}
			kit.CheckFault(t, tt.name, tt.api, tt.want)
		})
	}
}
