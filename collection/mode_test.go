package collection_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// codes returns the code and location of each violation, or "malformed".
func codes(err error) (all []string) {
	var vs prop.Violations
	var malformed *prop.SyntaxError
	switch {
	case err == nil:
	case errors.As(err, &vs):
		for _, v := range vs {
			all = append(all, v.Code+" "+v.Pointer)
		}
	case errors.As(err, &malformed):
		all = append(all, "malformed")
	default:
		all = append(all, "error: "+err.Error())
	}
	return all
}

// slots is an entity whose members differ only in their modes.
type slots struct{ v [16]int }

func slot(i int) func(*slots) *int { return func(s *slots) *int { return &s.v[i] } }

func TestEachModeHasItsMembers(t *testing.T) {
	rows := []struct {
		member collection.Field
		name   string
		modes  string // create, view, update, delete, list
	}{
		{collection.AtFunc(prop.Int("plain").Default(1), slot(0)), "plain", "cvu-l"},
		{collection.AtFunc(prop.Int("read_only").Default(1).ReadOnly(), slot(1)), "read_only", "-v--l"},
		{collection.AtFunc(prop.Int("write_only").Default(1).WriteOnly(), slot(2)), "write_only", "c-u--"},
		{collection.AtFunc(prop.Int("key").Default(1), slot(3)).Key(), "key", "cvudl"},
		{collection.AtFunc(prop.Int("read_only_key").Default(1).ReadOnly(), slot(4)).Key(), "read_only_key", "-v-dl"},
		{collection.AtFunc(prop.Int("write_only_key").Default(1).WriteOnly(), slot(5)).Key(), "write_only_key", "c-u--"},
		{collection.AtFunc(prop.Int("only_create").Default(1), slot(6)).Only(collection.Create), "only_create", "c----"},
		{collection.AtFunc(prop.Int("only_view").Default(1), slot(7)).Only(collection.View), "only_view", "-v---"},
		{collection.AtFunc(prop.Int("only_delete").Default(1), slot(8)).Only(collection.Delete), "only_delete", "---d-"},
		{collection.AtFunc(prop.Int("except_list").Default(1), slot(9)).Except(collection.List), "except_list", "cvu--"},
		{collection.AtFunc(prop.Int("except_update").Default(1), slot(10)).Except(collection.Update), "except_update", "cv--l"},
		{collection.AtFunc(prop.Int("key_except_delete").Default(1), slot(11)).Key().Except(collection.Delete), "key_except_delete", "cvu-l"},
		{collection.AtFunc(prop.Int("read_only_and_only").Default(1).ReadOnly(), slot(12)).Only(collection.Create, collection.View), "read_only_and_only", "-v---"},
		{collection.AtFunc(prop.Int("only_then_except").Default(1), slot(13)).Only(collection.View, collection.Delete).Except(collection.View), "only_then_except", "---d-"},
		{collection.Computed(prop.Int("computed"), func(*slots) int { return 1 }), "computed", "-v--l"},
		{collection.Computed(prop.Int("computed_key"), func(*slots) int { return 1 }).Key(), "computed_key", "-v-dl"},
	}
	var fields []collection.Field
	for _, row := range rows {
		fields = append(fields, row.member)
	}
	c := collection.Of("Slots", func(*slots) collection.Fields { return fields })
	view, remove, list := written(t, c.View()), written(t, c.Delete()), written(t, c.List())
	for _, row := range rows {
		text := []byte(`{"` + row.name + `":2}`)
		_, created := c.Create().Parse(text)
		_, updated := c.Update().Parse(text)
		var modes strings.Builder
		for i, in := range []bool{
			created == nil, slices.Contains(view, row.name), updated == nil, slices.Contains(remove, row.name), slices.Contains(list, row.name),
		} {
			if in {
				modes.WriteByte("cvudl"[i])
			} else {
				modes.WriteByte('-')
			}
		}
		if got := modes.String(); got != row.modes {
			t.Errorf("member %s is in the modes %s, want %s", row.name, got, row.modes)
		}
		for _, err := range []error{created, updated} {
			if want := []string{"read_only #/" + row.name}; err != nil && !slices.Equal(codes(err), want) {
				t.Errorf("member %s breaks %v, want %v", row.name, codes(err), want)
			}
		}
	}
}

