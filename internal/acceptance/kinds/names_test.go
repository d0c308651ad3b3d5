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

type labelled struct {
	Labels map[string]string
	More   map[string]int
}

var (
	labelName  = prop.String("label").Pattern("^[a-z]+$").MaxLen(4)
	labels     = prop.Map(prop.String("labels").MaxLen(3)).PropertyNames(labelName).Default(nil)
	labelledOf = collection.Of("Labelled", func(l *labelled) collection.Fields {
		return collection.Fields{
			labels.At(&l.Labels),
			collection.Additional(prop.Int("more"), &l.More).PropertyNames(prop.Enum("day", "mon", "tue")),
		}
	})
)

// The server sends no name that violates the rules. Made examples have names that satisfy them, and
// declared names need not.
func TestNamesElsewhere(t *testing.T) {
	label := prop.String("label").Pattern("^[a-z]+$").MaxLen(2)
	extra := prop.Map(prop.Int("extra")).PropertyNames(label)
	long := prop.Int("longer").Optional()
	things := collection.New("Thing", long, collection.AdditionalIn(extra), prop.Map(prop.Bool("days")).PropertyNames(prop.Date("day")).MinProperties(1))
	get := route.Get("/things", things.View()).Handle(func(*route.Call) (collection.Record, error) {
		r := collection.NewRecord(things)
		extra.Set(r, map[string]int{"ABC": 1})
		return r, nil
	})
	put := route.Put("/things", things.Create(), things.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) { return r, nil })
	app := kit.Build(t, kit.API(get, put))
	if w := kit.Send(t, app, "GET", "/things", ""); w.Status != 500 {
		t.Errorf("a response with a wrong name: %d %s", w.Status, w.Body)
	}
	const body = `{"longer":1,"days":{"2026-01-02":true},"ab":2}`
	if got := outcome(t, kit.Send(t, app, "PUT", "/things", body)); got != `{"data":`+body+`}` {
		t.Errorf("%s: %s", body, got)
	}
	doc, err := oas.JSON(app, oas.V31, oas.RequestExamples())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(doc)), "")
	for _, want := range []string{
		`"propertyNames":{"anyOf":[{"enum":["longer","days"]},{"type":"string","pattern":"^[a-z]+$","maxLength":2}]}`,
		`"propertyNames":{"type":"string","format":"date",`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	example := text[strings.Index(text, `"example":`)+len(`"example":`):]
	if got := outcome(t, kit.Send(t, app, "PUT", "/things", example[:strings.Index(example, "}}")+2])); !strings.HasPrefix(got, `{"data":`) {
		t.Errorf("the example %.120s is rejected: %s", example, got)
	}
}

// The names of members have rules, in JSON, merge patches, forms and queries.
func TestNamesHaveRules(t *testing.T) {
	var stored labelled
	where := labels.As("where").Optional()
	app := kit.Build(t, kit.API(
		route.Put("/l", labelledOf.Create(), labelledOf.View()).Query(route.DeepObject(where)).
			Handle(func(c *route.Call, in labelled) (labelled, error) {
				if w, ok := where.Lookup(c); ok {
					in.Labels = w
				}
				stored = in
				return in, nil
			}),
		route.Patch("/l", labelledOf.Update(), labelledOf.View()).
			Handle(func(_ *route.Call, p collection.Patch[labelled]) (labelled, error) { return stored, p.Apply(&stored) }),
		route.Post("/form", route.Form(labelledOf.Create(), route.DeepObject(labels)), labelledOf.View()).
			Handle(func(_ *route.Call, in labelled) (labelled, error) { return in, nil }),
	))
	const (
		form  = "Content-Type: application/x-www-form-urlencoded"
		patch = "Content-Type: application/merge-patch+json"
	)
	long := strings.Repeat("x", 200)
	for _, tt := range []struct{ method, target, body, header, want string }{
		{"PUT", "/l", `{"labels":{"ab":"c"},"mon":1}`, "", `{"data":{"labels":{"ab":"c"},"mon":1}}`},
		{"PUT", "/l", `{"labels":{"AB":"c","abcde":"d","ab":"long"},"sun":1}`, "", "pattern #/labels/AB, max_length #/labels/abcde, max_length #/labels/ab, one_of #/sun"},
		{"PUT", "/l", `{"labels":{"` + long + `":"c"}}`, "", "max_length #/labels"}, // the name is not sent back
		{"PUT", "/l?where[ab]=c", `{}`, "", `{"data":{"labels":{"ab":"c"}}}`},
		{"PUT", "/l?where[A]=c", `{}`, "", "pattern query:where/A"},
		{"POST", "/form", "labels[ab]=c&tue=3", form, `{"data":{"labels":{"ab":"c"},"tue":3}}`},
		{"POST", "/form", "labels[a1]=c&sat=3", form, "pattern #/labels/a1, one_of #/sat"},
		{"PUT", "/l", `{"labels":{"ab":"c","b":"d"},"mon":1}`, "", `{"data":{"labels":{"ab":"c","b":"d"},"mon":1}}`},
		{"PATCH", "/l", `{"labels":{"ab":null,"C":"d"},"mon":null,"wed":2}`, patch, "pattern #/labels/C, one_of #/wed"},
		{"PATCH", "/l", `{"labels":{"ab":null},"mon":null,"tue":2}`, patch, `{"data":{"labels":{"b":"d"},"tue":2}}`},
	} {
		var header []string
		if tt.header != "" {
			header = []string{tt.header}
		}
		if got := outcome(t, kit.Send(t, app, tt.method, tt.target, tt.body, header...)); got != tt.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", tt.method, tt.target, tt.body, got, tt.want)
		}
	}
	for v, want := range map[oas.Version]string{
		oas.V30: `"x-propertyNames":{"type":"string","pattern":"^[a-z]+$","maxLength":4}`,
		oas.V31: `"propertyNames":{"type":"string","pattern":"^[a-z]+$","maxLength":4}`,
	} {
		doc, err := oas.JSON(app, v)
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(doc)), ""), want) {
			t.Errorf("%s: %v, no %s", v, err, want)
		}
	}
}
