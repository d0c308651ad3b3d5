package kinds_test

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/pace"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// model is the name of a known model, that of a tuned one, a size, several of them, or a setting.
type model struct {
	kind  string
	value any
}

func modelCase[C any](kind string, c collection.Shape[C]) collection.Variant[model] {
	return collection.Case(c, func(v C) model { return model{kind, v} },
		func(m model) (v C, ok bool) {
			if m.kind == kind {
				v, ok = m.value.(C)
			}
			return v, ok
		})
}

type setting struct {
	Name string
	Size *int
}

var models = collection.AnyOf("Model",
	modelCase("known", prop.Enum("known", "small", "large")),
	modelCase("tuned", prop.String("tuned").MinLen(3).MaxLen(8)),
	modelCase("count", prop.Int("count").Min(0)),
	modelCase("share", prop.Float64("share").Max(1)),
	modelCase("names", prop.Array(prop.Enum("name", "small", "large")).As("names")),
	modelCase("sizes", prop.Array(prop.Int("size")).As("sizes")),
	modelCase("plain", collection.Of("Plain", func(s *setting) collection.Fields {
		return collection.Fields{prop.String("name").MaxLen(3).At(&s.Name)}
	})),
	modelCase("sized", collection.Of("Sized", func(s *setting) collection.Fields {
		return collection.Fields{prop.String("name").At(&s.Name), prop.Int("size").Optional().AtOptional(&s.Size)}
	})),
	modelCase("map", prop.Map(prop.Int("weight")).As("weights")),
)

// The first case that a value matches applies, whatever its JSON type is.
func TestTheFirstOfOverlappingCasesApplies(t *testing.T) {
	put := route.Put("/model", models.Create(), models.View())
	app := kit.Build(t, tenon.New("T", "1").Add(put.Handle(func(_ *route.Call, in model) (model, error) { return in, nil })))
	for _, tt := range []struct{ body, kind, want string }{
		{`"small"`, "known", ""},
		{`"smaller"`, "tuned", ""},
		{`"toolongname"`, "", `no_case #, max_length #`},
		{`7`, "count", ""},
		{`7.0`, "count", ""},
		{`0.5`, "share", ""},
		{`-7`, "share", ""},
		{`7.5`, "", `no_case #, max #`},
		{`["small"]`, "names", ""},
		{`[]`, "names", ""},
		{`[7]`, "sizes", ""},
		{`["small",7]`, "", `no_case #, type #/0`},
		{`{"name":"abc"}`, "plain", ""},
		{`{"name":"abcd"}`, "sized", ""},
		{`{"name":"abc","size":1}`, "sized", ""},
		{`{"size":1,"other":2}`, "map", ""},
		{`{}`, "map", ""},
		{`{"name":"abcd","size":"1"}`, "", `no_case #, type #/name, type #/size`},
		{`true`, "", `type #`},
		{`null`, "", `null #`},
	} {
		w := kit.Send(t, app, "PUT", "/model", tt.body)
		if got := outcome(t, w); tt.want != "" && got != tt.want {
			t.Errorf("%s: %s, want %s", tt.body, got, tt.want)
		}
		if tt.want != "" {
			continue
		}
		in, err := models.Create().Parse([]byte(tt.body))
		if in.kind != tt.kind || err != nil {
			t.Errorf("%s: %+v, %v, want %s", tt.body, in, err, tt.kind)
		}
		if got, err := put.Call(context.Background(), client.Local(app), in); err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%s: the client got %+v, %v, want %+v", tt.body, got, err, in)
		}
	}
	for _, v := range []oas.Version{oas.V30, oas.V31, oas.V32} {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		if text := compact(doc); !strings.Contains(text, `"Model":{"anyOf":[{"type":"string","enum":["small","large"]},{"type":"string","minLength":3,"maxLength":8},`) {
			t.Errorf("%s: %s", v, text)
		}
	}
}

