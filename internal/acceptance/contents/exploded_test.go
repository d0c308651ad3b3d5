package contents_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// span has the parameters of a query as one value.
type span struct {
	From, To int
	Tags     []string
	Note     string
}

var (
	from  = prop.Int("from").Min(0)
	to    = prop.Int("to").Default(9)
	tag   = prop.Array(prop.String("tag").MaxLen(3)).MaxItems(2).Default([]string{})
	memo  = prop.String("memo").Default("")
	spans = collection.Of("Span", func(s *span) collection.Fields {
		return collection.Fields{from.At(&s.From), to.At(&s.To), tag.At(&s.Tags), memo.At(&s.Note)}
	}).Rule("ordered", "must not end before it begins", func(s *span) bool { return s.From <= s.To }, from, to)
	during = prop.Object(spans).As("during")
	within = prop.Object(collection.New("Within", prop.String("town").Optional(), prop.Int("radius").Optional())).As("within").Optional()
)

func TestExplodedObjects(t *testing.T) {
	text := prop.String("text")
	list := route.Get("/list", route.Text(text)).Query(route.Exploded(during), route.Exploded(within), prop.Bool("dry").Optional())
	app := kit.Build(t, kit.API(list.Handle(func(c *route.Call) (string, error) {
		s := during.Get(c)
		_, near := within.Lookup(c)
		return fmt.Sprintf("%d %d %v %s %v", s.From, s.To, s.Tags, s.Note, near), nil
	})))
	for query, want := range map[string]string{
		"from=1":                             "1 9 []  false",
		"to=5&from=1&tag=a&memo=x%20y&tag=b": "1 5 [a b] x y false",
		"from=1&town=Oslo":                   "1 9 []  true",
		"from=1&dry=true&radius=3":           "1 9 []  true",
		"":                                   `422 "parameter":"from"`,
		"to=5":                               `422 "parameter":"from"`,
		"from=-1":                            `422 "parameter":"from"`,
		"from=x":                             `422 "parameter":"from"`,
		"from=1&from=2":                      `422 "parameter":"from"`,
		"from=1&tag=a&tag=abcd":              `422 "parameter":"tag","pointer":"#/1"`,
		"from=1&tag=a&tag=b&tag=c":           `422 "parameter":"tag"`,
		"from=8&to=3":                        `422 "parameter":"from"`,
		"from=1&radius=far":                  `422 "parameter":"radius"`,
		"from=1&during=3":                    `422 "parameter":"during"`,
		"from=1&during%5Bto%5D=3":            `422 "parameter":"during[to]"`,
		"from=%zz":                           "400 ",
		"from=1&memo=a;b":                    "400 ",
	} {
		got := kit.Send(t, app, "GET", "/list?"+query, "")
		status, inside, failed := strings.Cut(want, " ")
		if !failed || status != "422" && status != "400" {
			if got.Status != 200 || got.Body != want {
				t.Errorf("%s: %d %s, want %s", query, got.Status, got.Body, want)
			}
			continue
		}
		if fmt.Sprint(got.Status) != status || !strings.Contains(got.Body, inside) {
			t.Errorf("%s: %d %s, want %s", query, got.Status, got.Body, want)
		}
	}
	server := kit.Listen(t, app)
	c := client.New(server.URL)
	for _, sent := range []span{{From: 1, To: 2, Tags: []string{"a", "b"}, Note: "x&y=z"}, {From: 0, To: 9}} {
		got, err := list.Call(context.Background(), c, during.Is(sent))
		if want := fmt.Sprintf("%d %d %v %s %v", sent.From, sent.To, sent.Tags, sent.Note, false); err != nil || got != want {
			t.Errorf("%q %v, want %q", got, err, want)
		}
	}
	if _, err := list.Call(context.Background(), c, during.Is(span{From: 3, To: 1})); err == nil {
		t.Error("the client sends a span that ends before it begins")
	}
	for _, v := range oas.Versions() {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(string(doc)), " "); !strings.Contains(text, `"name": "during", "in": "query", "required": true, "style": "form", "explode": true`) {
			t.Errorf("%s: %s", v, text)
		}
	}
}

// A member may have the name of an object in brackets: sort=asc beside sort[by]=name.
func TestExplodedMemberBesideBrackets(t *testing.T) {
	sort := prop.Object(collection.New("Sort", prop.String("by"))).As("sort")
	others := prop.Map(prop.String("v")).As("where").Optional()
	plain := prop.String("sort").As("sort")
	order := prop.Object(collection.New("Order", plain, prop.String("where").Optional()))
	list := route.Get("/list", route.Text(prop.String("text"))).Query(route.DeepObject(sort), route.DeepObject(others), route.Exploded(order))
	app := kit.Build(t, kit.API(list.Handle(func(c *route.Call) (string, error) { return plain.Get(order.Get(c)), nil })))
	if got := kit.Send(t, app, "GET", "/list?where=x&sort=asc&sort%5Bby%5D=name&where%5Ba%5D=y", ""); got.Status != 200 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := kit.Send(t, app, "GET", "/list?sort=asc", ""); got.Status != 422 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

func TestBuildReportsExplodedObjects(t *testing.T) {
	serve := func(*route.Call) (n collection.Empty, err error) { return n, nil }
	query := func(props ...prop.Prop) tenon.API {
		return kit.API(route.Get("/list", kit.Empty).Query(props...).Handle(serve))
	}
	nested := prop.Object(collection.New("Nested", during))
	for message, api := range map[string]tenon.API{
		`Exploded is for an object of texts and lists of texts, all of them declared, which "to" is not`:     query(route.Exploded(to)),
		`Exploded is for an object of texts and lists of texts, all of them declared, which "Nested" is not`: query(route.Exploded(nested.As("Nested"))),
		`member "to" of Exploded "during" is a parameter of the query too`:                                   query(route.Exploded(during), to),
		`member "town" of Exploded "other" is a member of another object of the query too`:                   query(route.Exploded(within), route.Exploded(prop.Object(collection.New("Town", prop.String("town").Optional())).As("other"))),
		`Exploded is for an object in a query, which "during" is not`:                                        kit.API(route.Get("/list", kit.Empty).Header(route.Exploded(during)).Handle(serve)),
		`member "memo" of Exploded "during" is an API key of the query too`:                                  query(route.Exploded(during)).Authenticate(authn.APIKeyQuery("key", "memo", func(context.Context, authn.Secret) (authn.Identity, error) { return authn.New("ann"), nil })),
		`Exploded is for parameters of a query, which member "during" of a form is not`: kit.API(route.Post("/form", route.Form(collection.New("Form", during).Create(), route.Exploded(during)), kit.Empty).
			Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil })),
	} {
		kit.CheckFault(t, message, api, "…"+message)
	}
}
