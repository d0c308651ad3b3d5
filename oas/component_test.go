package oas_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
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
func inModes[T any](c *collection.Collection[T], modes ...ir.Mode) *tenon.App {
	var ops []*ir.Operation
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
		{"all the same", inModes(collection.New("Thing", prop.Bool("b")).Closed(), ir.Create, ir.View, ir.List), []string{"Thing"}},
		{"one alone", inModes(collection.New("Thing", prop.Bool("b")).Closed(), ir.Create), []string{"Thing"}},
		{"nothing is required in an update", inModes(collection.New("Thing", prop.Bool("b")).Closed(), ir.Update, ir.Create), []string{"Thing", "ThingUpdate"}},
		{"all optional", inModes(collection.New("Thing", prop.Bool("b").Optional()).Closed(), ir.View, ir.Create, ir.Update), []string{"Thing", "ThingUpdate"}},
		{"read-only", inModes(collection.New("Thing", prop.Bool("b"), prop.Bool("id").ReadOnly()), ir.View, ir.Create), []string{"Thing", "ThingCreate"}},
		{"write-only", inModes(collection.New("Thing", prop.Bool("b"), prop.Bool("id").WriteOnly()), ir.List, ir.Create), []string{"Thing", "ThingCreate"}},
		{"default", inModes(collection.New("Thing", prop.Bool("b").Default(true)), ir.View, ir.Create), []string{"Thing", "ThingCreate"}},
		{"default of what is optional", inModes(collection.New("Thing", prop.Bool("b").Optional().Default(true)), ir.View, ir.Create), []string{"Thing", "ThingCreate"}},
		{"open responses", inModes(collection.New("Thing", prop.Bool("b")), ir.View, ir.Create, ir.List), []string{"Thing", "ThingCreate"}},
		{"open requests and responses", inModes(collection.New("Thing", prop.Bool("b")).IgnoreUnknown(), ir.View, ir.Create, ir.List), []string{"Thing"}},
		{"open requests, closed responses", inModes(collection.New("Thing", prop.Bool("b")).IgnoreUnknown().Closed(), ir.View, ir.Create, ir.List), []string{"Thing", "ThingCreate"}},
		{"one closed mode", inModes(collection.New("Thing", prop.Bool("b")).Closed(collection.List), ir.View, ir.Create, ir.List), []string{"Thing", "ThingCreate", "ThingList"}},
		{"delete has keys only", inModes(collection.New("Thing", prop.Bool("b")), ir.View, ir.Delete), []string{"Thing", "ThingDelete"}},
		{"map in an update", inModes(collection.New("Thing", prop.Map(prop.Bool("b")).Optional()), ir.View, ir.Update), []string{"Thing", "ThingUpdate"}},
		{"nested and different", inModes(collection.New("Thing", prop.Object(inner)), ir.View, ir.Create), []string{"Inner", "InnerCreate", "Thing", "ThingCreate"}},
		{"nested in a list and different", inModes(collection.New("Thing", prop.Array(prop.Object(inner))), ir.View, ir.Create), []string{"Inner", "InnerCreate", "Thing", "ThingCreate"}},
		{"nested and the same", inModes(collection.New("Thing", prop.Object(same)).Closed(), ir.View, ir.Create), []string{"Same", "Thing"}},
		{"list of a nested one in an update", inModes(collection.New("Thing", prop.Array(prop.Object(inner))), ir.Update), []string{"InnerCreate", "ThingUpdate"}},
		{"map of a nested one in an update", inModes(collection.New("Thing", prop.Map(prop.Object(same))), ir.Update), []string{"SameUpdate", "ThingUpdate"}},
		{"recursive", inModes(categories(), ir.View, ir.Create, ir.List), []string{"Category", "CategoryCreate"}},
		{"recursive update", inModes(categories(), ir.Update), []string{"CategoryCreate", "CategoryUpdate"}},
		{"mutual recursion", inModes(people(), ir.View, ir.Create), []string{"Person", "Pet"}},
		{"mutual recursion with a difference far away", inModes(hosts(), ir.View, ir.Create), []string{"Guest", "GuestCreate", "Host", "HostCreate"}},
		{"union whose cases share values", inModes(collection.New("Thing", prop.Union(collection.OneOf("Either", recordCase(wide, 0), recordCase(wider, 1)))).IgnoreUnknown(), ir.View, ir.Create), []string{"Either", "EitherCreate", "Thing", "ThingCreate", "Wide", "Wider"}},
		{"union whose first case applies", inModes(collection.New("Thing", prop.Union(collection.AnyOf("Either", recordCase(wide, 0), recordCase(wider, 1)))).IgnoreUnknown(), ir.View, ir.Create), []string{"Either", "Thing", "Wide", "Wider"}},
		{"hidden operations have none", hidden(inModes(same, ir.View), inModes(inner, ir.View)), []string{"Same"}},
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
		{"a mode that differs", inModes(thing.ComponentName(collection.Create, "NewThing"), ir.View, ir.Create, ir.Update), []string{"NewThing", "Thing", "ThingUpdate"}},
		{"view mode, which lists share", inModes(thing.ComponentName(collection.View, "Shown"), ir.View, ir.List, ir.Create), []string{"Shown", "ThingCreate"}},
		{"a mode with the schema of view mode", inModes(closed.ComponentName(collection.Create, "NewThing"), ir.View, ir.Create), []string{"NewThing", "Thing"}},
		{"two modes with one schema", inModes(closed.ComponentName(collection.View, "Any").ComponentName(collection.Create, "Any"), ir.View, ir.Create), []string{"Any"}},
		{"the last name of a mode", inModes(closed.ComponentName(collection.View, "A").ComponentName(collection.View, "B"), ir.View), []string{"B"}},
		{"another collection", inModes(closed.ComponentName(collection.View, "A").As("B"), ir.View), []string{"B"}},
		{"recursion", inModes(folders(), ir.View, ir.Create, ir.Update), []string{"Folder", "FolderUpdate", "NewFolder"}},
		{"a union, in an update", inModes(collection.New("Box", either).ComponentName(collection.Update, "BoxPatch"), ir.Update, ir.View), []string{"Box", "BoxPatch", "Either", "EitherPatch", "Thing", "ThingUpdate"}},
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
	ir.APIOf(hides).Operations[0].Hidden = true
	ir.APIOf(hides).Operations[0].Path = "/hidden"
	return serving(append(ir.APIOf(shown).Operations, ir.APIOf(hides).Operations...)...)
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
		mode            ir.Mode
		component, want string
	}{
		{ir.Create, "ThingCreate", `{` + unsent + `"properties":{` + name + `,"note":{"default":"","type":"string"}},"required":["name"],"type":"object"}`},
		{ir.View, "Thing", `{"properties":{` + id + `,` + name + `,` + note + `},"required":["id","name","note"],"type":"object"}`},
		{ir.Update, "ThingUpdate", `{` + unsent + `"properties":{` + name + `,` + note + `},"type":"object"}`},
		{ir.Delete, "ThingDelete", `{"properties":{` + id + `},"required":["id"],"type":"object"}`},
		{ir.List, "ThingList", `{"additionalProperties":false,"properties":{` + id + `,` + name + `},"required":["id","name"],"type":"object"}`},
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
	text, err := oas.JSON(inModes(collection.New("Thing", prop.Bool("z"), prop.Bool("a"), prop.Bool("m")), ir.View), oas.V30)
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
	doc := decoded(t, inModes(team, ir.View, ir.Create), oas.V31)
	for name, want := range map[string]string{
		"Team":       `[{"name":"Ann"},{"name":"Bob"}]`,
		"TeamCreate": `[{"name":"Bob","password":"12345678"}]`,
	} {
		if got := part(t, doc, "components", "schemas", name, "properties", "user", "examples"); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
