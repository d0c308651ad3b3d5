package kinds_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The JSON type of a value selects the case of a union; violations inside it keep their pointers.
func TestUnionsOfSeveralTypes(t *testing.T) {
	api, _ := kit.Start(t, everything.API())
	for _, tt := range []struct{ path, body, want string }{
		{"search", `{"term":"a","all":["b",0.5,null,{"op":"member","name":"n"},{"op":"range","from":1}]}`, `max_items #/all`},
		{"search", `{"term":"a","all":[0.5,null,{"op":"range","from":1}]}`, `{"data":{"term":"a","all":[0.5,null,{"op":"range","from":1,"to":1}]}}`},
		{"search", `{"term":["a","b"],"all":[]}`, `{"data":{"term":["a","b"],"all":[]}}`},
		{"search", `{"term":["a","toolong"],"all":["",-1,{"op":"member"}]}`, `max_length #/term/1, min_length #/all/0, min #/all/1, required #/all/2/name`},
		{"search", `{"term":true,"all":[{"op":"x"},{},{"op":1}]}`, `type #/term, one_of #/all/0/op, required #/all/1/op, type #/all/2/op`},
		{"search", `{"all":[],"part_ref":null,"by_role":{"a":"x","b":{"name":"p","count":2}}}`, `{"data":{"all":[],"part_ref":null,"by_role":{"a":"x","b":{"name":"p","count":2}}}}`},
		{"search", `{"all":[],"by_role":{"a":null,"b":{"name":""}}}`, `null #/by_role/a, min_length #/by_role/b/name`},
		{"condition", `["a",[],["b",{"not":{"not":["c"]}}]]`, `{"data":["a",[],["b",{"not":{"not":["c"]}}]]}`},
		{"condition", `["a",[7,["",{"not":{"not":["c",null]}}]],{}]`, `type #/1/0, min_length #/1/1/0, null #/1/1/1/not/not/1, required #/2/not`},
		{"condition", `{"not":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`, ``},
		{"grade", `{"in":"a","part_ref":{"name":"p"}}`, `{"data":{"in":"a","part_ref":{"name":"p","count":1}}}`},
		{"grade", `{"in":"abcdef"}`, `{"data":{"in":"abcdef"}}`},
		{"grade", `{"in":"abcdef","part_ref":"p"}`, `no_case #, max_length #/in`},
		{"ref", `"p"`, `{"data":"p"}`},
		{"ref", `{"name":"p","count":3}`, `{"data":{"name":"p","count":3}}`},
		{"ref", `3`, `type #`},
		{"ref", `null`, `null #`},
		{"ref", `{"name":7}`, `type #/name`},
	} {
		if got := outcome(t, api.Send(t, "PUT", "/v1/roots/"+tt.path, tt.body)); got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.path, tt.body, got, tt.want)
		}
	}
	if v := api.Send(t, "PUT", "/v1/roots/ref", "3").Problem(t).Errors[0]; v.Detail != "must be of one of the types string, object" ||
		!reflect.DeepEqual(v.Params, map[string]any{"types": []any{"string", "object"}}) {
		t.Errorf("another type: %s, %v", v.Detail, v.Params)
	}
}

type person struct{ Name string }

// A contact is an ID, several IDs, or a person.
type contact struct {
	id     string
	ids    []int
	person *person
}

var (
	people = collection.Of("Person", func(p *person) collection.Fields {
		return collection.Fields{prop.String("name").MinLen(1).At(&p.Name)}
	})
	contacts = collection.OneOf("Contact",
		collection.Case(prop.String("id").MinLen(1), func(id string) contact { return contact{id: id} },
			func(c contact) (string, bool) { return c.id, c.ids == nil && c.person == nil }),
		collection.Case(prop.Array(prop.Int("ids")).MinItems(1), func(ids []int) contact { return contact{ids: ids} },
			func(c contact) ([]int, bool) { return c.ids, c.ids != nil }),
		collection.Case(people, func(p person) contact { return contact{person: &p} },
			func(c contact) (p person, ok bool) {
				if c.person == nil {
					return p, false
				}
				return *c.person, true
			}),
	)
	// A target is a contact or a bool: unions may be cases of unions.
	targets = collection.OneOf("Target", collection.CaseOf[any](contacts), collection.CaseOf[any](prop.Bool("all")))
)