// The violation of a member that cannot be sent states the reason: read-only or unknown.
func TestViolationsOfUnacceptedMembersStateTheReason(t *testing.T) {
	c := collection.Of("Slots", func(_ *slots) collection.Fields {
		return collection.Fields{
			collection.AtFunc(prop.Int("made").ReadOnly(), slot(0)),
			collection.AtFunc(prop.Int("once").Default(1), slot(1)).Except(collection.Update),
			collection.AtFunc(prop.Int("later").Default(1), slot(2)).Except(collection.Create),
			collection.AtFunc(prop.Int("shown").Default(1), slot(3)).Only(collection.View, collection.List),
		}
	})
	for _, test := range []struct {
		body string
		err  error
		want string
	}{
		{"create", second(c.Create().Parse([]byte(`{"made":1,"later":1,"shown":1}`))), "#/made: is set by the server and cannot be sent (read_only)\n" +
			"#/later: may only be sent in an update (read_only)\n#/shown: is set by the server and cannot be sent (read_only)"},
		{"update", second(c.Update().Parse([]byte(`{"made":1,"once":1,"shown":1}`))), "#/made: is set by the server and cannot be sent (read_only)\n" +
			"#/once: must not be changed (read_only)\n#/shown: is set by the server and cannot be sent (read_only)"},
	} {
		if got := fmt.Sprint(test.err); got != test.want {
			t.Errorf("%s: %s, want %s", test.body, got, test.want)
		}
	}
}

// written returns the names of the members of a response.
func written(t *testing.T, b *collection.Body[slots]) (names []string) {
	t.Helper()
	text, err := b.Append(nil, slots{})
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	for {
		token, err := d.Token()
		if err != nil {
			return names
		}
		if name, ok := token.(string); ok {
			names = append(names, name)
		}
	}
}

func TestNestedCollectionsAreInTheModeAroundThem(t *testing.T) {
	inner := collection.Of("Inner", func(_ *slots) collection.Fields {
		return collection.Fields{collection.AtFunc(prop.Int("id").ReadOnly(), slot(0)).Key(), collection.AtFunc(prop.Int("n"), slot(1))}
	})
	type outer struct {
		one  slots
		many []slots
		byID map[string]slots
	}
	c := collection.Of("Outer", func(o *outer) collection.Fields {
		return collection.Fields{
			inner.Object().As("one").At(&o.one).Key(),
			inner.Array("many").At(&o.many).Key(),
			prop.Map(prop.Object(inner)).As("map").At(&o.byID).Key(),
		}
	})
	o := outer{slots{[16]int{1, 2}}, []slots{{[16]int{3, 4}}}, map[string]slots{"a": {[16]int{5, 6}}}}
	for _, row := range []struct {
		name string
		body *collection.Body[outer]
		want string
	}{
		{"view", c.View(), `{"one":{"id":1,"n":2},"many":[{"id":3,"n":4}],"map":{"a":{"id":5,"n":6}}}`},
		{"delete", c.Delete(), `{"one":{"id":1},"many":[{"id":3}],"map":{"a":{"id":5}}}`},
		{"create", c.Create(), `{"one":{"n":2},"many":[{"n":4}],"map":{"a":{"n":6}}}`},
	} {
		if got, err := row.body.Append(nil, o); string(got) != row.want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", row.name, got, err, row.want)
		}
	}
	const sent = `{"one":{"id":1,"n":2},"many":[{"id":3,"n":4}],"map":{"a":{"id":5,"n":6}}}`
	want := []string{"read_only #/one/id", "read_only #/many/0/id", "read_only #/map/a/id"}
	_, err := c.Create().Parse([]byte(sent))
	if got := codes(err); !slices.Equal(got, want) {
		t.Errorf("create breaks %v, want %v", got, want)
	}
	// An update replaces an array as a whole, so that its items are complete; it changes the
	// values of a map in part.
	_, err = c.Update().Parse([]byte(`{"one":{},"many":[{}],"map":{"a":{}}}`))
	if got, want := codes(err), []string{"required #/many/0/n"}; !slices.Equal(got, want) {
		t.Errorf("update breaks %v, want %v", got, want)
	}
}

// cell is an entity with one member, which is bound in several ways.
type cell struct {
	v int
	p *int
}

func (c cell) String() string {
	if c.p != nil {
		return fmt.Sprintf("%d %d", c.v, *c.p)
	}
	return fmt.Sprintf("%d nil", c.v)
}

func cellV(c *cell) *int  { return &c.v }
func cellP(c *cell) **int { return &c.p }

