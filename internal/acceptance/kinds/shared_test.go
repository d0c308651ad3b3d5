package kinds_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Values that only one of several cases of a JSON type has select it.
func TestCasesOfOneType(t *testing.T) {
	owner := collection.New("Owner", prop.String("name").MinLen(1))
	u := collection.OneOf("U",
		collection.CaseOf[any](prop.Date("day")),
		collection.CaseOf[any](prop.Enum("never", "never", "2026-01-02")),
		collection.CaseOf[any](prop.Array(prop.Int("count")).As("counts")),
		collection.CaseOf[any](prop.Array(prop.String("word")).MinItems(1).As("words")),
		collection.CaseOf[any](owner),
		collection.CaseOf[any](prop.Map(prop.Any("nothing")).MaxProperties(0)))
	put := route.Put("/u", u.Create(), u.View()).Handle(func(_ *route.Call, in any) (any, error) { return in, nil })
	app := kit.Build(t, kit.API(put))
	for body, want := range map[string]string{
		`"2026-11-23"`:   `{"data":"2026-11-23"}`,
		`"never"`:        `{"data":"never"}`,
		`"2026-01-02"`:   `several_cases #`,
		`"often"`:        `no_case #, format #`,
		`[1,2]`:          `{"data":[1,2]}`,
		`["a"]`:          `{"data":["a"]}`,
		`[]`:             `{"data":[]}`,
		`[true]`:         `no_case #, type #/0`,
		`{}`:             `{"data":{}}`,
		`{"name":"ada"}`: `{"data":{"name":"ada"}}`,
		`{"name":""}`:    `no_case #, min_length #/name`,
		`7`:              `type #`,
	} {
		if got := outcome(t, kit.Send(t, app, "PUT", "/u", body)); got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}
	doc, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	// A request matches one case, but a list that the server writes may match two.
	for _, want := range []string{`"UCreate":{"oneOf":[`, `"U":{"anyOf":[`} {
		if !strings.Contains(strings.Join(strings.Fields(string(doc)), ""), want) {
			t.Errorf("no %s", want)
		}
	}
}

// A response may have cases with the same members; a client reads the first one.
func TestResponsesWithCasesOfTheSameMembers(t *testing.T) {
	u := collection.AnyOf("U",
		collection.CaseOf[any](collection.New("Added", prop.String("name"))),
		collection.CaseOf[any](collection.New("Removed", prop.String("name"))))
	get := route.Get("/u", u.View()).Handle(func(*route.Call) (any, error) { return nil, nil })
	kit.Build(t, kit.API(get))
	kit.CheckFault(t, "a request", reading[any](u.Create()), `union "U": case "Removed" never applies in Create mode: every value of it also matches "Added", which is declared before it; declare it first`)
}

// An object or nothing is oneOf in responses too.
func TestAnObjectOrAnEmptyOne(t *testing.T) {
	u := collection.OneOf("U",
		collection.CaseOf[any](collection.New("Owner", prop.String("name"))),
		collection.CaseOf[any](prop.Map(prop.Any("nothing")).MaxProperties(0)))
	get := route.Get("/u", u.View()).Handle(func(*route.Call) (any, error) { return nil, nil })
	doc, err := oas.JSON(kit.Build(t, kit.API(get)), oas.V30)
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(doc)), ""), `"U":{"oneOf":[`) {
		t.Errorf("%v\n%s", err, doc)
	}
}

// A request may have an object whose members are all read-only: a client sends back what it got.
func TestRequestsOfReadOnlyMembers(t *testing.T) {
	link := collection.New("Link", prop.String("href").ReadOnly()).IgnoreReadOnly()
	post := route.Post("/u", collection.New("U", link.Object().As("link")).Create(), collection.NoContent()).
		Handle(func(*route.Call, collection.Record) (e collection.Empty, err error) { return e, nil })
	app := kit.Build(t, kit.API(post))
	for body, want := range map[string]string{
		`{"link":{}}`:           ``,
		`{"link":{"href":"/"}}`: ``,
		`{"link":{"rel":"a"}}`:  `unknown #/link/rel`,
		`{}`:                    `required #/link`,
	} {
		if got := outcome(t, kit.Send(t, app, "POST", "/u", body)); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}
