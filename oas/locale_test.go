package oas_test

import (
	"fmt"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// TestTheLanguageOfProblemsIsDocumented: of every problem, and of nothing else.
func TestTheLanguageOfProblemsIsDocumented(t *testing.T) {
	api := tenon.New("T", "1").Add(route.Get("/page", pages.View()).
		Fails(render.NotFound, render.NewProblem(422, "odd", "Odd.")).Handle(showPage))
	for _, test := range []struct {
		api  tenon.API
		want string
	}{
		{api, "<nil>"},
		{api.Locales(l10n.Builtin().Only("de", "pt")),
			"map[description:The language of the texts, negotiated with Accept-Language. required:true schema:map[enum:[de pt] type:string]]"},
	} {
		app := test.api.MustBuild()
		for _, v := range oas.Versions() {
			doc := decoded(t, app, v)
			responses := at(doc, "paths", "/page", "get", "responses").(map[string]any)
			problems := 0
			for status, r := range responses {
				response := r.(map[string]any)
				if ref, shared := response["$ref"].(string); shared {
					response = at(doc, "components", "responses", ref[len("#/components/responses/"):]).(map[string]any)
				}
				headers, _ := response["headers"].(map[string]any)
				want := test.want
				if status < "400" {
					want = "<nil>"
				} else {
					problems++
				}
				if got := fmt.Sprint(withHeaders(doc, headers["Content-Language"])); got != want {
					t.Errorf("%s %s: %s, want %s", v, status, got, want)
				}
			}
			if problems < 8 {
				t.Errorf("%s: %d problems only", v, problems)
			}
		}
	}
}
