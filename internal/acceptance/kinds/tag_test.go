package kinds_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A tag may have several values in a case. Members decide among the cases of one value, and where a
// value lacks a tag that may be absent.
func TestTagsWithSeveralValues(t *testing.T) {
	api, _ := kit.Start(t, everything.API())
	for body, want := range map[string]string{
		`{"kind":"above","limit":1}`:               `{"data":{"kind":"above","limit":1}}`,
		`{"limit":1,"kind":"below"}`:               `{"data":{"kind":"below","limit":1}}`,
		`{"kind":"below","name":"n"}`:              `{"data":{"kind":"below","name":"n"}}`,
		`{"kind":"pulse","every":2}`:               `{"data":{"kind":"pulse","every":2}}`,
		`{"every":2}`:                              `{"data":{"every":2}}`,
		`{"kind":"above","name":"n"}`:              `unknown #/name, required #/limit`,
		`{"kind":"above"}`:                         `required #/limit`,
		`{"kind":"below"}`:                         `no_case #, required #/limit`,
		`{"kind":"below","name":""}`:               `no_case #, min_length #/name`,
		`{"kind":"below","limit":1,"name":"name"}`: `no_case #, unknown #/name`,
		`{"kind":"pulse","every":0}`:               `min #/every`,
		`{"every":0}`:                              `no_case #, min #/every`,
		`{"kind":"none","every":1}`:                `one_of #/kind`,
		`{"kind":7,"every":1}`:                     `type #/kind`,
		`{"kind":null,"every":1}`:                  `no_case #, null #/kind`,
	} {
		if got := outcome(t, api.Send(t, "PUT", "/v1/roots/signal", body)); got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}
	problem := api.Send(t, "PUT", "/v1/roots/signal", `{"kind":"none"}`).Problem(t)
	if got := problem.Errors[0].Detail; got != "must be one of above, below, seen, pulse" {
		t.Errorf("an unknown tag: %s", got)
	}
}

// The document maps the values that identify a schema.
func TestTheDocumentMapsTheValuesOfATag(t *testing.T) {
	app := kit.Build(t, everything.API())
	doc, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	compact := strings.Join(strings.Fields(string(doc)), "")
	for _, want := range []string{
		`"propertyName":"kind","mapping":{"above":"#/components/schemas/SignalLevel","seen":"#/components/schemas/SignalEvent","pulse":"#/components/schemas/SignalPulse"}`,
		`"SignalCreate":{"oneOf"`,
		`"Signal":{"oneOf"`,
	} {
		if !strings.Contains(compact, want) {
			t.Errorf("no %s", want)
		}
	}
}

// Clients read what the server writes.
func TestClientsReadTagsWithSeveralValues(t *testing.T) {
	put := route.Put("/signal", everything.Signals.Create(), everything.Signals.View())
	app := kit.Build(t, kit.API(put.Handle(func(_ *route.Call, in any) (any, error) { return in, nil })))
	local := client.Local(app)
	for _, text := range []string{`{"kind":"below","name":"n"}`, `{"every":3}`} {
		in, err := everything.Signals.Create().Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		out, err := put.Call(context.Background(), local, in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := everything.Signals.View().Append(nil, out); err != nil || string(got) != text {
			t.Errorf("got %s, %v, want %s", got, err, text)
		}
	}
}

func TestFaultsOfTags(t *testing.T) {
	of := func(name string, props ...prop.Prop) collection.Variant[any] {
		return collection.CaseOf[any](collection.New(name, props...))
	}
	kind, n := prop.Enum("kind", "a", "b"), prop.Int("n")
	inner := collection.OneOf("Inner", of("X", prop.Const("kind", "x")), of("Y", prop.Const("kind", "y"))).Tagged("kind")
	for message, u := range map[string]collection.Union[any]{
		`union "U": case "B" has no constant "kind"; give it one with collection.Fixed`: collection.OneOf("U", of("A", kind, n), of("B", prop.Enum("kind", 1, 2))),
		`union "U": cases "A" and "B" both have "a" for kind`:                           collection.OneOf("U", of("A", prop.Const("kind", "a"), n), of("B", kind, n.Optional())),
		`union "U": case "B" never applies in Create mode: every value of it also matches "A", which is declared before it; declare it first`: collection.AnyOf("U",
			of("A", kind, n.Optional()), of("B", prop.Const("kind", "a"), n)),
		`union "U": case "map" may be an object, and Tagged("kind") needs a collection with this constant`: collection.OneOf("U",
			of("A", kind, n), collection.CaseOf[any](prop.Map(n).As("map"))),
		`union "U": case "inner" may be an object, and Tagged("kind") needs a collection with this constant`: collection.OneOf("U",
			of("A", kind, n), collection.Case(inner, func(v any) any { return v }, func(v any) (any, bool) { return v, true })),
	} {
		kit.CheckFault(t, message, reading[any](u.Tagged("kind").Create()), message)
	}
	for name, u := range map[string]collection.Union[any]{
		"shared values":   collection.OneOf("U", of("A", kind, n), of("B", kind, prop.Int("m"))),
		"the first one":   collection.AnyOf("U", of("A", prop.Const("kind", "a"), n), of("B", kind, n.Optional())),
		"an optional tag": collection.OneOf("U", of("A", kind.Optional()), of("B", prop.Const("kind", "c"))),
	} {
		if _, err := reading[any](u.Tagged("kind").Create()).Build(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
