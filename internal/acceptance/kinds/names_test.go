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
