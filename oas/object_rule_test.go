package oas_test

import (
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

func TestRulesBetweenMembers(t *testing.T) {
	a, b := prop.Bool("a").Optional(), prop.Bool("b").Optional()
	kind := prop.Enum("kind", "card", "cash")
	pair := collection.New("Pair", kind, a, b)
	const needsA, needsB, both = `{"required":["a"]}`, `{"required":["b"]}`, `{"required":["a","b"]}`
	for _, test := range []struct {
		name    string
		c       *collection.Collection[collection.Record]
		keyword string
		want    string
	}{
		{"exactly one", pair.ExactlyOne(a, b), "allOf", `[{"oneOf":[` + needsA + `,` + needsB + `]}]`},
		{"at least one", pair.AtLeastOne(a, b), "allOf", `[{"anyOf":[` + needsA + `,` + needsB + `]}]`},
		{"all or none", pair.AllOrNone(a, b), "allOf", `[{"anyOf":[` + both + `,{"not":{"anyOf":[` + needsA + `,` + needsB + `]}}]}]`},
		{"required when", pair.RequiredWhen(collection.Equals(kind, "card"), a, b), "allOf",
			`[{"anyOf":[` + both + `,{"not":{"properties":{"kind":{"enum":["card"]}},"required":["kind"]}}]}]`},
		{"several", pair.AtLeastOne(a, b).ExactlyOne(a, b), "allOf", `[{"anyOf":[` + needsA + `,` + needsB + `]},{"oneOf":[` + needsA + `,` + needsB + `]}]`},
		{"fewest members", pair.MinProperties(2), "minProperties", `2`},
		{"most members", pair.MaxProperties(2), "maxProperties", `2`},
		{"what is ignored does not count", pair.MinProperties(1).MaxProperties(2).IgnoreUnknown().Describe("Long."), "minProperties", ``},
		{"but is told in words", pair.MinProperties(1).MaxProperties(2).IgnoreUnknown().Describe("Long."), "description",
			`"Long.\n\nIt must have at least 1 member of its own.\nIt must have at most 2 members of its own."`},
		{"own rule", pair.Rule("after", "must be after b", func(*collection.Record) bool { return true }, b, a), "x-rules",
			`[{"code":"after","members":["b","a"],"message":"must be after b"}]`},
		{"own rule in words", pair.Rule("after", "must be after b", func(*collection.Record) bool { return true }, b, a).
			Rule("odd", "must be odd.", func(*collection.Record) bool { return true }), "description",
			"\"Rule `after`: `b` must be after b.\\nRule `odd`: it must be odd.\""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				doc := decoded(t, inModes(test.c, tree.Create), v)
				name := "Pair"
				if part(t, doc, "components", "schemas", name) == "" {
					name += "Create"
				}
				if got := part(t, doc, "components", "schemas", name, test.keyword); got != test.want {
					t.Errorf("%s:\ngot  %s\nwant %s", v, got, test.want)
				}
			}
		})
	}
}

// A rule holds where all of its members are, and never for a patch.
func TestRulesBetweenMembersDependOnTheMode(t *testing.T) {
	type row struct{ A, B *bool }
	a, b := prop.Bool("a").Optional(), prop.Bool("b").Optional()
	rows := collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{
			a.AtOptional(&r.A),
			b.AtOptional(&r.B).Except(collection.List),
		}
	}).AtLeastOne(a, b).Closed()
	doc := decoded(t, inModes(rows, tree.View, tree.Create, tree.Update, tree.List), oas.V30)
	for name, want := range map[string]bool{"Row": true, "RowCreate": false, "RowUpdate": false, "RowList": false} {
		if got := part(t, doc, "components", "schemas", name, "allOf") != ""; got != want {
			t.Errorf("%s has the rule: %v, want %v", name, got, want)
		}
	}
	if part(t, doc, "components", "schemas", "RowCreate") != "" {
		t.Error("create mode does not share view mode's schema")
	}
}

func TestEveryRuleBetweenMembersIsWritten(t *testing.T) {
	for _, r := range tree.AllObjectRules() {
		c := &tree.Collection{Name: "Thing", ObjectRules: []tree.PlacedObjectRule{{Rule: r}}}
		for _, p := range r.Concerns() {
			c.Members = append(c.Members, &tree.Member{Prop: p, Modes: tree.EveryMode, Omittable: true})
		}
		with := serving(taking(&tree.Prop{Type: tree.Object{Of: func() *tree.Collection { return c }}}, tree.Create))
		bare := *c
		bare.ObjectRules = nil
		without := serving(taking(&tree.Prop{Type: tree.Object{Of: func() *tree.Collection { return &bare }}}, tree.Create))
		for _, v := range oas.Versions() {
			got := part(t, decoded(t, with, v), "components", "schemas")
			if got == part(t, decoded(t, without, v), "components", "schemas") {
				t.Errorf("%s: rule %T leaves no trace in %s", v, r, got)
			}
		}
	}
}
