package oastest_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func upper(s string) bool { return s == "A" }

// shown is a member of a response in two releases, and a value of the later one.
type shown struct {
	what     string
	old, now prop.Prop
	value    string // JSON, of the whole object
	breaks   bool
}

var shownMembers = []shown{
	{"a longer text", prop.String("v").MaxLen(3), prop.String("v").MaxLen(10), `{"v":"abcd"}`, false},
	{"a shorter text", prop.String("v").MinLen(3), prop.String("v"), `{"v":"a"}`, false},
	{"a text of another pattern", prop.String("v").Pattern("^a+$"), prop.String("v").Pattern("^b+$"), `{"v":"b"}`, false},
	{"a text without a pattern", prop.String("v").Pattern("^a+$"), prop.String("v"), `{"v":"b"}`, false},
	{"a greater integer", prop.Int64("v").Max(5), prop.Int64("v").Max(7), `{"v":7}`, false},
	{"a smaller integer", prop.Int64("v").Min(5), prop.Int64("v"), `{"v":-7}`, false},
	{"a bound that is inclusive", prop.Int64("v").ExclusiveMin(5), prop.Int64("v").Min(5), `{"v":5}`, false},
	{"an integer of other multiples", prop.Int64("v").MultipleOf(10), prop.Int64("v").MultipleOf(5), `{"v":5}`, false},
	{"a greater number", prop.Float64("v").Max(1.5), prop.Float64("v"), `{"v":2.5}`, false},
	{"a smaller number", prop.Float64("v").ExclusiveMin(0), prop.Float64("v").Min(0), `{"v":0}`, false},
	{"a decimal with more digits", prop.Decimal("v").Scale(1), prop.Decimal("v").Scale(3), `{"v":"1.234"}`, false},
	{"more items", prop.Array(prop.Int("v")).MaxItems(1), prop.Array(prop.Int("v")).MaxItems(3), `{"v":[1,2]}`, false},
	{"fewer items", prop.Array(prop.Int("v")).MinItems(1), prop.Array(prop.Int("v")), `{"v":[]}`, false},
	{"items that are alike", prop.Array(prop.Int("v")).Unique(), prop.Array(prop.Int("v")), `{"v":[1,1]}`, false},
	{"greater items", prop.Array(prop.Int("v").Max(1)), prop.Array(prop.Int("v").Max(2)), `{"v":[2]}`, false},
	{"more members", prop.Map(prop.Int("v")).MaxProperties(1), prop.Map(prop.Int("v")), `{"v":{"a":1,"b":2}}`, false},
	{"fewer members", prop.Map(prop.Int("v")).MinProperties(1), prop.Map(prop.Int("v")), `{"v":{}}`, false},
	{"longer names", prop.Map(prop.Int("v")).PropertyNames(prop.String("n").MaxLen(1)), prop.Map(prop.Int("v")).PropertyNames(prop.String("n").MaxLen(2)), `{"v":{"ab":1}}`, false},
	{"no rule of one's own", prop.String("v").Rule("upper", "must be A", upper), prop.String("v"), `{"v":"b"}`, false},
	{"nullable, and never null", prop.Nullable(prop.String("v")), prop.String("v"), `{"v":"b"}`, false},
	{"fewer choices", prop.Enum("v", "a", "b"), prop.Enum("v", "a"), `{"v":"a"}`, false},

	{"another choice", prop.Enum("v", "a"), prop.Enum("v", "a", "b"), `{"v":"b"}`, true},
	{"any text", prop.Enum("v", "a"), prop.String("v"), `{"v":"b"}`, true},
	{"another type", prop.Int("v"), prop.String("v"), `{"v":"b"}`, true},
	{"a number with a fraction", prop.Int("v"), prop.Float64("v"), `{"v":1.5}`, true},
	{"an integer of more bits", prop.Int32("v"), prop.Int64("v"), `{"v":4294967296}`, true},
	{"null", prop.String("v"), prop.Nullable(prop.String("v")), `{"v":null}`, true},
	{"nothing", prop.String("v"), prop.String("v").Optional(), `{}`, true},
	{"a date with a time", prop.Date("v"), prop.DateTime("v"), `{"v":"2026-01-02T03:04:05Z"}`, true},
	{"a text that is no UUID", prop.UUID("v"), prop.String("v"), `{"v":"b"}`, true},
	{"null in a list", prop.Array(prop.Int("v")), prop.Array(prop.Nullable(prop.Int("v"))).As("v"), `{"v":[null]}`, true},
}

// released returns a route that shows an object with a member, and its API.
func released(t *testing.T, c *collection.Collection[collection.Record], value string, fails ...*render.Problem) (*route.ReadRoute[collection.Record], *tenon.App) {
	t.Helper()
	show := route.Get("/thing", c.View()).Fails(fails...)
	app, err := tenon.New("Things", "1").Add(show.Handle(func(*route.Call) (collection.Record, error) { return c.View().Parse([]byte(value)) })).Build()
	if err != nil {
		t.Fatal(err)
	}
	return show, app
}

// What Compatible reports breaks the client of the last release, and nothing else does.
func TestCompatibleAgreesWithTheClientOfTheLastRelease(t *testing.T) {
	of := func(p prop.Prop) *collection.Collection[collection.Record] {
		return collection.New("Thing", p, prop.Bool("other").Optional())
	}
	type releases struct {
		what     string
		old, now *collection.Collection[collection.Record]
		value    string
		breaks   bool
	}
	var all []releases
	for _, s := range shownMembers {
		all = append(all, releases{s.what, of(s.old), of(s.now), s.value, s.breaks})
	}
	plain := func() *collection.Collection[collection.Record] { return of(prop.Int("v")) }
	all = append(all,
		releases{"a new member", plain(), collection.New("Thing", prop.Int("v"), prop.Int("more"), prop.Bool("other").Optional()), `{"v":1,"more":2}`, false},
		releases{"more members than allowed", plain().MaxProperties(1), plain(), `{"v":1,"other":true}`, false},
		releases{"fewer members than required", plain().MinProperties(2), plain(), `{"v":1}`, false},
	)
	for _, r := range all {
		t.Run(r.what, func(t *testing.T) {
			call, before := released(t, r.old, "{}")
			_, after := released(t, r.now, r.value)
			for _, v := range oas.Versions() {
				text, err := oas.YAML(before, v)
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(t.TempDir(), "released.yaml")
				if err := os.WriteFile(file, text, 0o644); err != nil {
					t.Fatal(err)
				}
				if failed, logged := compatible(t, after, file); (failed != "") != r.breaks {
					t.Errorf("%s: Compatible reports %q %q, want breaking %v", v, failed, logged, r.breaks)
				}
			}
			if got, err := call.Call(context.Background(), client.Local(after)); (err != nil) != r.breaks {
				t.Errorf("the client of the last release reads %v, %v", got, err)
			}
		})
	}
}
