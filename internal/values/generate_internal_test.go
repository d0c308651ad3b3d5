package values

import (
	"slices"
	"testing"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// made returns how many different values of a property are valid JSON.
func made(t *testing.T, g *Generator, p *ir.Prop) (different int) {
	t.Helper()
	texts := map[string]bool{}
	for _, mode := range ir.Modes() {
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
	for _, kind := range ir.AllTypes() {
		n := made(t, New(1, 1), &ir.Prop{ID: new(ir.ID), Name: "p", Type: kind})
		if n < 5 {
			t.Errorf("only %d values of %T", n, kind)
		}
	}
}

// typeOf returns a type that a rule applies to.
func typeOf(r ir.Rule) ir.Type {
	switch r.Kind().About {
	case ir.AboutText:
		return ir.Text{}
	case ir.AboutItems:
		return ir.Array{Item: &ir.Prop{ID: new(ir.ID), Type: ir.Boolean{}}}
	case ir.AboutBytes:
		return ir.Binary{}
	case ir.AboutMembers:
		return ir.Map{Value: &ir.Prop{ID: new(ir.ID), Type: ir.Boolean{}}}
	}
	return ir.Float{}
}

func TestValuesAreMadeUnderEveryRule(t *testing.T) {
	for _, rule := range ir.AllRules() {
		if n := made(t, New(1, 1), &ir.Prop{ID: new(ir.ID), Name: "p", Type: typeOf(rule), Rules: []ir.Rule{rule}}); n < 5 {
			t.Errorf("only %d values under %T", n, rule)
		}
	}
}

func TestValuesKeepTheRulesBetweenMembers(t *testing.T) {
	for _, rule := range ir.AllObjectRules() {
		c := &ir.Collection{Name: "C", ObjectRules: []ir.PlacedObjectRule{{Rule: rule}}}
		for _, p := range rule.Concerns() {
			c.Members = append(c.Members, &ir.Member{Prop: p, Modes: ir.EveryMode, Omittable: true})
		}
		if len(c.Members) == 0 {
			for _, name := range []string{"a", "b"} {
				c.Members = append(c.Members, &ir.Member{Modes: ir.EveryMode, Omittable: true,
					Prop: &ir.Prop{ID: new(ir.ID), Name: name, Type: ir.Boolean{}, Optional: true}})
			}
		}
		p := &ir.Prop{ID: new(ir.ID), Name: "p", Type: ir.Object{Of: func() *ir.Collection { return c }}}
		g := New(1, 1)
		made(t, g, p)
		for range 100 {
			v := g.value(Site{Prop: p, Mode: ir.Create}, 0)
			n := len(v.members)
			kept := true
			switch r := rule.(type) {
			case ir.ExactlyOne:
				kept = n == 1
			case ir.AtLeastOne:
				kept = n >= 1
			case ir.AllOrNone:
				kept = n == 0 || n == 2
			case ir.RequiredWhen:
				kept = slices.ContainsFunc(r.Members, func(p *ir.Prop) bool { return v.has(p.Name) })
			case ir.MinMembers:
				kept = n >= r.N
			case ir.MaxMembers:
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
	g.value(Site{Prop: &ir.Prop{ID: new(ir.ID)}}, 0)
	if g.err == nil {
		t.Error("a property without a type is no error")
	}
}
