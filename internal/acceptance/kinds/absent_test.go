package kinds_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type alert struct {
	Name  string
	Level *string
}

var (
	alertLevel = prop.Enum("level", "low", "high").AbsentMeans("low")
	alerts     = collection.Of("Alert", func(a *alert) collection.Fields {
		return collection.Fields{prop.String("name").At(&a.Name), alertLevel.AtOptional(&a.Level)}
	})
	alertPage = prop.Int("per_page").Min(1).Max(100).AbsentMeans(30)
)

func alertsAPI() (tenon.API, *route.WriteRoute[alert, alert]) {
	post := route.Post("/alerts", alerts.Create(), alerts.View()).Query(alertPage)
	return tenon.New("Alerts", "1").Add(
		post.Handle(func(c *route.Call, a alert) (alert, error) {
			n, sent := alertPage.Lookup(c)
			a.Name = fmt.Sprint(a.Name, " ", n, " ", sent, " ", a.Level == nil)
			return a, nil
		}),
		route.Patch("/alerts", alerts.Update(), collection.NoContent()).
			Handle(func(_ *route.Call, p collection.Patch[alert]) (collection.Empty, error) {
				return collection.Empty{}, p.Apply(&alert{Name: "a"})
			}),
	), post
}

// What absence means is in documents; the program and the client see that the property is absent.
func TestAbsentMeans(t *testing.T) {
	declared, post := alertsAPI()
	api, _ := kit.Start(t, declared)
	for body, want := range map[string]string{
		`{"name":"a"}`:                `{"data":{"name":"a 0 false true"}}`,
		`{"name":"a","level":"low"}`:  `{"data":{"name":"a 0 false false","level":"low"}}`,
		`{"name":"a","level":"none"}`: `one_of #/level`,
		`{"name":"a","level":null}`:   `null #/level`,
	} {
		if got := outcome(t, api.Send(t, "POST", "/alerts", body)); got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}
	got, err := post.Call(context.Background(), client.Local(kit.Build(t, declared)), alert{Name: "b"})
	if err != nil || got.Level != nil || got.Name != "b 0 false true" {
		t.Errorf("the client got %+v, %v", got, err)
	}
}

// Documents have the value as the default of requests, responses and parameters, but not of
// updates, in which absence means no change.
func TestAbsentMeansInDocuments(t *testing.T) {
	declared, _ := alertsAPI()
	app := kit.Build(t, declared)
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		type schema struct {
			Properties map[string]struct{ Default any }
			Required   []string
		}
		var doc struct {
			Paths map[string]map[string]struct {
				Parameters []struct {
					Required bool
					Schema   struct{ Default any }
				}
			}
			Components struct{ Schemas map[string]schema }
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]any{"Alert": "low", "AlertCreate": "low", "AlertUpdate": nil} {
			s, ok := doc.Components.Schemas[name]
			if level, has := s.Properties["level"]; !ok || !has || level.Default != want || len(s.Required) > 1 {
				t.Errorf("%s: %s is %+v", v, name, s)
			}
		}
		p := doc.Paths["/alerts"]["post"].Parameters[0]
		if p.Required || p.Schema.Default != 30.0 {
			t.Errorf("%s: the parameter is %+v", v, p)
		}
	}
}

// The last of Default, Optional, Required and AbsentMeans wins.
func TestAbsentMeansAndDefault(t *testing.T) {
	p := prop.Int64("n").AbsentMeans(3)
	for want, q := range map[string]*prop.NumberProp[int64]{
		`prop.Int64("n").AbsentMeans(3)`:  p.Default(4).AbsentMeans(3),
		`prop.Int64("n").Default(4)`:      p.Default(4),
		`prop.Int64("n").Optional()`:      p.Optional(),
		`prop.Int64("n")`:                 p.Required(),
		`prop.Int64("m").AbsentMeans(3)`:  p.As("m"),
		`prop.Int64("n").AbsentMeans(30)`: p.AbsentMeans(30),
	} {
		if q.String() != want {
			t.Errorf("%s, want %s", q, want)
		}
	}
	if p.Equal(prop.Int64("n").Optional()) || p.Equal(prop.Int64("n").AbsentMeans(4)) {
		t.Error("the value makes no difference")
	}
	read := func(q *prop.NumberProp[int64]) tenon.API {
		return tenon.New("A", "1").Add(route.Get("/a", collection.NoContent()).Query(q).
			Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }))
	}
	kit.CheckFaults(t,
		kit.Faulty(read(prop.Int64("n").Max(2).AbsentMeans(3)), `property "n": the value that absence means must be at most 2`),
		kit.Faulty(tenon.New("A", "1").Add(route.Get("/a", collection.ValueOf(p).View()).
			Handle(func(*route.Call) (int64, error) { return 0, nil })), `property "n": AbsentMeans has no meaning for the value of a body; prop.Nullable accepts null`),
	)
}
