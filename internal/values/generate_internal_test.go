package values

import (
	"slices"
	"testing"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// made returns how many different values of a property are valid JSON.
func made(t *testing.T, g *Generator, p *tree.Prop) (different int) {
	t.Helper()
	texts := map[string]bool{}
	for _, mode := range tree.Modes() {
		for i := range 200 {
			v := g.value(Site{Prop: p, Mode: mode, Nullable: p.Nullable}, 0)
			if i%2 == 1 {
				g.Spoil(v)
			}
			text := v.Append(nil)
			if !jsonx.Valid(text) {
				t.Fatalf("made what is not JSON: %s", text)
			}
			texts[string(text)] = true
		}
	}
	if g.err != nil {
		t.Error(g.err)
	}
	return len(texts)
}

func TestValuesAreMadeOfEveryType(t *testing.T) {
	for _, kind := range tree.AllTypes() {
		n := made(t, New(1, 1), &tree.Prop{ID: new(tree.ID), Name: "p", Type: kind})
		if n < 5 {
			t.Errorf("only %d values of %T", n, kind)
		}
	}
}

// typeOf returns a type that a rule applies to.
func typeOf(r tree.Rule) tree.Type {
	switch r.Kind().About {
	case tree.AboutText:
		return tree.Text{}
	case tree.AboutItems:
		return tree.Array{Item: &tree.Prop{ID: new(tree.ID), Type: tree.Boolean{}}}
	case tree.AboutBytes:
		return tree.Binary{}
	case tree.AboutMembers:
		return tree.Map{Value: &tree.Prop{ID: new(tree.ID), Type: tree.Boolean{}}}
	}
	return tree.Float{}
}

func TestValuesAreMadeUnderEveryRule(t *testing.T) {
	for _, rule := range tree.AllRules() {
		if n := made(t, New(1, 1), &tree.Prop{ID: new(tree.ID), Name: "p", Type: typeOf(rule), Rules: []tree.Rule{rule}}); n < 5 {
			t.Errorf("only %d values under %T", n, rule)
		}
	}
}

func TestValuesKeepTheRulesBetweenMembers(t *testing.T) {
	for _, rule := range tree.AllObjectRules() {
		c := &tree.Collection{Name: "C", ObjectRules: []tree.PlacedObjectRule{{Rule: rule}}}
		for _, p := range rule.Concerns() {
			c.Members = append(c.Members, &tree.Member{Prop: p, Modes: tree.EveryMode, Omittable: true})
		}
		if len(c.Members) == 0 {
			for _, name := range []string{"a", "b"} {
				c.Members = append(c.Members, &tree.Member{Modes: tree.EveryMode, Omittable: true,
					Prop: &tree.Prop{ID: new(tree.ID), Name: name, Type: tree.Boolean{}, Optional: true}})
			}
		}
		p := &tree.Prop{ID: new(tree.ID), Name: "p", Type: tree.Object{Of: func() *tree.Collection { return c }}}
		g := New(1, 1)
		made(t, g, p)
		for range 100 {
			v := g.value(Site{Prop: p, Mode: tree.Create}, 0)
			n := len(v.members)
			kept := true
			switch r := rule.(type) {
			case tree.ExactlyOne:
				kept = n == 1
			case tree.AtLeastOne:
				kept = n >= 1
			case tree.AllOrNone:
				kept = n == 0 || n == 2
			case tree.RequiredWhen:
				kept = slices.ContainsFunc(r.Members, func(p *tree.Prop) bool { return v.has(p.Name) })
			case tree.MinMembers:
				kept = n >= r.N
			case tree.MaxMembers:
				kept = n <= r.N
			}
			if !kept {
				t.Errorf("%T: made %s", rule, v.Append(nil))
			}
		}
	}
}

func TestUnknownKindsAreAnError(t *testing.T) {
	g := New(1, 1)
	g.value(Site{Prop: &tree.Prop{ID: new(tree.ID)}}, 0)
	if g.err == nil {
		t.Error("a property without a type is no error")
	}
}
