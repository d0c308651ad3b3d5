package kinds_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Enumerations and constants have values of every JSON type.
func TestConstantsOfEveryType(t *testing.T) {
	api, _ := kit.Start(t, everything.API())
	const rest = `,"next":null,"retry":null`
	for _, tt := range []struct{ body, want string }{
		{`{"vat":7,"deleted":true}`, `{"data":{"vat":7,"deleted":true` + rest + `}}`},
		{`{"vat":-1.9e1,"deleted":true}`, `{"data":{"vat":-19,"deleted":true` + rest + `}}`},
		{`{"vat":0.0,"deleted":true,"factor":1000000000000000000000}`, `{"data":{"vat":0,"factor":1e+21,"deleted":true` + rest + `}}`},
		{`{"vat":8,"deleted":false,"factor":0.25}`, `one_of #/vat, one_of #/deleted, one_of #/factor`},
		{`{"vat":7.5,"deleted":1,"next":0}`, `one_of #/vat, type #/deleted, one_of #/next`},
		{`{"vat":"7","deleted":null}`, `type #/vat, null #/deleted`},
		{`{"vat":7,"deleted":true,"retry":"auto"}`, `{"data":{"vat":7,"deleted":true,"next":null,"retry":"auto"}}`},
		{`{"vat":7,"deleted":true,"retry":30e-1}`, `{"data":{"vat":7,"deleted":true,"next":null,"retry":3}}`},
		{`{"vat":7,"deleted":true,"retry":{"a":[1]}}`, `{"data":{"vat":7,"deleted":true,"next":null,"retry":{"a":[1]}}}`},
		{`{"vat":7,"deleted":true,"retry":"3"}`, `one_of #/retry`},
		{`{"vat":7,"deleted":true,"rate":null}`, `{"data":{"vat":7,"deleted":true` + rest + `,"rate":null}}`},
		{`{"vat":7,"deleted":true,"rate":1e9}`, `one_of #/rate`},
		{`{"vat":7,"deleted":true,"rates":[18446744073709551615,18446744073709551614]}`, `one_of #/rates/1`},
	} {
		if got := outcome(t, api.Send(t, "PUT", "/v1/roots/settings", tt.body)); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.body, got, tt.want)
		}
	}
	w := api.Send(t, "PUT", "/v1/roots/settings?vat_of=7.0&rates=1&rates=2", `{"vat":7,"deleted":true}`)
	if got := outcome(t, w); got != "one_of query:rates/1" {
		t.Errorf("parameters: %s", got)
	}
	w = api.Send(t, "PUT", "/v1/roots/settings?vat_of=-7", `{"vat":1,"deleted":true}`)
	for _, v := range w.Problem(t).Errors {
		if v.Detail != "must be one of 0, 7, -19" {
			t.Errorf("%s: %s", v.Place(), v.Detail)
		}
	}
}

// Constants sort and filter by value, not by their text.
func TestConstantsSort(t *testing.T) {
	level := prop.Enum("level", 10, 9, 100)
	type row struct{ Level int }
	rows := collection.Of("Row", func(r *row) collection.Fields { return collection.Fields{level.At(&r.Level).Key()} })
	list := route.List("/rows", rows.List(), paginate.ByPage()).Sorting(level).Filters(paginate.In(level), paginate.AtLeast(level))
	for query, want := range map[string]string{
		"order_by=level":                      "[{9} {10} {100}]",
		"order_by=-level&min_level=10":        "[{100} {10}]",
		"level=9,100&order_by=-level&limit=1": "[{100}]",
	} {
		q, err := list.Parse(query)
		if err != nil {
			t.Fatal(query, err)
		}
		page, err := mempage.Select(q, rows, []row{{100}, {9}, {10}})
		if got := fmt.Sprint(page.Items); got != want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", query, got, err, want)
		}
	}
	if _, err := list.Parse("min_level=11"); err == nil {
		t.Error("a filter with a value beside the set is accepted")
	}
	if vs := rows.View().Check(row{11}); len(vs) != 1 || vs[0].Code != "one_of" {
		t.Errorf("11: %v", vs)
	}
	if _, err := rows.View().Append(nil, row{11}); err == nil {
		t.Error("a value beside the set is written")
	}
}

// A constant identifies the case of a union also if it is not a string.
func TestConstantsIdentifyCases(t *testing.T) {
	type gone struct{ ID string }
	type there struct{ ID string }
	id := prop.String("id")
	u := collection.OneOf("Customer",
		collection.CaseOf[any](collection.Of("Gone", func(g *gone) collection.Fields {
			return collection.Fields{id.At(&g.ID), collection.Fixed(prop.Const("deleted", true))}
		})),
		collection.CaseOf[any](collection.Of("There", func(g *there) collection.Fields {
			return collection.Fields{id.At(&g.ID), collection.Fixed(prop.Const("deleted", false))}
		})))
	show := route.Post("/customers", u.Create(), u.View())
	app := kit.Build(t, tenon.New("C", "1").Add(show.Handle(func(_ *route.Call, in any) (any, error) { return in, nil })))
	for _, want := range []any{gone{"a"}, there{"a"}} {
		if got, err := show.Call(context.Background(), client.Local(app), want); got != want || err != nil {
			t.Errorf("%#v: got %#v, %v", want, got, err)
		}
	}
}

func TestDocumentsHaveConstants(t *testing.T) {
	app := kit.Build(t, everything.API())
	for version, want := range map[oas.Version][]string{
		oas.V30: {`"vat":{"type":"integer","enum":[0,7,-19]}`, `"deleted":{"type":"boolean","enum":[true]}`, `"next":{"type":"object","nullable":true,"enum":[null]`,
			`"retry":{"enum":["auto",3,null,{"a":[1]}]`, `"rate":{"type":"integer","nullable":true,"enum":[1,100,null]}`, `"factor":{"type":"number","enum":[0.5,1,`},
		oas.V31: {`"vat":{"type":"integer","enum":[0,7,-19]}`, `"deleted":{"type":"boolean","const":true}`, `"next":{"type":"null"`,
			`"retry":{"enum":["auto",3,null,{"a":[1]}]`, `"rate":{"type":["integer","null"],"enum":[1,100,null]}`},
	} {
		doc, err := oas.JSON(app, version)
		if err != nil {
			t.Fatal(err)
		}
		text := compact(doc)
		for _, want := range want {
			if !strings.Contains(text, want) {
				_, after, _ := strings.Cut(text, `"Settings`)
				t.Errorf("%s: %.900s\nhas no %s", version, after, want)
			}
		}
	}
}

func TestFaultsOfConstants(t *testing.T) {
	kit.CheckFaults(t,
		kit.Faulty(kit.APIWithQuery(prop.Enum("n", 1, 2, 1)), `property "n": Enum has 1 twice`),
		kit.Faulty(kit.APIWithQuery(prop.Enum[int]("n")), `property "n": Enum needs at least one value`),
		kit.Faulty(kit.APIWithQuery(prop.Enum("n", 0.5, math.NaN())), `property "n": Enum has NaN, which is not valid JSON`),
		kit.Faulty(kit.APIWithBody(collection.New("C", prop.Enum("n", prop.JSON("1"), prop.JSON("1.0")))), `property "n": Enum has 1 twice`),
		kit.Faulty(kit.APIWithBody(collection.New("C", prop.Const("n", prop.JSON("{")))), `property "n": Const has {, which is not valid JSON`),
	)
}