// Of cases that ignore members, the one that loses the fewest applies, so that a value is read as the
// case that wrote it.
func TestCasesThatIgnoreFewerMembersApply(t *testing.T) {
	u := collection.AnyOf("Timing",
		collection.CaseOf[any](collection.Of("After", func(s *struct{ Timeout *int64 }) collection.Fields {
			return collection.Fields{prop.Int64("timeout").Max(9).Optional().AtOptional(&s.Timeout)}
		}).IgnoreUnknown()),
		collection.CaseOf[any](collection.Of("Within", func(s *within) collection.Fields {
			return collection.Fields{
				prop.Int64("window").Default(60).At(&s.Window),
				prop.String("unit").Default("s").At(&s.Unit),
			}
		}).IgnoreUnknown()),
	)
	for _, text := range []string{`{"window":60,"unit":"s"}`, `{"unit":"m"}`, `{"unit":"m","other":1}`, `{"unit":"m","window":1,"timeout":3}`, `{"timeout":10}`} {
		if got, err := u.Create().Parse([]byte(text)); err != nil || reflect.TypeOf(got) != reflect.TypeFor[within]() {
			t.Errorf("%s is %T, %v", text, got, err)
		}
	}
	for _, text := range []string{`{}`, `{"timeout":3}`, `{"other":3}`, `{"timeout":3,"unit":"m"}`} {
		if got, err := u.Create().Parse([]byte(text)); err != nil || reflect.TypeOf(got) == reflect.TypeFor[within]() {
			t.Errorf("%s is %T, %v", text, got, err)
		}
	}
}

