package kinds_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// wire and cash are cases of one union in Go structs, whose constant may be absent.
type (
	wire struct {
		Kind *string
		To   *string
	}
	cash struct {
		Kind *string
		To   *string
	}
)

func kindOf(name string) *prop.EnumProp[string] { return prop.Enum("kind", name).Optional() }

func unionOfKinds() collection.Union[any] {
	to := prop.String("to").Optional()
	return collection.OneOf("Payment",
		collection.CaseOf[any](collection.Of("Wire", func(w *wire) collection.Fields {
			return collection.Fields{kindOf("wire").AtOptional(&w.Kind), to.AtOptional(&w.To)}
		})),
		collection.CaseOf[any](collection.Of("Cash", func(c *cash) collection.Fields {
			return collection.Fields{kindOf("cash").AtOptional(&c.Kind), to.AtOptional(&c.To)}
		})),
		collection.Case(prop.Int("id"), func(i int) any { return i }, func(v any) (int, bool) { i, ok := v.(int); return i, ok }))
}

// A constant that distinguishes the cases is written although the value lacks it, by the server and by
// clients, so that the document is oneOf.
func TestAnOptionalConstantIsWritten(t *testing.T) {
	for name, u := range map[string]collection.Union[any]{"without a tag": unionOfKinds(), "with a tag": unionOfKinds().Tagged("kind")} {
		t.Run(name, func(t *testing.T) {
			var got any
			put := route.Put("/u", u.Create(), u.View())
			app := kit.Build(t, kit.API(put.Handle(func(_ *route.Call, in any) (any, error) { got = in; return in, nil })))
			for body, want := range map[string]string{
				`{"kind":"wire"}`:          `{"data":{"kind":"wire"}}`,
				`{"kind":"cash","to":"a"}`: `{"data":{"kind":"cash","to":"a"}}`,
				`7`:                        `{"data":7}`,
				`{"kind":"gold"}`:          "",
				`{"to":"a"}`:               "several_cases #",
			} {
				if out := outcome(t, kit.Send(t, app, "PUT", "/u", body)); want != "" && out != want || want == "" && strings.HasPrefix(out, "{") {
					t.Errorf("%s: %s, want %s", body, out, want)
				}
			}
			to, local := "ada", client.Local(app)
			for _, v := range []any{wire{}, cash{}, wire{To: &to}, cash{To: &to}} {
				out, err := put.Call(context.Background(), local, v)
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range []any{got, out} {
					if w, is := v.(wire); is && *w.Kind != "wire" {
						t.Errorf("%v", v)
					}
					if c, is := v.(cash); is && *c.Kind != "cash" {
						t.Errorf("%v", v)
					}
				}
			}
			doc, err := oas.JSON(app, oas.V31)
			if err != nil || !strings.Contains(strings.Join(strings.Fields(string(doc)), ""), `"Payment":{"oneOf"`) {
				t.Errorf("%v\n%s", err, doc)
			}
		})
	}
}

// Records of a list, in canonical order, and a value that is there already.
func TestConstantsOfRecordsAreWritten(t *testing.T) {
	name := prop.String("name").Optional()
	a, b := collection.New("A", kindOf("a"), name), collection.New("B", name, kindOf("b"))
	u := collection.OneOf("U", collection.CaseOf[any](a.Object()), collection.Case(b,
		func(r collection.Record) any { return []any{r} },
		func(v any) (collection.Record, bool) {
			l, ok := v.([]any)
			if !ok {
				return collection.Record{}, false
			}
			return l[0].(collection.Record), true
		}))
	list := collection.ValueOf(prop.Array(u.Property()).As("us"))
	x, y, z := collection.NewRecord(a), collection.NewRecord(a), collection.NewRecord(b)
	name.Set(y, "x")
	get := route.Get("/u", list.View()).Handle(func(*route.Call) ([]any, error) {
		return []any{x, y, []any{z}}, nil
	})
	app := kit.Build(t, kit.API(get))
	for range 2 { // the values of the handler do not change
		if got := outcome(t, kit.Send(t, app, "GET", "/u", "")); got != `{"data":[{"kind":"a"},{"name":"x","kind":"a"},{"kind":"b"}]}` {
			t.Error(got)
		}
	}
}

// A flag of one case is not written, nor a constant beside other values.
func TestOtherConstantsStayAbsent(t *testing.T) {
	u := collection.OneOf("U",
		collection.CaseOf[any](collection.New("Gone", prop.Const("deleted", true).Optional(), prop.Const("kind", "gone").Optional(), prop.String("at"))),
		collection.CaseOf[any](collection.New("Here", prop.Enum("kind", "here", "near").Optional(), prop.String("name"))))
	put := route.Put("/u", u.Create(), u.View()).Handle(func(_ *route.Call, in any) (any, error) { return in, nil })
	app := kit.Build(t, kit.API(put))
	if got := outcome(t, kit.Send(t, app, "PUT", "/u", `{"at":"noon"}`)); got != `{"data":{"at":"noon"}}` {
		t.Error(got)
	}
}
