package contents_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type remark struct {
	Note *string
	Size *int
	When *string
}

// Nullable members have a style in forms. A form has no null: it is what an absent member has.
func TestNullableMembersOfForms(t *testing.T) {
	note, size, when := prop.Nullable(prop.String("note").MaxLen(3)).Default(nil), prop.Int("size").Optional(), prop.String("when")
	remarks := collection.Of("Remark", func(r *remark) collection.Fields {
		return collection.Fields{note.At(&r.Note), size.AtNullable(&r.Size), when.AtNullable(&r.When)}
	})
	styles := []prop.Prop{route.DeepObject(note), route.DeepObject(size), route.DeepObject(when)}
	add := route.Post("/remarks", route.Form(remarks.Create(), styles...), remarks.View())
	app := kit.Build(t, kit.API(add.Handle(func(_ *route.Call, in remark) (remark, error) { return in, nil })))
	for body, want := range map[string]string{
		"note=a&size=7&when=":    `{"data":{"note":"a","size":7,"when":""}}`,
		"when=null":              `{"data":{"note":null,"size":null,"when":"null"}}`,
		"note=":                  "required #/when",
		"when=x&size=":           "type #/size",
		"when=x&size=1.5":        "type #/size",
		"when=x&note=abcd":       "max_length #/note",
		"when=x&note=a&note=b":   "repeated #/note",
		"when=x&note[a]=b":       "type #/note",
		"when=x&size[]=1":        "type #/size",
		"when=x&note=%ff&size=a": "encoding #/note, type #/size",
	} {
		w := kit.Send(t, app, "POST", "/remarks", body, "Content-Type: application/x-www-form-urlencoded")
		got := w.Body
		if w.Status >= 400 {
			got = strings.Join(w.Problem(t).Violations(), ", ")
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}

	text := "a"
	for _, tt := range []struct {
		in   remark
		sent bool
	}{{remark{When: &text}, true}, {remark{Note: &text, Size: new(int), When: &text}, true}, {remark{Note: &text}, false}} {
		got, err := add.Call(t.Context(), client.Local(app), tt.in)
		if (err == nil) != tt.sent || tt.sent && (*got.When != "a" || (got.Note == nil) != (tt.in.Note == nil)) {
			t.Errorf("a client sends %v: %v, %v", tt.in, got, err)
		}
	}
	doc, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(doc), "deepObject") {
		t.Error("OpenAPI defines deepObject for objects only")
	}
}
