package calls_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The collections of the tests: a part decides for itself, an extra keeps what it does not declare.
var (
	leafName = prop.String("name")
	leaves   = collection.New("Leaf", leafName, prop.Array(prop.Int("sizes")).Optional())
	strict   = collection.New("Strict", leafName).RejectUnknown()
	labels   = prop.Map(prop.String("label"))
	extras   = collection.New("Extra", leafName, collection.AdditionalIn(labels))
	blank    = collection.New("Blank", prop.Int("n").Optional())
	either   = collection.OneOf("Either",
		collection.CaseOf[any](collection.New("One", prop.Int("one"))), collection.CaseOf[any](collection.New("Two", prop.Int("two")).RejectUnknown()))
	trees = collection.New("Tree", leaves.Object().As("leaf"), leaves.Array("leaves").Optional(),
		strict.Object().As("strict").Optional(), extras.Object().As("extra").Optional(), prop.Union(either).As("either").Optional())
)

// echoing returns a group with an operation for each kind of request body.
func echoing() route.RouteGroup {
	same := func(_ *route.Call, r collection.Record) (collection.Record, error) { return r, nil }
	limit := prop.Int("limit").Optional()
	return route.Group("",
		route.Post("/trees", trees.Create(), trees.View()).Query(limit, route.DeepObject(leaves.Object().As("like").Optional())).Handle(same),
		route.Post("/many", collection.Many(leaves.Create()), collection.Many(leaves.View())).
			Handle(func(_ *route.Call, all []collection.Record) ([]collection.Record, error) { return all, nil }),
		route.Post("/maps", collection.ValueOf(prop.Map(leaves.Object())).Create(), blank.View()).
			Handle(func(*route.Call, map[string]collection.Record) (collection.Record, error) {
				return collection.NewRecord(blank), nil
			}),
		route.Post("/forms", route.AnyOf(route.Form(leaves.Create()), route.Multipart(leaves.Create())), leaves.View()).Handle(same),
		route.Post("/optional", route.Optional(leaves.Create()), blank.View()).
			Handle(func(*route.Call, *collection.Record) (collection.Record, error) {
				return collection.NewRecord(blank), nil
			}),
		route.Patch("/trees", trees.Update(), trees.View()).Handle(func(_ *route.Call, p collection.Patch[collection.Record]) (collection.Record, error) {
			r, _ := trees.Create().Parse([]byte(`{"leaf":{"name":"old"}}`))
			return r, p.Apply(&r)
		}),
		route.Put("/trees", trees.Replace(), trees.View()).Handle(func(_ *route.Call, p collection.Replacement[collection.Record]) (collection.Record, error) {
			r, _ := trees.Create().Parse([]byte(`{"leaf":{"name":"old"}}`))
			return r, p.Apply(&r)
		}),
	)
}

// inEachPlace returns an API for each place of an option.
func inEachPlace(api func(tenon.API) tenon.API, group func(route.RouteGroup) route.RouteGroup) map[string]tenon.API {
	return map[string]tenon.API{
		"api":         api(tenon.New("Trees", "1")).Add(echoing()),
		"group":       tenon.New("Trees", "1").Add(group(echoing())),
		"outer group": tenon.New("Trees", "1").Add(group(route.Group("", echoing()))),
	}
}