// The typed client sends and receives each case, also through a union in a union.
func TestClientsSendUnions(t *testing.T) {
	post := route.Post("/targets", targets.Create(), targets.View())
	c := client.Local(kit.Build(t, tenon.New("T", "1").Add(post.Handle(func(_ *route.Call, in any) (any, error) { return in, nil }))))
	for _, want := range []any{true, contact{id: "a"}, contact{ids: []int{1, 2}}, contact{person: &person{"Ann"}}} {
		if got, err := post.Call(context.Background(), c, want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v, %v", want, got, err)
		}
	}
	for _, tt := range []struct {
		value any
		want  string
	}{
		{contact{person: &person{}}, "#/name: must have at least 1 character (min_length)"},
		{7, "#: must be of one of the types boolean, string, object, array (type)"},
	} {
		if _, err := post.Call(context.Background(), c, tt.value); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.value, err, tt.want)
		}
	}
}

func TestDocumentsHaveUnionsOfTypes(t *testing.T) {
	app := kit.Build(t, everything.API())
	tagged := `{"oneOf":[{"$ref":"#/components/schemas/TermMember"},{"$ref":"#/components/schemas/TermRange"}],"discriminator":{"propertyName":"op","mapping":{"member":"#/components/schemas/TermMember","range":"#/components/schemas/TermRange"}}}`
	for version, null := range map[oas.Version]string{oas.V30: `{"type":"object","nullable":true,"enum":[null]}`, oas.V31: `{"type":"null"}`, oas.V32: `{"type":"null"}`} {
		doc, err := oas.JSON(app, version)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`"Term":{"title":"A term","oneOf":[{"title":"Word","type":"string","minLength":1,"maxLength":9},{"type":"number","format":"double","minimum":0},` +
				`{"type":"array","items":{"type":"string","maxLength":5},"maxItems":3},` + null + `,` + tagged + `]}`,
			`"PartRef":{"oneOf":[{"type":"string","maxLength":20},{"$ref":"#/components/schemas/Part"}]}`,
		} {
			if text := compact(doc); !strings.Contains(text, want) {
				_, after, _ := strings.Cut(text, `"Term":`)
				t.Errorf("%s: %.900s\nhas no %s", version, after, want)
			}
		}
	}
}

func TestFaultsOfUnionsOfTypes(t *testing.T) {
	of := func(cases ...collection.Variant[any]) collection.Union[any] { return collection.OneOf("U", cases...) }
	text, number := collection.CaseOf[any](prop.String("text")), collection.CaseOf[any](prop.Int("number"))
	for message, u := range map[string]collection.Union[any]{
		`union "U": a union needs a case`:                               of(),
		`union "U": a case has a nil function`:                          of(text, number, collection.Case[any](prop.Bool("flag"), nil, nil)),
		`property "lazy": LazyUnion: the function is nil`:               of(text, number, collection.CaseOf[any](prop.Array(prop.LazyUnion[any, collection.Union[any]]("lazy", nil)))),
		`union "U": case "text" stands twice`:                           of(text, collection.CaseOf[any](prop.Int("text"))),
		`union "U": Tagged("kind"): no case is a collection`:            of(text, number).Tagged("kind"),
		`property "bad": MinLen(-1) is below 0`:                         of(number, collection.CaseOf[any](prop.String("bad").MinLen(-1))),
		`union "U": a case must be a collection, a property or a union`: of(number, collection.CaseOf[any](people.Create())),
		`union "U": cases "text" and "word" may both be a string, and the JSON type of a value must identify its case; with collection.AnyOf the first one that a value matches applies`:    of(text, collection.CaseOf[any](prop.Enum("word", "a"))),
		`union "U": cases "Person" and "map" may both be an object, and the JSON type of a value must identify its case; with collection.AnyOf the first one that a value matches applies`:  of(collection.CaseOf[any](people), collection.CaseOf[any](prop.Map(prop.String("x")).As("map"))),
		`union "U": cases "number" and "float" may both be a number, and the JSON type of a value must identify its case; with collection.AnyOf the first one that a value matches applies`: of(number, collection.CaseOf[any](prop.Float64("float"))),
		`union "U": cases "minus" and "other" may both be an object, and the JSON type of a value must identify its case; with collection.AnyOf the first one that a value matches applies`: of(collection.CaseOf[any](people),
			collection.CaseOf[any](prop.Map(prop.Int("x")).As("minus")), collection.CaseOf[any](prop.Map(prop.Int("x")).As("other"))),
		`union "U": case "word" is Optional, has a Default, or is ReadOnly or WriteOnly, which only the property with the union can be`: of(number, collection.CaseOf[any](prop.String("word").Optional())),
	} {
		kit.CheckFault(t, message, reading[any](u.Create()), message)
	}
}