// Absent, null and a value are three different things.
func TestAbsentNullAndValue(t *testing.T) {
	m, seven := prop.Int("m").Min(1), 7
	rows := []struct {
		name    string
		field   collection.Field
		absent  string // what create returns for {}, or the code
		null    string // of {"m":null}
		value   string // of {"m":5}
		nulled  string // what an update with null returns for a 1, or the code
		view    string // of the zero cell
		patched string // what an update with 5 returns for a 1
	}{
		{"At", collection.AtFunc(m, cellV), "required", "null", "5 nil", "null", `{"m":0}`, "5 1"},
		{"At, default", collection.AtFunc(m.Default(7), cellV), "7 nil", "null", "5 nil", "null", `{"m":0}`, "5 1"},
		{"At nullable", collection.AtFunc(prop.Nullable(m), cellP), "required", "0 nil", "0 5", "1 nil", `{"m":null}`, "1 5"},
		{"At nullable, optional", collection.AtFunc(prop.Nullable(m).Optional(), cellP), "0 nil", "0 nil", "0 5", "1 nil", `{"m":null}`, "1 5"},
		{"At nullable, default", collection.AtFunc(prop.Nullable(m).Default(&seven), cellP), "0 7", "0 nil", "0 5", "1 nil", `{"m":null}`, "1 5"},
		{"AtOptional", collection.AtOptionalFunc(m.Optional(), cellP), "0 nil", "null", "0 5", "1 nil", `{}`, "1 5"},
		{"At, optional and then a default", collection.AtFunc(m.Optional().Default(7), cellV), "7 nil", "null", "5 nil", "null", `{"m":0}`, "5 1"},
		{"AtNullable", collection.AtNullableFunc(m, cellP), "required", "0 nil", "0 5", "1 nil", `{"m":null}`, "1 5"},
		{"AtNullable, optional", collection.AtNullableFunc(m.Optional(), cellP), "0 nil", "0 nil", "0 5", "1 nil", `{"m":null}`, "1 5"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := collection.Of("Cell", func(_ *cell) collection.Fields { return collection.Fields{row.field} })
			for text, want := range map[string]string{`{}`: row.absent, `{"m":null}`: row.null, `{"m":5}`: row.value} {
				v, err := c.Create().Parse([]byte(text))
				if got := outcome(v, err); got != want {
					t.Errorf("create of %s makes %s, want %s", text, got, want)
				}
			}
			for _, update := range []struct {
				text, want       string
				has, null, given bool
			}{
				{`{}`, "1 1", false, false, false},
				{`{"m":null}`, row.nulled, true, true, false},
				{`{"m":5}`, row.patched, true, false, true},
			} {
				one := 1
				v := cell{1, &one}
				patch, err := c.Update().Parse([]byte(update.text))
				if err == nil {
					err = patch.Apply(&v)
				}
				if got := outcome(v, err); got != update.want {
					t.Errorf("update with %s makes %s, want %s", update.text, got, update.want)
				}
				if err != nil {
					continue
				}
				handle := prop.Prop(m)
				if strings.HasPrefix(row.name, "At nullable") {
					continue // prop.Nullable is a declaration of its own
				}
				if patch.Has(handle) != update.has || patch.IsNull(handle) != update.null {
					t.Errorf("update with %s: Has is %t, IsNull %t", update.text, patch.Has(handle), patch.IsNull(handle))
				}
				if got, given := m.Lookup(patch); given != update.given || given && got != 5 {
					t.Errorf("update with %s: Lookup returns %d, %t", update.text, got, given)
				}
			}
			if got, err := c.View().Append(nil, cell{}); string(got) != row.view || err != nil {
				t.Errorf("view writes %s, %v, want %s", got, err, row.view)
			}
		})
	}
}

// outcome returns the value, or the code of the violation.
func outcome(v cell, err error) string {
	if err != nil {
		return strings.Join(strings.Fields(strings.Join(codes(err), " "))[:1], "")
	}
	return v.String()
}

func TestUnknownMembers(t *testing.T) {
	c := collection.Of("Cell", func(_ *cell) collection.Fields { return collection.Fields{collection.AtFunc(prop.Int("m"), cellV)} })
	const text = `{"m":1,"n":{"deep":[1]},"o":null}`
	want := []string{"unknown #/n", "unknown #/o"}
	for name, err := range map[string]error{"create": second(c.Create().Parse([]byte(text))), "update": second(c.Update().Parse([]byte(text)))} {
		if got := codes(err); !slices.Equal(got, want) {
			t.Errorf("%s breaks %v, want %v", name, got, want)
		}
	}
	if v, err := c.IgnoreUnknown().Create().Parse([]byte(text)); v.v != 1 || err != nil {
		t.Errorf("with IgnoreUnknown, create reads %v, %v", v, err)
	}
	// Members that the collection declares but a client cannot send are still rejected.
	ignoring := collection.Of("Cell", func(_ *cell) collection.Fields {
		return collection.Fields{collection.AtFunc(prop.Int("m").ReadOnly(), cellV)}
	}).IgnoreUnknown()
	if got := codes(second(ignoring.Create().Parse([]byte(`{"m":1}`)))); !slices.Equal(got, []string{"read_only #/m"}) {
		t.Errorf("a read-only member breaks %v", got)
	}
}

func second[T any](_ T, err error) error { return err }
