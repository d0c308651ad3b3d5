package oas_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// schemaNames returns the schemas in a document without those of problems.
func schemaNames(t *testing.T, s *tenon.App, v oas.Version) []string {
	t.Helper()
	components, _ := decoded(t, s, v)["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	names := slices.Sorted(maps.Keys(schemas))
	return slices.DeleteFunc(names, func(s string) bool { return s == "Problem" || s == "Violation" })
}

// inModes returns an API with an operation for a collection in each of the modes.
func inModes[T any](c *collection.Collection[T], modes ...tree.Mode) *tenon.App {
	var ops []*tree.Operation
	for _, m := range modes {
		op := taking(node(prop.Object(c)), m)
		op.Path = "/" + m.String()
		ops = append(ops, op)
	}
	return serving(ops...)
}

func TestModesWithEqualSchemasShareAComponent(t *testing.T) {
	inner := collection.New("Inner", prop.Bool("b").Default(true))
	same := collection.New("Same", prop.Bool("b")).Closed()
	wide := collection.New("Wide", prop.Bool("b").Optional()).IgnoreUnknown()
	wider := collection.New("Wider", prop.Bool("c").Optional()).IgnoreUnknown()
	for _, test := range []struct {
		name string
		s    *tenon.App
		want []string
	}{
		{"all the same", inModes(collection.New("Thing", prop.Bool("b")).Closed(), tree.Create, tree.View, tree.List), []string{"Thing"}},
		{"one alone", inModes(collection.New("Thing", prop.Bool("b")).Closed(), tree.Create), []string{"Thing"}},
		{"nothing is required in an update", inModes(collection.New("Thing", prop.Bool("b")).Closed(), tree.Update, tree.Create), []string{"Thing", "ThingUpdate"}},
		{"all optional", inModes(collection.New("Thing", prop.Bool("b").Optional()).Closed(), tree.View, tree.Create, tree.Update), []string{"Thing", "ThingUpdate"}},
		{"read-only", inModes(collection.New("Thing", prop.Bool("b"), prop.Bool("id").ReadOnly()), tree.View, tree.Create), []string{"Thing", "ThingCreate"}},
		{"write-only", inModes(collection.New("Thing", prop.Bool("b"), prop.Bool("id").WriteOnly()), tree.List, tree.Create), []string{"Thing", "ThingCreate"}},
		{"default", inModes(collection.New("Thing", prop.Bool("b").Default(true)), tree.View, tree.Create), []string{"Thing", "ThingCreate"}},
		{"default of what is optional", inModes(collection.New("Thing", prop.Bool("b").Optional().Default(true)), tree.View, tree.Create), []string{"Thing", "ThingCreate"}},
		{"open responses", inModes(collection.New("Thing", prop.Bool("b")), tree.View, tree.Create, tree.List), []string{"Thing", "ThingCreate"}},
		{"open requests and responses", inModes(collection.New("Thing", prop.Bool("b")).IgnoreUnknown(), tree.View, tree.Create, tree.List), []string{"Thing"}},
		{"open requests, closed responses", inModes(collection.New("Thing", prop.Bool("b")).IgnoreUnknown().Closed(), tree.View, tree.Create, tree.List), []string{"Thing", "ThingCreate"}},
		{"one closed mode", inModes(collection.New("Thing", prop.Bool("b")).Closed(collection.List), tree.View, tree.Create, tree.List), []string{"Thing", "ThingCreate", "ThingList"}},
		{"delete has keys only", inModes(collection.New("Thing", prop.Bool("b")), tree.View, tree.Delete), []string{"Thing", "ThingDelete"}},
		{"map in an update", inModes(collection.New("Thing", prop.Map(prop.Bool("b")).Optional()), tree.View, tree.Update), []string{"Thing", "ThingUpdate"}},
		{"nested and different", inModes(collection.New("Thing", prop.Object(inner)), tree.View, tree.Create), []string{"Inner", "InnerCreate", "Thing", "ThingCreate"}},
		{"nested in a list and different", inModes(collection.New("Thing", prop.Array(prop.Object(inner))), tree.View, tree.Create), []string{"Inner", "InnerCreate", "Thing", "ThingCreate"}},
		{"nested and the same", inModes(collection.New("Thing", prop.Object(same)).Closed(), tree.View, tree.Create), []string{"Same", "Thing"}},
		{"list of a nested one in an update", inModes(collection.New("Thing", prop.Array(prop.Object(inner))), tree.Update), []string{"InnerCreate", "ThingUpdate"}},
		{"map of a nested one in an update", inModes(collection.New("Thing", prop.Map(prop.Object(same))), tree.Update), []string{"SameUpdate", "ThingUpdate"}},
		{"recursive", inModes(categories(), tree.View, tree.Create, tree.List), []string{"Category", "CategoryCreate"}},
		{"recursive update", inModes(categories(), tree.Update), []string{"CategoryCreate", "CategoryUpdate"}},
		{"mutual recursion", inModes(people(), tree.View, tree.Create), []string{"Person", "Pet"}},
		{"mutual recursion with a difference far away", inModes(hosts(), tree.View, tree.Create), []string{"Guest", "GuestCreate", "Host", "HostCreate"}},
		{"union whose cases share values", inModes(collection.New("Thing", prop.Union(collection.OneOf("Either", recordCase(wide, 0), recordCase(wider, 1)))).IgnoreUnknown(), tree.View, tree.Create), []string{"Either", "EitherCreate", "Thing", "ThingCreate", "Wide", "Wider"}},
		{"union whose first case applies", inModes(collection.New("Thing", prop.Union(collection.AnyOf("Either", recordCase(wide, 0), recordCase(wider, 1)))).IgnoreUnknown(), tree.View, tree.Create), []string{"Either", "Thing", "Wide", "Wider"}},
		{"hidden operations have none", hidden(inModes(same, tree.View), inModes(inner, tree.View)), []string{"Same"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				if diff := cmp.Diff(test.want, schemaNames(t, test.s, v)); diff != "" {
					t.Errorf("%s: -want +got:\n%s", v, diff)
				}
			}
		})
	}
}