// A client reads what a later version of the server sends: of the cases that admit the response, the one
// that declares most of its members.
func TestClientsReadResponsesOfSeveralCases(t *testing.T) {
	u := collection.OneOf("Pet",
		collection.CaseOf[any](collection.Of("Cat", func(c *cat) collection.Fields {
			return collection.Fields{prop.Int("lives").Optional().AtOptional(&c.Lives)}
		})),
		collection.CaseOf[any](collection.Of("Dog", func(d *dog) collection.Fields {
			return collection.Fields{prop.Bool("barks").Optional().AtOptional(&d.Barks), prop.String("name").Optional().AtOptional(&d.Name)}
		})),
	)
	get := route.Get("/pet", u.View())
	for _, tt := range []struct {
		body string
		want any
	}{
		{`{}`, cat{}},
		{`{"lives":9}`, cat{Lives: new(9)}},
		{`{"name":"Rex","lives":9}`, cat{Lives: new(9)}},
		{`{"name":"Rex","barks":true,"lives":9}`, dog{Barks: new(true), Name: new("Rex")}},
		{`{"lives":"many"}`, dog{}},
	} {
		server := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"data":`+tt.body+`}`)
		})
		if got, err := get.Call(context.Background(), client.Local(server)); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v, want %+v", tt.body, got, err, tt.want)
		}
	}
	if v, err := u.View().Parse([]byte(`{"lives":"many"}`)); err == nil {
		t.Errorf("a server may send %+v", v)
	}
	if v, err := u.View().Parse([]byte(`{}`)); err != nil || !reflect.DeepEqual(v, cat{}) {
		t.Errorf("an empty pet is %+v, %v", v, err)
	}
	if v, err := u.Create().Parse([]byte(`{}`)); err == nil {
		t.Errorf("a client may send %+v", v)
	}
}

type cat struct{ Lives *int }

type dog struct {
	Barks *bool
	Name  *string
}

type within struct {
	Window int64
	Unit   string
}

func TestFaultsOfOverlappingCases(t *testing.T) {
	of := func(cases ...collection.Variant[any]) *collection.Body[any] {
		return collection.AnyOf("U", cases...).Create()
	}
	text, known := collection.CaseOf[any](prop.String("text")), collection.CaseOf[any](prop.Enum("known", "a"))
	tagged := func(name string) collection.Variant[any] {
		return collection.CaseOf[any](collection.New(name, prop.Const("kind", name)))
	}
	never := func(later, first string) string {
		return `union "U": case "` + later + `" never applies in Create mode: every value of it also matches "` + first + `", which is declared before it; declare it first`
	}
	for message, u := range map[string]*collection.Body[any]{
		never("known", "text"):                               of(text, known),
		never("day", "text"):                                 of(text, collection.CaseOf[any](prop.Date("day"))),
		never("Small", "Large"):                              of(collection.CaseOf[any](collection.New("Large", prop.Int("n"), prop.Int("m").Optional())), collection.CaseOf[any](collection.New("Small", prop.Int("n")))),
		never("count", "share"):                              of(collection.CaseOf[any](prop.Float64("share")), collection.CaseOf[any](prop.Int("count"))),
		`union "U": Tagged("kind"): no case is a collection`: collection.AnyOf("U", text, collection.CaseOf[any](prop.Int("n"))).Tagged("kind").Create(),
		`union "U": case "map" may be an object, and Tagged("kind") needs a collection with this constant`: collection.AnyOf("U", tagged("A"), collection.CaseOf[any](prop.Map(prop.Int("map")))).Tagged("kind").Create(),
	} {
		kit.CheckFault(t, message, reading[any](u), message)
	}
	for name, u := range map[string]*collection.Body[any]{
		"a rule":            of(collection.CaseOf[any](prop.String("short").MaxLen(3)), text),
		"a format":          of(collection.CaseOf[any](prop.Date("day")), text),
		"integers":          of(collection.CaseOf[any](prop.Int32("small")), collection.CaseOf[any](prop.Int64("large"))),
		"a tag":             collection.AnyOf("U", tagged("A"), tagged("B"), text, known2()).Tagged("kind").Create(),
		"an optional value": of(collection.CaseOf[any](collection.New("Small", prop.Int("n"))), collection.CaseOf[any](collection.New("Large", prop.Int("n"), prop.Int("m").Optional()))),
	} {
		if _, err := reading[any](u).Build(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func known2() collection.Variant[any] { return collection.CaseOf[any](prop.Int("code")) }

// A value of overlapping cases inside each other takes time in proportion to its size.
func TestOverlappingCasesAreLinear(t *testing.T) {
	post := route.Post("/trees", trees().Create(), collection.NoContent()).Limits(route.Limits{Depth: 4000, Items: 1 << 20, Body: 8 << 20})
	app := kit.Build(t, tenon.New("T", "1").Add(post.Handle(func(*route.Call, any) (collection.Empty, error) { return collection.Empty{}, nil })))
	for name, text := range map[string]func(n int) string{
		"deep lists":   func(n int) string { return strings.Repeat("[", n) + "true" + strings.Repeat("]", n) },
		"deep objects": func(n int) string { return strings.Repeat(`{"a":`, n) + "true" + strings.Repeat("}", n) },
		"wrong":        func(n int) string { return strings.Repeat(`[{"a":`, n/2) + `"x"` + strings.Repeat("}]", n/2) },
		"flat":         func(n int) string { return "[" + strings.Repeat("[true],", n) + "true]" },
	} {
		t.Run(name, func(t *testing.T) {
			short, long := text(200), text(3200)
			send := func(body string) func() { return func() { kit.Send(t, app, "POST", "/trees", body) } }
			if n := pace.Ratio(48, send(long), send(short)); n > 48 {
				t.Errorf("%.0f times as long, for 16 times as much", n)
			}
			send(long)()
			if n := kit.Allocated(send(long)); n > uint64(2500*len(long)) {
				t.Errorf("%d bytes allocate %d", len(long), n)
			}
		})
	}
}

// trees are lists and maps of themselves in two overlapping cases each: the second one of each
// applies at the leaf.
func trees() collection.Union[any] {
	return collection.AnyOf("Tree",
		wrapped("few", prop.Array(prop.LazyUnion("few", trees)).MaxItems(0)),
		wrapped("list", prop.Array(prop.LazyUnion("list", trees))),
		wrapped("rare", prop.Map(prop.LazyUnion("rare", trees)).MaxProperties(0)),
		wrapped("map", prop.Map(prop.LazyUnion("map", trees))),
		collection.CaseOf[any](prop.Bool("leaf")),
	)
}

// wrap tells values of one Go type apart.
type wrap[C any] struct {
	name  string
	value C
}

func wrapped[C any](name string, c collection.Shape[C]) collection.Variant[any] {
	return collection.Case(c, func(v C) any { return wrap[C]{name, v} },
		func(v any) (C, bool) { w, ok := v.(wrap[C]); return w.value, ok && w.name == name })
}