func TestUnknownMembersAndParametersAreIgnoredApart(t *testing.T) {
	form := "Content-Type: application/x-www-form-urlencoded"
	members := inEachPlace(tenon.API.IgnoreUnknownMembers, route.RouteGroup.IgnoreUnknownMembers)
	parameters := inEachPlace(tenon.API.IgnoreUnknown, route.RouteGroup.IgnoreUnknown)
	for _, tt := range []struct {
		method, path, body, header string
		member, parameter          bool // whether the option lets the request pass
	}{
		{"POST", "/trees", `{"leaf":{"name":"a","x":1},"y":{"z":[]}}`, "", true, false},
		{"POST", "/trees?x=1", `{"leaf":{"name":"a"}}`, "", false, true},
		{"POST", "/trees?limit=a", `{"leaf":{"name":"a"}}`, "", false, false},
		{"POST", "/trees?like[name]=a&like[x]=1", `{"leaf":{"name":"a"},"x":1}`, "", false, false}, // also the second time
		{"POST", "/trees", `{"leaf":{"x":1}}`, "", false, false},
		{"POST", "/trees", `{"leaf":{"name":"a"},"leaves":[{"name":"b","x":1}]}`, "", true, false},
		{"POST", "/trees", `{"leaf":{"name":"a"},"strict":{"name":"b","x":1}}`, "", false, false},
		{"POST", "/trees", `{"leaf":{"name":"a"},"extra":{"name":"b","x":"kept"}}`, "", true, true},
		{"POST", "/trees", `{"leaf":{"name":"a"},"extra":{"name":"b","x":1}}`, "", false, false},
		{"POST", "/trees", `{"leaf":{"name":"a"},"either":{"one":1,"x":1}}`, "", true, false},
		{"POST", "/trees", `{"leaf":{"name":"a"},"either":{"two":1,"x":1}}`, "", false, false},
		{"POST", "/trees", `{"leaf":{"name":"a"},"x":1,"x":2}`, "", false, false}, // named twice
		{"POST", "/many", `[{"name":"a","x":null}]`, "", true, false},
		{"POST", "/maps", `{"a":{"name":"a","x":null}}`, "", true, false},
		{"POST", "/forms", "name=a&x=1", form, true, false},
		{"POST", "/forms", "--b\r\nContent-Disposition: form-data; name=name\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name=x; filename=x\r\n\r\na\r\n--b--\r\n",
			"Content-Type: multipart/form-data; boundary=b", true, false},
		{"POST", "/optional", `{"name":"a","x":null}`, "", true, false},
		{"PATCH", "/trees", `{"leaf":{"x":1}}`, "", true, false},
		{"PATCH", "/trees", `{"strict":{"name":"b","x":1}}`, "", false, false},
		{"PUT", "/trees", `{"leaf":{"name":"a"},"x":1}`, "", true, false},
	} {
		var header []string
		if tt.header != "" {
			header = append(header, tt.header)
		}
		check := func(place string, api tenon.API, passes bool) {
			app := kit.Build(t, api)
			for range 2 { // the second call has the decoder of the first
				if got := kit.Send(t, app, tt.method, tt.path, tt.body, header...); got.Status < 300 != passes {
					t.Errorf("%s: %s %s %s: %d %s, want it to pass: %t", place, tt.method, tt.path, tt.body, got.Status, got.Body, passes)
				}
			}
		}
		for place, api := range members {
			check("IgnoreUnknownMembers of "+place, api, tt.member)
		}
		for place, api := range parameters {
			check("IgnoreUnknown of "+place, api, tt.parameter)
		}
	}
}

func schemasOf(t *testing.T, app *tenon.App, v oas.Version) map[string]any {
	t.Helper()
	doc, err := oas.JSON(app, v)
	if err != nil {
		t.Fatal(err)
	}
	var whole struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(doc, &whole); err != nil {
		t.Fatal(err)
	}
	delete(whole.Components.Schemas, "Problem")
	delete(whole.Components.Schemas, "Violation")
	return whole.Components.Schemas
}