func TestComponentsHaveChosenNames(t *testing.T) {
	thing := collection.New("Thing", prop.Bool("b"), prop.Bool("id").ReadOnly())
	closed := collection.New("Thing", prop.Bool("b")).Closed()
	either := collection.OneOf("Either",
		collection.CaseOf[any](prop.Int("n")), collection.CaseOf[any](closed)).ComponentName(collection.Update, "EitherPatch").Property()
	for _, test := range []struct {
		name string
		s    *tenon.App
		want []string
	}{
		{"a mode that differs", inModes(thing.ComponentName(collection.Create, "NewThing"), tree.View, tree.Create, tree.Update), []string{"NewThing", "Thing", "ThingUpdate"}},
		{"view mode, which lists share", inModes(thing.ComponentName(collection.View, "Shown"), tree.View, tree.List, tree.Create), []string{"Shown", "ThingCreate"}},
		{"a mode with the schema of view mode", inModes(closed.ComponentName(collection.Create, "NewThing"), tree.View, tree.Create), []string{"NewThing", "Thing"}},
		{"two modes with one schema", inModes(closed.ComponentName(collection.View, "Any").ComponentName(collection.Create, "Any"), tree.View, tree.Create), []string{"Any"}},
		{"the last name of a mode", inModes(closed.ComponentName(collection.View, "A").ComponentName(collection.View, "B"), tree.View), []string{"B"}},
		{"another collection", inModes(closed.ComponentName(collection.View, "A").As("B"), tree.View), []string{"B"}},
		{"recursion", inModes(folders(), tree.View, tree.Create, tree.Update), []string{"Folder", "FolderUpdate", "NewFolder"}},
		{"a union, in an update", inModes(collection.New("Box", either).ComponentName(collection.Update, "BoxPatch"), tree.Update, tree.View), []string{"Box", "BoxPatch", "Either", "EitherPatch", "Thing", "ThingUpdate"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				if diff := cmp.Diff(test.want, schemaNames(t, test.s, v)); diff != "" {
					t.Errorf("%s: -want +got:\n%s", v, diff)
				}
			}
		})
	}
}

func hidden(shown, hides *tenon.App) *tenon.App {
	probe.Tree(hides).Operations[0].Hidden = true
	probe.Tree(hides).Operations[0].Path = "/hidden"
	return serving(append(probe.Tree(shown).Operations, probe.Tree(hides).Operations...)...)
}

