package kinds_test

import (
	"encoding/json"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type job struct {
	Kind string
	Part *string
}

var (
	jobKind = prop.Enum("kind", "batch", "stream").Initial("batch")
	jobPart = prop.String("part").MaxLen(3).Initial("all")
	jobs    = collection.Of("Job", func(j *job) collection.Fields {
		return collection.Fields{jobKind.At(&j.Kind), jobPart.AtNullable(&j.Part)}
	})
	jobLimit = prop.Int("limit").Max(100).Initial(20)
	jobCost  = prop.Int("Cost").Initial(1)
)

func jobsAPI() tenon.API {
	return tenon.New("Jobs", "1").Add(
		route.Post("/jobs", jobs.Create(), jobs.View()).Query(jobLimit).ResponseHeader(jobCost).
			Handle(func(c *route.Call, j job) (job, error) { jobCost.Set(c, jobLimit.Get(c)); return j, nil }),
		route.Patch("/jobs", jobs.Update(), collection.NoContent()).
			Handle(func(_ *route.Call, p collection.Patch[job]) (collection.Empty, error) {
				return collection.Empty{}, p.Apply(&job{Kind: "batch"})
			}),
	)
}

// An initial value fills nothing: the property is required.
func TestInitial(t *testing.T) {
	api, _ := kit.Start(t, jobsAPI())
	for _, x := range [][3]string{
		{"/jobs?limit=1", `{"kind":"stream","part":null}`, `{"data":{"kind":"stream","part":null}}`},
		{"/jobs?limit=1", `{}`, `required #/kind, required #/part`},
		{"/jobs", `{"kind":"stream","part":"a"}`, `required query:limit`},
	} {
		if got := outcome(t, api.Send(t, "POST", x[0], x[1])); got != x[2] {
			t.Errorf("%s\n got %s\nwant %s", x[1], got, x[2])
		}
	}
}

// Documents have the value as the default of members, parameters and headers that are required,
// except in updates.
func TestInitialInDocuments(t *testing.T) {
	app := kit.Build(t, jobsAPI())
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		type value struct {
			Required bool
			Schema   struct{ Default any }
		}
		var doc struct {
			Paths map[string]map[string]struct {
				Parameters []value
				Responses  map[string]struct{ Headers map[string]value }
			}
			Components struct {
				Schemas map[string]struct {
					Properties map[string]struct{ Default any }
					Required   []string
				}
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][3]any{"Job": {"batch", "all", 2}, "JobUpdate": {nil, nil, 0}} {
			s, ok := doc.Components.Schemas[name]
			if got := [3]any{s.Properties["kind"].Default, s.Properties["part"].Default, len(s.Required)}; !ok || got != want {
				t.Errorf("%s: %s has %v, want %v", v, name, got, want)
			}
		}
		post := doc.Paths["/jobs"]["post"]
		if p := post.Parameters[0]; !p.Required || p.Schema.Default != 20.0 {
			t.Errorf("%s: the parameter is %+v", v, p)
		}
		if h := post.Responses["201"].Headers["Cost"]; !h.Required || h.Schema.Default != 1.0 {
			t.Errorf("%s: the header is %+v", v, h)
		}
	}
}

// The last of Default, Optional, Required, AbsentMeans and Initial wins.
func TestInitialAndDefault(t *testing.T) {
	p := prop.Int64("n").Initial(3)
	for want, q := range map[string]*prop.NumberProp[int64]{
		`prop.Int64("n").Initial(3)`:     p.Optional().Default(4).AbsentMeans(5).Initial(3),
		`prop.Int64("n").Default(4)`:     p.Default(4),
		`prop.Int64("n").AbsentMeans(4)`: p.AbsentMeans(4),
		`prop.Int64("n").Optional()`:     p.Optional(),
		`prop.Int64("n")`:                p.Required(),
		`prop.Int64("m").Initial(3)`:     p.As("m"),
	} {
		if q.String() != want {
			t.Errorf("%s, want %s", q, want)
		}
	}
	if p.Equal(prop.Int64("n")) || p.Equal(prop.Int64("n").Initial(4)) {
		t.Error("the value makes no difference")
	}
	get := func(b route.Body[int64], inputs ...prop.Prop) tenon.API {
		return tenon.New("A", "1").Add(route.Get("/a", b).Query(inputs...).Handle(func(*route.Call) (int64, error) { return 0, nil }))
	}
	value := collection.ValueOf(prop.Int64("v")).View()
	kit.CheckFaults(t,
		kit.Faulty(get(value, prop.Int("n").Max(2).Initial(3)), `property "n": the initial value must be at most 2`),
		kit.Faulty(get(collection.ValueOf(p).View()), `property "n": Initial has no meaning for the value of a body`),
	)
}
