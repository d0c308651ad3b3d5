package oas_test

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// exampleOperation is what the tests read of an operation.
type exampleOperation struct {
	Parameters []struct {
		Name, In string
		Required bool
		Example  any
		Examples map[string]struct{ Value any }
	}
	RequestBody struct {
		Content map[string]struct {
			Example  json.RawMessage
			Examples map[string]struct {
				Summary string
				Value   json.RawMessage
			}
		}
	}
}

// sendExamples sends the examples of every JSON body in a document, and returns how many there
// were. The server must accept each as valid.
func sendExamples(t *testing.T, app *tenon.App, v oas.Version, prefix string) (sent int) {
	t.Helper()
	text, err := oas.JSON(app, v, oas.RequestExamples())
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for path, item := range document.Paths {
		for method, raw := range item {
			if !slices.Contains([]string{"post", "put", "patch", "delete", "get"}, method) {
				continue
			}
			var op exampleOperation
			if err := json.Unmarshal(raw, &op); err != nil {
				t.Fatal(err)
			}
			query, header, at := url.Values{}, []string{}, strings.TrimPrefix(path, prefix)
			for _, p := range op.Parameters {
				for _, x := range p.Examples {
					p.Example = cmp.Or(p.Example, x.Value)
				}
				if !p.Required {
					continue
				}
				plain, ok := p.Example.(string)
				if !ok {
					b, _ := json.Marshal(p.Example)
					plain = string(b)
				}
				switch p.In {
				case "path":
					at = strings.ReplaceAll(at, "{"+p.Name+"}", url.PathEscape(plain))
				case "query":
					query.Set(p.Name, plain)
				case "header":
					header = append(header, p.Name, plain)
				}
			}
			for mediaType, content := range op.RequestBody.Content {
				bodies := map[string]json.RawMessage{"": content.Example}
				for name, x := range content.Examples {
					bodies[name] = x.Value
				}
				for name, body := range bodies {
					if body == nil {
						if !strings.HasPrefix(mediaType, "multipart/") && len(bodies) == 1 && strings.HasSuffix(mediaType, "json") {
							t.Errorf("%s %s: no example of %s", method, path, mediaType)
						}
						continue
					}
					if !strings.HasSuffix(mediaType, "json") {
						continue
					}
					target := at
					if len(query) > 0 {
						target += "?" + query.Encode()
					}
					got := kit.Send(t, app, strings.ToUpper(method), target, string(body), append(slices.Clone(header), "Content-Type", mediaType)...)
					if got.Status == http.StatusBadRequest || got.Status == http.StatusUnprocessableEntity {
						t.Errorf("%s %s, example %q: %s\n%d %s", method, target, name, body, got.Status, got.Body)
					}
					sent++
				}
			}
		}
	}
	return sent
}

func TestTheServerAcceptsMadeExamples(t *testing.T) {
	app := everything.API().MustBuild()
	for _, v := range oas.Versions() {
		if sent := sendExamples(t, app, v, ""); sent < 10 {
			t.Errorf("%s: only %d examples were sent", v, sent)
		}
	}
}

func TestExamplesAreMadeFromRules(t *testing.T) {
	strange := []prop.Prop{
		prop.String("plate").Pattern(`^[A-Z]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}$`),
		prop.String("long").MinLen(300),
		prop.String("short").MaxLen(2),
		prop.String("narrow").Pattern(`x`).MinLen(9).MaxLen(10),
		prop.String("padded").Pattern(`^[a-z]+$`).MinLen(40).MaxLen(41),
		prop.Int("step").Min(13).MultipleOf(12),
		prop.Int("debt").Max(-5).MultipleOf(3),
		prop.Float64("share").ExclusiveMin(0).ExclusiveMax(1),
		prop.Float64("exact").Min(0.25).Max(0.25),
		prop.Decimal("price").Scale(2).Min("0.05").Max("0.09"),
		prop.Decimal("rate").FixedScale(3).Min("0.0625").Max("0.07"),
		prop.Array(prop.Int("primes").Min(2)).MinItems(5).Unique(),
		prop.Array(prop.Enum("colors", "red", "green", "blue")).MinItems(3).Unique(),
		prop.Array(prop.Bool("both")).MinItems(2).Unique(),
		prop.Map(prop.Int("sizes").Min(100)).MinProperties(3),
		prop.Bytes("digest").MinBytes(20).MaxBytes(20),
		prop.Email("email"), prop.UUID("uuid"), prop.URI("uri"), prop.Date("date"), prop.DateTime("at"), prop.Duration("for"),
		prop.IP("ip"), prop.IPPrefix("net"), prop.Time("time"), prop.Hostname("host"),
	}
	fields := collection.New("Strange", strange...)
	a, b, c := prop.String("a").Optional(), prop.String("b").Optional(), prop.Enum("c", "x", "y").Optional()
	low, high := prop.Int("low").Max(9), prop.Int("high").Min(-9)
	ruled := collection.New("Ruled", a, b, c, low, high).
		ExactlyOne(a, b).
		MaxProperties(3).
		Rule("ascending", "must be less than high", func(r *collection.Record) bool { return low.Get(*r) < high.Get(*r) }, low, high)
	ignore := func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil }
	app := kit.Build(t, kit.API(
		route.Post("/strange", fields.Create(), collection.NoContent()).Handle(ignore),
		route.Post("/ruled", ruled.Create(), collection.NoContent()).Handle(ignore),
		route.Patch("/strange", fields.Update(), collection.NoContent()).
			Handle(func(*route.Call, collection.Patch[collection.Record]) (none collection.Empty, err error) {
				return none, nil
			}),
	))
	for _, v := range oas.Versions() {
		if sent := sendExamples(t, app, v, ""); sent != 4 { // a patch has two media types
			t.Errorf("%s: %d examples", v, sent)
		}
	}
}

// linked contains itself, or null in its place; endless requires itself, so that it has no value.
func linked() *collection.Collection[collection.Record] {
	return collection.New("Linked", prop.Int("n"), prop.Nullable(prop.Lazy("next", linked)), prop.Nullable(prop.Lazy("other", linked)))
}

func endless() collection.Union[any] {
	return collection.OneOf("Endless",
		collection.CaseOf[any](collection.New("Node", prop.LazyUnion("node", endless))),
		collection.CaseOf[any](collection.New("Pair", prop.Array(prop.LazyUnion("pair", endless)).As("pair").MinItems(2))))
}

// Examples of declarations that contain themselves come to an end.
func TestExamplesOfRecursiveValuesEnd(t *testing.T) {
	app, err := tenon.New("T", "1").Add(
		route.Put("/linked", linked().Create(), collection.NoContent()).
			Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil }),
		route.Put("/endless", endless().Create(), collection.NoContent()).
			Handle(func(*route.Call, any) (n collection.Empty, err error) { return n, nil }),
	).Build()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := oas.JSON(app, oas.V31, oas.RequestExamples())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(doc)), "")
	if !strings.Contains(text, `"example":{"n":1,"next":{"n":1,"next":{"n":1,`) || strings.Contains(text, `"example":{"node"`) || strings.Contains(text, `"example":{"pair"`) {
		t.Error(text)
	}
}