func folders() *collection.Collection[collection.Record] {
	return collection.New("Folder", prop.Array(prop.Lazy("folders", folders))).ComponentName(collection.Create, "NewFolder")
}

func people() *collection.Collection[collection.Record] {
	return collection.New("Person", prop.Array(prop.Lazy("pets", pets))).Closed()
}

func pets() *collection.Collection[collection.Record] {
	return collection.New("Pet", prop.Lazy("owner", people).Optional()).Closed()
}

func hosts() *collection.Collection[collection.Record] {
	return collection.New("Host", prop.Array(prop.Lazy("guests", guests)))
}

func guests() *collection.Collection[collection.Record] {
	return collection.New("Guest", prop.Array(prop.Lazy("hosts", hosts)), prop.Bool("id").ReadOnly())
}

func TestObjectsInEachMode(t *testing.T) {
	thing := func() *collection.Collection[struct{ ID, Name, Note string }] {
		type row = struct{ ID, Name, Note string }
		return collection.Of("Thing", func(r *row) collection.Fields {
			return collection.Fields{
				prop.String("id").ReadOnly().At(&r.ID).Key(),
				prop.String("name").At(&r.Name),
				prop.String("note").Default("").At(&r.Note).Except(collection.List),
			}
		}).IgnoreUnknown().Closed(collection.List)
	}()
	const id, name, note = `"id":{"readOnly":true,"type":"string"}`, `"name":{"type":"string"}`, `"note":{"type":"string"}`
	const unsent = `"allOf":[{"not":{"required":["id"]}}],`
	for _, test := range []struct {
		mode            tree.Mode
		component, want string
	}{
		{tree.Create, "ThingCreate", `{` + unsent + `"properties":{` + name + `,"note":{"default":"","type":"string"}},"required":["name"],"type":"object"}`},
		{tree.View, "Thing", `{"properties":{` + id + `,` + name + `,` + note + `},"required":["id","name","note"],"type":"object"}`},
		{tree.Update, "ThingUpdate", `{` + unsent + `"properties":{` + name + `,` + note + `},"type":"object"}`},
		{tree.Delete, "ThingDelete", `{"properties":{` + id + `},"required":["id"],"type":"object"}`},
		{tree.List, "ThingList", `{"additionalProperties":false,"properties":{` + id + `,` + name + `},"required":["id","name"],"type":"object"}`},
	} {
		for _, v := range oas.Versions() {
			doc := decoded(t, inModes(thing, test.mode), v)
			if got := part(t, doc, "components", "schemas", test.component); got != test.want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", v, test.mode, got, test.want)
			}
		}
	}
}

func TestMembersAreInTheOrderOfTheirDeclaration(t *testing.T) {
	text, err := oas.JSON(inModes(collection.New("Thing", prop.Bool("z"), prop.Bool("a"), prop.Bool("m")), tree.View), oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	z, a, m := strings.Index(string(text), `"z": {`), strings.Index(string(text), `"a": {`), strings.Index(string(text), `"m": {`)
	if z < 0 || z > a || a > m {
		t.Errorf("z at %d, a at %d, m at %d", z, a, m)
	}
}

// An example is written in the modes for which it has the members.
func TestExamplesOfAnObjectAreValidInItsMode(t *testing.T) {
	type user struct{ Name, Password string }
	users := collection.Of("User", func(u *user) collection.Fields {
		return collection.Fields{
			prop.String("name").At(&u.Name),
			prop.String("password").MinLen(8).WriteOnly().At(&u.Password),
		}
	})
	team := collection.New("Team", prop.Object(users).
		Example(user{Name: "Ann"}).
		Example(user{Name: "Bob", Password: "12345678"}))
	doc := decoded(t, inModes(team, tree.View, tree.Create), oas.V31)
	for name, want := range map[string]string{
		"Team":       `[{"name":"Ann"},{"name":"Bob"}]`,
		"TeamCreate": `[{"name":"Bob","password":"12345678"}]`,
	} {
		if got := part(t, doc, "components", "schemas", name, "properties", "user", "examples"); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
