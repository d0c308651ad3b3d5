package kinds_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// store serves one entity: PUT replaces it, PATCH changes it. Both respond with the result.
func store[T any](t *testing.T, c *collection.Collection[T]) http.Handler {
	var kept T
	return kit.Build(t, tenon.New("Merge", "1").Add(
		route.Put("/e", c.Create(), c.View()).Handle(func(_ *route.Call, in T) (T, error) {
			kept = in
			return in, nil
		}),
		route.Patch("/e", c.Update(), c.View()).Handle(func(_ *route.Call, p collection.Patch[T]) (T, error) {
			next := kept
			if err := p.Apply(&next); err != nil {
				return next, err
			}
			kept = next
			return next, nil
		}),
	))
}

func data(t *testing.T, r kit.Response) any {
	t.Helper()
	if r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	return parsed(t, r.Body).(map[string]any)["data"]
}

func parsed(t *testing.T, text string) (v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(text, err)
	}
	return v
}

// mergePatch is the function of RFC 7396 §2, on values of encoding/json.
func mergePatch(target, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	merged := map[string]any{}
	if old, ok := target.(map[string]any); ok {
		for name, v := range old {
			merged[name] = v
		}
	}
	for name, v := range changes {
		if v == nil {
			delete(merged, name)
		} else {
			merged[name] = mergePatch(merged[name], v)
		}
	}
	return merged
}

// appendixA is the table of RFC 7396, appendix A: original, patch, result.
var appendixA = [][3]string{
	{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
	{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
	{`{"a":"b"}`, `{"a":null}`, `{}`},
	{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
	{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
	{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
	{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
	{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
	{`["a","b"]`, `["c","d"]`, `["c","d"]`},
	{`{"a":"b"}`, `["c"]`, `["c"]`},
	{`{"a":"foo"}`, `null`, `null`}, // where null is a value
	{`{"a":"foo"}`, `"bar"`, `"bar"`},
	{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
	{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
	{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	// Not of the appendix: what a patch does not name keeps its text.
	{`{"n":1.00,"big":123456789012345678901234567890,"t":"\u0041"}`, `{"x":{"y":[{"z":null}]}}`,
		`{"n":1.00,"big":123456789012345678901234567890,"t":"\u0041","x":{"y":[{"z":null}]}}`},
	{`{"a":{"b":{"c":{"d":1,"e":2}}}}`, `{"a":{"b":{"c":{"e":null,"f":{"g":null}}}}}`, `{"a":{"b":{"c":{"d":1,"f":{}}}}}`},
}

type anyHolder struct {
	V     prop.JSON
	P     *prop.JSON
	Map   map[string]prop.JSON
	Deep  map[string]map[string]prop.JSON
	Inner struct{ V prop.JSON }
	Case  anyCase
	Rest  map[string]prop.JSON
	Other *string
}

type anyCase interface{ anyCase() }
type anyJSON prop.JSON
type anyText string

func (anyJSON) anyCase() {}
func (anyText) anyCase() {}

// Any JSON is merged wherever it is.
func TestAppendixAOfRFC7396WhereverAnyJSONIs(t *testing.T) {
	v := prop.Any("v")
	of := func(f func(h *anyHolder) collection.Field) *collection.Collection[anyHolder] {
		return collection.Of("Holder", func(h *anyHolder) collection.Fields {
			return collection.Fields{f(h), prop.String("other").Optional().AtOptional(&h.Other)}
		})
	}
	inner := collection.Of("Inner", func(i *struct{ V prop.JSON }) collection.Fields { return collection.Fields{v.At(&i.V)} })
	cases := collection.AnyOf("Case",
		collection.Case(prop.String("text").MinLen(1).MaxLen(1), func(s string) anyCase { return anyText(s) }, func(c anyCase) (string, bool) { s, ok := c.(anyText); return string(s), ok }),
		collection.Case(prop.Any("json"), func(s prop.JSON) anyCase { return anyJSON(s) }, func(c anyCase) (prop.JSON, bool) { s, ok := c.(anyJSON); return prop.JSON(s), ok }))
	for name, place := range map[string]struct {
		of     *collection.Collection[anyHolder]
		around string // of the value, with %s
		absent bool   // null removes it
	}{
		"a member": {of(func(h *anyHolder) collection.Field { return v.At(&h.V) }), `{"v":%s}`, false},
		"one with a rule": {of(func(h *anyHolder) collection.Field {
			return v.Rule("r", "must be", func(prop.JSON) bool { return true }).At(&h.V)
		}), `{"v":%s}`, false},
		"one with a default": {of(func(h *anyHolder) collection.Field { return v.Default(`{"d":1}`).At(&h.V) }), `{"v":%s}`, false},
		"one by a function": {collection.Of("Holder", func(*anyHolder) collection.Fields {
			return collection.Fields{collection.AtFunc(v, func(h *anyHolder) *prop.JSON { return &h.V })}
		}), `{"v":%s}`, false},
		"an optional member":   {of(func(h *anyHolder) collection.Field { return v.Optional().AtOptional(&h.P) }), `{"v":%s}`, true},
		"a nullable member":    {of(func(h *anyHolder) collection.Field { return prop.Nullable(v).At(&h.P) }), `{"v":%s}`, false},
		"an object":            {of(func(h *anyHolder) collection.Field { return prop.Object(inner).As("o").At(&h.Inner) }), `{"o":{"v":%s}}`, false},
		"a map":                {of(func(h *anyHolder) collection.Field { return prop.Map(prop.Any("m")).At(&h.Map) }), `{"m":{"k":%s}}`, true},
		"a map of maps":        {of(func(h *anyHolder) collection.Field { return prop.Map(prop.Map(prop.Any("m"))).At(&h.Deep) }), `{"m":{"k":{"l":%s}}}`, true},
		"additional members":   {of(func(h *anyHolder) collection.Field { return collection.Additional(prop.Any("rest"), &h.Rest) }), `{"k":%s}`, true},
		"the case of a union":  {of(func(h *anyHolder) collection.Field { return prop.Union(cases).As("u").At(&h.Case) }), `{"u":%s}`, false},
		"another name, a rule": {of(func(h *anyHolder) collection.Field { return v.NoNUL().As("v/~").At(&h.V) }), `{"v/~":%s}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := store(t, place.of)
			for _, row := range appendixA {
				want := fmt.Sprintf(place.around, row[2])
				if row[1] == "null" && place.absent {
					want = strings.NewReplacer(`"v":null`, ``, `"k":null`, ``, `"l":null`, ``).Replace(want)
				}
				data(t, kit.Send(t, h, "PUT", "/e", fmt.Sprintf(place.around, row[0])))
				got := data(t, kit.Send(t, h, "PATCH", "/e", fmt.Sprintf(place.around, row[1]), "Content-Type: application/merge-patch+json"))
				if want := parsed(t, want); !reflect.DeepEqual(got, want) {
					t.Errorf("%s ← %s: %v, want %v", row[0], row[1], got, want)
				}
			}
		})
	}
}
