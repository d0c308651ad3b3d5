package oas_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Parameters and headers whose properties have chosen a name are components.
func TestParametersAndHeadersAreComponents(t *testing.T) {
	color := collection.New("Color", prop.String("name"))
	filter := prop.Object(color).As("color").Optional().ComponentName("ColorFilter")
	size := prop.Int("size").Max(100).Default(20).Describe("The size of a page.").ComponentName("PageSize")
	trace := prop.String("X-Trace").MaxLen(40).ComponentName("Trace")
	tag := prop.String("ETag").ComponentName("ETag") // the name of a component of the library
	gone := render.NewProblem(410, "gone", "Gone").ResponseHeader(trace)
	none := func(*route.Call) (n collection.Empty, _ error) { return n, nil }
	get := func(path string, headers ...prop.Prop) *route.Route {
		return route.Get(path, collection.NoContent()).Query(size, route.AsJSON(filter), size.As("own")).ResponseHeader(headers...).Handle(none)
	}
	app := tenon.New("Components", "1").Add(
		get("/a", trace, tag), get("/b", trace),
		route.Get("/c", collection.NoContent()).Fails(gone).Query(size).Handle(none),
	).MustBuild()
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Paths map[string]struct {
				Get struct {
					Parameters []map[string]any
					Responses  map[string]struct{ Headers map[string]map[string]any }
				}
			}
			Components struct {
				Parameters, Headers map[string]map[string]any
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		for path, at := range doc.Paths {
			if len(at.Get.Parameters) == 0 || at.Get.Parameters[0]["$ref"] != "#/components/parameters/PageSize" {
				t.Errorf("%s %s: %v", v, path, at.Get.Parameters)
			}
			if path == "/c" {
				if got := at.Get.Responses["410"].Headers["X-Trace"]; got["$ref"] != "#/components/headers/Trace" {
					t.Errorf("%s: %v", v, got)
				}
				continue
			}
			if all := at.Get.Parameters; all[1]["$ref"] != "#/components/parameters/ColorFilter" || all[2]["name"] != "own" {
				t.Errorf("%s: %v", v, all)
			}
			if got := at.Get.Responses["204"].Headers["X-Trace"]; got["$ref"] != "#/components/headers/Trace" {
				t.Errorf("%s %s: %v", v, path, got)
			}
		}
		if p := doc.Components.Parameters; len(p) != 2 || p["PageSize"]["name"] != "size" || p["PageSize"]["description"] != "The size of a page." || p["ColorFilter"]["content"] == nil {
			t.Errorf("%s: %v", v, p)
		}
		if h := doc.Components.Headers; h["Trace"]["required"] != true || h["ETag"]["required"] != true {
			t.Errorf("%s: %v", v, h)
		}
		if !strings.Contains(string(text), `"ColorCreate"`) && !strings.Contains(string(text), `"Color"`) {
			t.Errorf("%s: the component refers to a schema that is not there", v)
		}
	}
}
