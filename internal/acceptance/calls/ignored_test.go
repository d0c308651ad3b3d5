package calls_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type note struct{ ID, Owner, Text string }

var notes = collection.Of("Note", func(n *note) []collection.Field {
	return []collection.Field{
		prop.String("id").ReadOnly().At(&n.ID),
		prop.String("owner").At(&n.Owner).Except(collection.Update),
		prop.String("text").MinLen(1).At(&n.Text),
	}
})

// A client that sends back what it got changes only what it may set, if the collection ignores
// the rest; otherwise each is a violation.
func TestIgnoreReadOnlyPassesOverMembersOfResponses(t *testing.T) {
	ignoring := notes.IgnoreReadOnly()
	serve := func(c *collection.Collection[note]) *tenon.App {
		return kit.Build(t, tenon.New("Notes", "1").Add(
			route.Post("/notes", c.Create(), c.View()).Handle(func(_ *route.Call, n note) (note, error) {
				n.ID += "made"
				return n, nil
			}),
			route.Post("/forms", route.Form(c.Create()), c.View()).Handle(func(_ *route.Call, n note) (note, error) {
				n.ID += "made"
				return n, nil
			}),
			route.Patch("/notes", c.Update(), c.View()).Handle(func(_ *route.Call, p collection.Patch[note]) (note, error) {
				n := note{"n-1", "ann", "old"}
				err := p.Apply(&n)
				return n, err
			}),
		))
	}
	const all = `{"id":"n-7","owner":"bob","text":"new"}`
	form := "Content-Type: application/x-www-form-urlencoded"
	for _, tt := range []struct {
		method, path, body, header string
		strict, ignored            string
	}{
		{"POST", "/notes", all, "", `"code":"read_only"`, `{"data":{"id":"made","owner":"bob","text":"new"}}`},
		{"POST", "/notes", `{"id":{"any":[null]},"owner":"bob","text":"new"}`, "", `"code":"read_only"`, `{"data":{"id":"made","owner":"bob","text":"new"}}`},
		{"POST", "/forms", "id=n-7&owner=bob&text=new", form, `"code":"read_only"`, `{"data":{"id":"made","owner":"bob","text":"new"}}`},
		{"PATCH", "/notes", all, "", `must not be changed`, `{"data":{"id":"n-1","owner":"ann","text":"new"}}`},
		{"PATCH", "/notes", `{"owner":null}`, "", `must not be changed`, `{"data":{"id":"n-1","owner":"ann","text":"old"}}`},
		{"PATCH", "/notes", `{"id":"x","text":""}`, "", `"code":"read_only"`, `"code":"min_length"`},
		{"POST", "/notes", `{"id":"x","owner":"bob","text":"new","color":1}`, "", `"code":"unknown"`, `"code":"unknown"`},
		{"POST", "/notes", `{"id":"x","id":"y","owner":"bob","text":"new"}`, "", `"status":4`, `"status":4`}, // named twice
	} {
		var header []string
		if tt.header != "" {
			header = append(header, tt.header)
		}
		for name, c := range map[string]*collection.Collection[note]{tt.strict: notes, tt.ignored: ignoring} {
			if got := kit.Send(t, serve(c), tt.method, tt.path, tt.body, header...); !strings.Contains(got.Body, name) {
				t.Errorf("%s %s %s: %d %s, want %s", tt.method, tt.path, tt.body, got.Status, got.Body, name)
			}
		}
	}
	for _, v := range []oas.Version{oas.V30, oas.V31, oas.V32} {
		for _, c := range []*collection.Collection[note]{notes, ignoring} {
			doc, err := oas.JSON(serve(c), v)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(string(doc)), "")
			if got, want := strings.Contains(text, `"id":{"readOnly":true}`), c == ignoring; got != want {
				t.Errorf("%v: id is documented as ignored: %t, want %t", v, got, want)
			}
		}
	}
}

// Ignored members do not count, and are not kept among additional ones.
func TestIgnoredMembersAreNotThere(t *testing.T) {
	id, text := prop.String("id").ReadOnly().Optional(), prop.String("text").Optional()
	c := collection.New("Loose", id, text).IgnoreReadOnly().MinProperties(1)
	app := kit.Build(t, tenon.New("Loose", "1").Add(
		route.Post("/", c.Create(), kit.Seen.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) {
			_, given := id.Lookup(r)
			return kit.Saw(fmt.Sprint(given, text.Get(r))), nil
		}),
	))
	if got := kit.Send(t, app, "POST", "/", `{"id":"x"}`); got.Status != 422 || !strings.Contains(got.Body, "min_properties") {
		t.Errorf("%d %s, want min_properties", got.Status, got.Body)
	}
	if got := kit.Send(t, app, "POST", "/", `{"id":"x","text":"y"}`); !strings.Contains(got.Body, "falsey") {
		t.Errorf("%d %s, want no id", got.Status, got.Body)
	}
}
