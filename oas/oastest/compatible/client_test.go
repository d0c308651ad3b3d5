package compatible_test

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
				if failed, logged := judge(t, after, file); (failed != "") != r.breaks {
					t.Errorf("%s: Compatible reports %q %q, want breaking %v", v, failed, logged, r.breaks)
				}
			}
			if got, err := call.Call(context.Background(), client.Local(after)); (err != nil) != r.breaks {
				t.Errorf("the client of the last release reads %v, %v", got, err)
			}
		})
	}
}

// sent is what clients send, in two releases: an input of a route, and its value in the first.
type sent struct {
	what     string
	old, now func(*route.WriteRoute[collection.Record, collection.Record]) *route.WriteRoute[collection.Record, collection.Record]
	members  [2][]prop.Prop
	value    string // JSON, of the body of the old client
	args     []prop.Arg
	breaks   bool
}

// What Compatible reports breaks requests of the client of the last release, and nothing else does.
func TestCompatibleAgreesWithRequestsOfTheLastRelease(t *testing.T) {
	type posting = *route.WriteRoute[collection.Record, collection.Record]
	same := func(r posting) posting { return r }
	query := func(p prop.Prop) func(posting) posting { return func(r posting) posting { return r.Query(p) } }
	header := func(p prop.Prop) func(posting) posting { return func(r posting) posting { return r.Header(p) } }
	body := func(what string, old, now prop.Prop, value string, breaks bool) sent {
		return sent{what, same, same, [2][]prop.Prop{{old}, {now}}, value, nil, breaks}
	}
	v, with := prop.Int("v").WriteOnly(), func(more ...prop.Prop) [2][]prop.Prop {
		return [2][]prop.Prop{{prop.Int("v").WriteOnly()}, append([]prop.Prop{prop.Int("v").WriteOnly()}, more...)}
	}
	q, tenant := prop.Int("q").Max(9).Optional(), prop.String("X-Tenant")
	for _, s := range []sent{
		body("a shorter text", prop.String("v").WriteOnly().MaxLen(5), prop.String("v").WriteOnly().MaxLen(3), `{"v":"abcd"}`, true),
		body("a longer text", prop.String("v").WriteOnly().MaxLen(5), prop.String("v").WriteOnly().MaxLen(9), `{"v":"abcd"}`, false),
		body("another pattern", prop.String("v").WriteOnly().Pattern("^a"), prop.String("v").WriteOnly().Pattern("^b"), `{"v":"a"}`, true),
		body("a smaller bound", prop.Int("v").WriteOnly().Max(9), prop.Int("v").WriteOnly().Max(5), `{"v":7}`, true),
		body("a greater bound", prop.Int("v").WriteOnly().Max(9), prop.Int("v").WriteOnly(), `{"v":7}`, false),
		body("other multiples", prop.Int("v").WriteOnly().MultipleOf(5), prop.Int("v").WriteOnly().MultipleOf(10), `{"v":5}`, true),
		body("fewer items", prop.Array(prop.Int("v")).WriteOnly(), prop.Array(prop.Int("v")).WriteOnly().MaxItems(1), `{"v":[1,2]}`, true),
		body("items that differ", prop.Array(prop.Int("v")).WriteOnly(), prop.Array(prop.Int("v")).WriteOnly().Unique(), `{"v":[1,1]}`, true),
		body("a choice less", prop.Enum("v", "a", "b").WriteOnly(), prop.Enum("v", "a").WriteOnly(), `{"v":"b"}`, true),
		body("a choice more", prop.Enum("v", "a").WriteOnly(), prop.Enum("v", "a", "b").WriteOnly(), `{"v":"a"}`, false),
		body("no null", prop.Nullable(prop.Int("v")).WriteOnly(), prop.Int("v").WriteOnly(), `{"v":null}`, true),
		body("null", prop.Int("v").WriteOnly(), prop.Nullable(prop.Int("v")).WriteOnly(), `{"v":1}`, false),
		body("another type", prop.Int("v").WriteOnly(), prop.String("v").WriteOnly(), `{"v":1}`, true),
		body("a rule of one's own", prop.String("v").WriteOnly(), prop.String("v").WriteOnly().Rule("upper", "must be A", upper), `{"v":"b"}`, true),
		body("what was optional", prop.Int("v").WriteOnly().Optional(), prop.Int("v").WriteOnly(), `{}`, true),
		body("what was required", prop.Int("v").WriteOnly(), prop.Int("v").WriteOnly().Optional(), `{"v":1}`, false),
		{"a new optional member", same, same, with(prop.Int("more").WriteOnly().Optional()), `{"v":1}`, nil, false},
		{"a new required member", same, same, with(prop.Int("more").WriteOnly()), `{"v":1}`, nil, true},
		{"a member that is gone", same, same, [2][]prop.Prop{{v, prop.Int("more").WriteOnly().Optional()}, {v}}, `{"v":1,"more":2}`, nil, true},
		{"a parameter that is gone", query(q), same, with(), `{"v":1}`, []prop.Arg{q.Is(5)}, true},
		{"a parameter with a smaller bound", query(q), query(prop.Int("q").Max(3).Optional()), with(), `{"v":1}`, []prop.Arg{q.Is(5)}, true},
		{"a parameter with a greater bound", query(q), query(prop.Int("q").Max(30).Optional()), with(), `{"v":1}`, []prop.Arg{q.Is(5)}, false},
		{"a new optional parameter", same, query(q), with(), `{"v":1}`, nil, false},
		{"a new required parameter", same, query(prop.Int("q")), with(), `{"v":1}`, nil, true},
		{"a new required header", same, header(prop.String("X-Tenant")), with(), `{"v":1}`, nil, true},
		{"a header that is optional", header(tenant), header(prop.String("X-Tenant").Optional()), with(), `{"v":1}`, []prop.Arg{tenant.Is("a")}, false},
		{"another status", same, func(r posting) posting { return r.Status(202) }, with(), `{"v":1}`, nil, true},
		{"a new header of the response", same, func(r posting) posting { return r.ResponseHeader(prop.String("X-New").Optional()) }, with(), `{"v":1}`, nil, false},
		{"a header of the response that is gone", func(r posting) posting { return r.ResponseHeader(prop.String("X-Old")) }, same, with(), `{"v":1}`, nil, true},
		{"a new problem", same, func(r posting) posting { return r.Fails(render.NewProblem(409, "taken", "It is taken.")) }, with(), `{"v":1}`, nil, false},
	} {
		t.Run(s.what, func(t *testing.T) {
			build := func(edit func(posting) posting, members []prop.Prop) (posting, *collection.Collection[collection.Record], *tenon.App) {
				c := collection.New("Thing", append([]prop.Prop{prop.Bool("other").Optional()}, members...)...)
				r := edit(route.Post("/things", c.Create(), c.View()).Status(200))
				app, err := tenon.New("Things", "1").Add(r.Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil })).Build()
				if err != nil {
					t.Fatal(err)
				}
				return r, c, app
			}
			call, things, before := build(s.old, s.members[0])
			_, _, after := build(s.now, s.members[1])
			text, err := oas.YAML(before, oas.V30)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "released.yaml")
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
			if failed, logged := judge(t, after, file); (failed != "") != s.breaks {
				t.Errorf("Compatible reports %q %q, want breaking %v", failed, logged, s.breaks)
			}
			in, err := things.Create().Parse([]byte(s.value))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := call.Call(context.Background(), client.Local(after), in, s.args...); (err != nil) != s.breaks {
				t.Errorf("the client of the last release gets %v, %v", got, err)
			}
		})
	}
}