// A collection of routes that ignore undeclared members and of others has two components; if all do
// the same, its component has the usual name.
func TestDocumentsHaveWhatRoutesIgnore(t *testing.T) {
	inner := collection.New("Inner", prop.Int("n").ReadOnly(), prop.Int("m"))
	outer := collection.New("Outer", inner.Object(), prop.Int("id").ReadOnly())
	sealed := collection.New("Sealed", prop.Int("id").ReadOnly(), inner.Object()).RejectUnknown()
	lone := collection.New("Lone", prop.Int("id").ReadOnly(), prop.Int("m")).RejectUnknown()
	post := func(path string, c *collection.Collection[collection.Record]) *route.Route {
		return route.Post(path, c.Create(), c.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) { return r, nil })
	}
	for name, tt := range map[string]struct {
		api    tenon.API
		want   []string
		closed []string
	}{
		"all reject": {tenon.New("A", "1").Add(post("/a", outer)), []string{"Inner", "InnerCreate", "Outer", "OuterCreate"}, []string{"InnerCreate", "OuterCreate"}},
		"all ignore": {tenon.New("A", "1").Add(post("/a", outer)).IgnoreUnknownMembers(), []string{"Inner", "InnerCreate", "Outer", "OuterCreate"}, nil},
		"some ignore": {tenon.New("A", "1").Add(post("/a", outer), post("/b", outer).IgnoreUnknownMembers()),
			[]string{"Inner", "InnerCreate", "InnerCreateOpen", "Outer", "OuterCreate", "OuterCreateOpen"}, []string{"InnerCreate", "OuterCreate"}},
		"declared after": {tenon.New("A", "1").Add(post("/b", outer).IgnoreUnknownMembers(), post("/a", outer)),
			[]string{"Inner", "InnerCreate", "InnerCreateOpen", "Outer", "OuterCreate", "OuterCreateOpen"}, []string{"InnerCreate", "OuterCreate"}},
		"rejected, with a part": {tenon.New("A", "1").Add(post("/a", sealed), post("/b", sealed).IgnoreUnknownMembers()),
			[]string{"Inner", "InnerCreate", "InnerCreateOpen", "Sealed", "SealedCreate", "SealedCreateOpen"}, []string{"InnerCreate", "SealedCreate", "SealedCreateOpen"}},
		"rejected": {tenon.New("A", "1").Add(post("/a", lone), post("/b", lone).IgnoreUnknownMembers()),
			[]string{"Lone", "LoneCreate"}, []string{"LoneCreate"}},
		"a chosen name": {tenon.New("A", "1").Add(post("/a", inner.ComponentName(collection.Create, "NewInner")), post("/b", inner.ComponentName(collection.Create, "NewInner")).IgnoreUnknownMembers()),
			[]string{"Inner", "NewInner", "NewInnerOpen"}, []string{"NewInner"}},
	} {
		app := kit.Build(t, tt.api)
		for _, v := range oas.Versions() {
			schemas := schemasOf(t, app, v)
			var closed []string
			for name, s := range schemas {
				if s.(map[string]any)["additionalProperties"] == false {
					closed = append(closed, name)
				}
			}
			slices.Sort(closed)
			if diff := cmp.Diff(tt.want, slices.Sorted(maps.Keys(schemas))); diff != "" {
				t.Errorf("%s, %s: -want +got:\n%s", name, v, diff)
			}
			if diff := cmp.Diff(tt.closed, closed); diff != "" {
				t.Errorf("%s, %s: closed: -want +got:\n%s", name, v, diff)
			}
		}
	}
}

// What distinguishes the cases of a union does not, if members are ignored.
func TestUnionsOfIgnoredMembersAreDistinguished(t *testing.T) {
	a := collection.New("A", prop.Int("n"))
	c := collection.New("C", prop.Int("n"), prop.Int("k"))
	post := func(u collection.Union[any]) *route.Route {
		return route.Post("/u", u.Create(), u.View()).Handle(func(_ *route.Call, v any) (any, error) { return v, nil })
	}
	apart := collection.OneOf("U", collection.CaseOf[any](a.RejectUnknown()), collection.CaseOf[any](c))
	kit.Build(t, tenon.New("U", "1").Add(post(apart).IgnoreUnknownMembers()))
	kit.Build(t, tenon.New("U", "1").Add(post(collection.OneOf("U", collection.CaseOf[any](a), collection.CaseOf[any](c)))))
	_, err := tenon.New("U", "1").Add(post(collection.OneOf("U", collection.CaseOf[any](a), collection.CaseOf[any](c))).IgnoreUnknownMembers()).Build()
	if err == nil || !strings.Contains(err.Error(), `cannot be distinguished from one of "A" in Create mode of an operation that ignores undeclared members`) {
		t.Errorf("got %v, want a fault", err)
	}
}
