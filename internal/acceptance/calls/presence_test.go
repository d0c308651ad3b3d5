package calls_test

import (
	"encoding/json"
	"fmt"
	"os"
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

// holder has a field for every kind of binding.
type holder struct {
	V   int
	P   *int
	PP  **int
	M   prop.Maybe[int]
	Etc int
}

// Absent, null and a value differ. The golden file lists what each does for every
// combination of flags, bindings and modes, beside its schema.
func TestPresenceOfEveryCombination(t *testing.T) {
	n := prop.Int("n").Min(1)
	null := prop.Nullable(n)
	seven := 7
	var b strings.Builder
	for _, test := range []struct {
		name  string
		field collection.Field
	}{
		{"required, bound to a value", collection.AtFunc(n, func(h *holder) *int { return &h.V })},
		{"default 7, bound to a value", collection.AtFunc(n.Default(7), func(h *holder) *int { return &h.V })},
		{"optional, bound to a pointer", collection.AtOptionalFunc(n.Optional(), func(h *holder) **int { return &h.P })},
		{"nullable, bound to a pointer", collection.AtFunc(null, func(h *holder) **int { return &h.P })},
		{"nullable by its binding", collection.AtNullableFunc(n, func(h *holder) **int { return &h.P })},
		{"nullable, default 7, bound to a pointer", collection.AtFunc(null.Default(&seven), func(h *holder) **int { return &h.P })},
		{"nullable, default null, bound to a pointer", collection.AtFunc(null.Default(nil), func(h *holder) **int { return &h.P })},
		{"nullable and optional, bound to a pointer", collection.AtFunc(null.Optional(), func(h *holder) **int { return &h.P })},
		{"nullable and optional, bound to a pointer to a pointer", collection.AtOptionalFunc(null.Optional(), func(h *holder) ***int { return &h.PP })},
		{"optional, bound to a Maybe", collection.AtMaybeFunc(n.Optional(), func(h *holder) *prop.Maybe[int] { return &h.M })},
		{"read-only", collection.AtFunc(n.ReadOnly(), func(h *holder) *int { return &h.V })},
		{"write-only", collection.AtFunc(n.WriteOnly(), func(h *holder) *int { return &h.V })},
	} {
		c := collection.Of("Holder", func(h *holder) collection.Fields {
			return collection.Fields{test.field, prop.Int("etc").Default(0).At(&h.Etc)}
		})
		b.WriteString("# " + test.name + "\n")
		presence(t, &b, c)
		b.WriteByte('\n')
	}
	const file = "testdata/presence.txt"
	if os.Getenv("OASTEST_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("-%s +now (OASTEST_UPDATE=1 go test accepts it):\n%s", file, diff)
	}
}

func presence(t *testing.T, b *strings.Builder, c *collection.Collection[holder]) {
	t.Helper()
	given := []struct{ name, text string }{{"absent", `{}`}, {"null", `{"n":null}`}, {"value", `{"n":3}`}}
	for _, g := range given {
		h, err := c.Create().Parse([]byte(g.text))
		fmt.Fprintf(b, "create %-6s -> %s\n", g.name, member(t, c, h, err))
	}
	five := 5
	inner := &five
	for _, g := range given {
		h := holder{V: 5, P: &five, PP: &inner, M: prop.Some(5)}
		patch, err := c.Update().Parse([]byte(g.text))
		if err == nil {
			err = patch.Apply(&h)
		}
		fmt.Fprintf(b, "update %-6s -> %s\n", g.name, member(t, c, h, err))
	}
	fmt.Fprintf(b, "view   empty  -> %s\n", member(t, c, holder{}, nil))
	app := kit.Build(t, tenon.New("Presence", "1").Add(
		route.Post("/h", c.Create(), c.View()).Handle(func(_ *route.Call, h holder) (holder, error) { return h, nil }),
		route.Patch("/h", c.Update(), c.View()).Handle(func(*route.Call, collection.Patch[holder]) (holder, error) { return holder{}, nil }),
	))
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []struct{ mode, component string }{{"create", "HolderCreate"}, {"update", "HolderUpdate"}, {"view", "Holder"}} {
			fmt.Fprintf(b, "%s %-6s %s\n", v, at.mode, memberSchema(t, text, at.component))
		}
	}
}

// member returns the member n of a response.
func member(t *testing.T, c *collection.Collection[holder], h holder, err error) string {
	t.Helper()
	if err != nil {
		return err.Error()
	}
	text, err := c.View().Append(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	if n, ok := members["n"]; ok {
		return string(n)
	}
	return "absent"
}

// memberSchema returns the schema of the member n, and whether it is required.
func memberSchema(t *testing.T, document []byte, component string) string {
	t.Helper()
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	s, ok := doc.Components.Schemas[component]
	if !ok {
		s = doc.Components.Schemas["Holder"] // the mode shares view's
	}
	schema, ok := s.Properties["n"]
	if !ok {
		return "has no such member"
	}
	var flat any
	if err := json.Unmarshal(schema, &flat); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(flat)
	if err != nil {
		t.Fatal(err)
	}
	required := "may be absent"
	for _, name := range s.Required {
		if name == "n" {
			required = "required"
		}
	}
	return required + " " + strings.NewReplacer(`"format":"int64",`, "", `"format":"int32",`, "", `"maximum":9223372036854776000,`, "", `,"maximum":9223372036854776000`, "").Replace(string(text))
}
