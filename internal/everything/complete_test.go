package everything_test

import (
	"fmt"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/ir"
)

// seen are the kinds that an API uses, by the name of their Go type.
type seen struct {
	kinds       map[string]bool
	collections map[string]bool
}

func (s *seen) note(kind any) { s.kinds[fmt.Sprintf("%T", kind)] = true }

func (s *seen) prop(p *ir.Prop) {
	s.note(p.Type)
	for _, r := range p.Rules {
		s.note(r)
	}
	switch t := p.Type.(type) {
	case ir.Array:
		s.prop(t.Item)
	case ir.Map:
		s.prop(t.Value)
	case ir.Object:
		s.collection(t.Of())
	case ir.Alternatives:
		for _, c := range t.Of.Cases {
			s.collection(c)
		}
	}
}

func (s *seen) collection(c *ir.Collection) {
	if s.collections[c.Name] {
		return
	}
	s.collections[c.Name] = true
	for _, m := range c.Members {
		s.prop(m.Prop)
	}
	for _, a := range c.Across {
		s.note(a.Rule)
	}
	if c.Rest != nil {
		s.prop(c.Rest)
	}
}

func TestEveryTypeAndRuleOccurs(t *testing.T) {
	app, err := everything.API().Build()
	if err != nil {
		t.Fatal(err)
	}
	s := &seen{map[string]bool{}, map[string]bool{}}
	for _, op := range app.API(ir.Key{}).Operations {
		for _, in := range op.Inputs {
			s.prop(in.Prop)
		}
		for _, b := range []*ir.Body{op.Body, op.Success.Body} {
			if b != nil && b.Prop != nil {
				s.prop(b.Prop)
			}
		}
	}
	for _, kind := range ir.AllTypes() {
		if !s.kinds[fmt.Sprintf("%T", kind)] {
			t.Errorf("no property is of the type %T", kind)
		}
	}
	for _, kind := range ir.AllRules() {
		if !s.kinds[fmt.Sprintf("%T", kind)] {
			t.Errorf("no property has the rule %T", kind)
		}
	}
	for _, kind := range ir.AllAcross() {
		if !s.kinds[fmt.Sprintf("%T", kind)] {
			t.Errorf("no collection has the rule %T", kind)
		}
	}
}

func TestSamplesAreWhole(t *testing.T) {
	if _, err := everything.Things.Create().Parse([]byte(everything.Sample)); err != nil {
		t.Error(err)
	}
	if _, err := everything.Odds.Create().Parse([]byte(everything.OddSample)); err != nil {
		t.Error(err)
	}
}
