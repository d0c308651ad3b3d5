package kinds_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A body is any JSON value that a property declares, in requests and in responses.
func TestABodyIsAnyValue(t *testing.T) {
	api, _ := kit.Start(t, everything.API())
	for _, tt := range []struct{ path, body, want string }{
		{"stocks", `{"a":1,"b":0}`, `{"data":{"a":1,"b":0}}`},
		{"stocks", `{}`, `min_properties #`},
		{"stocks", `{"a":-1,"b":"x"}`, `min #/a, type #/b`},
		{"stocks", `[]`, `type #`},
		{"stocks", `null`, `null #`},
		{"labels", `["x","y"]`, `{"data":["x","y"]}`},
		{"labels", `[]`, `{"data":[]}`},
		{"labels", `["x","x"]`, `unique #/1`},
		{"labels", `["a","b","c","d"]`, `max_items #`},
		{"labels", `["abcde"]`, `max_length #/0`},
		{"ratio", `0.5`, `{"data":0.5}`},
		{"ratio", `null`, `{"data":null}`},
		{"ratio", `2`, `max #`},
		{"ratio", `"0.5"`, `type #`},
		{"config", `{"a":[1,null,"x"]}`, `{"data":{"a":[1,null,"x"]}}`},
		{"config", `null`, `{"data":null}`},
		{"config", `"\u0000"`, `no_nul #`},
		{"by-name", `{"a":{"name":"p","count":1}}`, `{"data":{"a":{"name":"p","count":1}}}`},
		{"by-name", `{"a":{"name":""},"b~/":{"nick":1}}`, `min_length #/a/name, one_of #/b~0~1, unknown #/b~0~1/nick, required #/b~0~1/name`},
		{"parts", `[{"name":"p","count":1}]`, `{"data":[{"name":"p","count":1}]}`},
		{"parts", `[]`, `min_items #`},
		{"parts", `[{"name":"p"},{"name":"q"},{"name":"r"}]`, `max_items #`},
		{"parts", `[{"name":"p"},{"name":"p"}]`, `unique #/1`},
	} {
		w := api.Send(t, "PUT", "/v1/roots/"+tt.path, tt.body)
		if got := outcome(t, w); got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.path, tt.body, got, tt.want)
		}
	}
}

// outcome returns the body of a success, or the violations of a problem.
func outcome(t *testing.T, w kit.Response) string {
	t.Helper()
	if w.Status < 400 {
		return w.Body
	}
	return strings.Join(w.Problem(t).Violations(), ", ")
}

// The typed client sends and receives such values, and checks them before it sends them.
func TestClientsSendAnyValue(t *testing.T) {
	v := collection.ValueOf(prop.Nullable(prop.Array(prop.Int("n").Max(9)).MaxItems(2)))
	double := route.Post("/double", v.Create(), v.View())
	api := tenon.New("D", "1").Add(double.Handle(func(_ *route.Call, in *[]int) (*[]int, error) {
		if in == nil {
			return nil, nil
		}
		out := slices.Repeat(*in, 2)
		return &out, nil
	}))
	c := client.Local(kit.Build(t, api))
	got, err := double.Call(context.Background(), c, &[]int{3})
	if err != nil || !reflect.DeepEqual(*got, []int{3, 3}) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := double.Call(context.Background(), c, nil); got != nil || err != nil {
		t.Errorf("null: got %v, %v", got, err)
	}
	_, err = double.Call(context.Background(), c, &[]int{3, 10})
	if vs, ok := errors.AsType[prop.Violations](err); !ok || len(vs) != 1 || vs[0].Pointer != "#/1" {
		t.Errorf("an invalid value: %v", err)
	}
	if _, err := double.Call(context.Background(), c, &[]int{3, 4}); err == nil {
		t.Error("a response that violates its declaration is accepted")
	}
}

func TestDocumentsHaveAnyValue(t *testing.T) {
	v := collection.ValueOf(prop.Nullable(prop.Array(prop.Int32("n").Max(9)).MinItems(1).MaxItems(2)))
	put := route.Put("/n", v.Create(), collection.NoContent()).ID("put").Summary("Put").Handle(func(*route.Call, *[]int32) (e collection.Empty, err error) { return e, nil })
	app := kit.Build(t, tenon.New("D", "1").Add(put))
	for version, want := range map[oas.Version]string{
		oas.V30: `"schema":{"type":"array","nullable":true,"items":{"type":"integer","format":"int32","maximum":9},"minItems":1,"maxItems":2}`,
		oas.V31: `"schema":{"type":["array","null"],"items":{"type":"integer","format":"int32","maximum":9},"minItems":1,"maxItems":2}`,
	} {
		doc, err := oas.JSON(app, version)
		if err != nil {
			t.Fatal(err)
		}
		if text := compact(doc); !strings.Contains(text, want) {
			t.Errorf("%s: %.400s\nhas no %s", version, text, want)
		}
	}
}

func TestFaultsOfValues(t *testing.T) {
	s := prop.String("s")
	kit.CheckFaults(t,
		kit.Faulty(reading[string](collection.ValueOf(s.Optional()).Create()), `property "s": Optional has no meaning for the value of a body; prop.Nullable accepts null`),
		kit.Faulty(reading[string](collection.ValueOf(s.Default("x")).Create()), `property "s": Default has no meaning for the value of a body`),
		kit.Faulty(reading[string](collection.ValueOf(s.ReadOnly()).Create()), `property "s": ReadOnly has no meaning for the value of a body; declare it in responses only`),
		kit.Faulty(reading[string](collection.ValueOf(s.WriteOnly()).Create()), `property "s": WriteOnly has no meaning for the value of a body; declare it in requests only`),
		kit.Faulty(reading[string](collection.ValueOf(s.MinLen(-1)).Create()), `property "s": MinLen(-1) is below 0`),
		kit.Faulty(reading[string](collection.Value[string]{}.Create()), `a value was not created by collection.ValueOf`),
		kit.Faulty(reading[[]kit.Thing](collection.Many(kit.Things.Create()).MinItems(2).MaxItems(1)), `property "Thing": MaxItems(1) is below MinItems(2)`),
		kit.Faulty(reading[[]kit.Thing](collection.Many(kit.Things.Create()).MaxItems(-1)), `property "Thing": MaxItems(-1) is below 0`),
	)
	kit.CheckFault(t, "a file", reading[prop.Upload](collection.ValueOf(prop.File("f")).Create()), `POST /x: member "f" is a file, which only a form has; see route.Multipart`)
	kit.CheckFault(t, "a form", reading(route.Form[string](collection.ValueOf(s).Create())), `POST /x: a form must be one collection in Create mode, or a union of them`)
}

// compact removes the white space of JSON.
func compact(text []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return err.Error()
	}
	return b.String()
}

// reading returns an API with a route that reads a body.
func reading[T any](b route.Body[T]) tenon.API {
	return kit.API(route.Post("/x", b, collection.NoContent()).
		Handle(func(*route.Call, T) (e collection.Empty, err error) { return e, nil }))
}
