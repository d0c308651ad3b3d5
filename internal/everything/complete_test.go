package everything_test

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// seen has the types and rules of an API, by the name of their Go type.
type seen struct {
	kinds       map[string]bool
	collections map[string]bool
}

func (s *seen) note(kind any) { s.kinds[fmt.Sprintf("%T", kind)] = true }

func (s *seen) prop(p *tree.Prop) {
	s.note(p.Type)
	for _, r := range p.Rules {
		s.note(r)
	}
	switch t := p.Type.(type) {
	case tree.Array:
		s.prop(t.Item)
	case tree.Map:
		s.prop(t.Value)
	case tree.Object:
		s.collection(t.Of())
	case tree.Alternatives:
		u := t.Of()
		if s.collections[u.Name] {
			return
		}
		s.collections[u.Name] = true
		for _, p := range u.Cases {
			s.prop(p)
		}
	}
}

func (s *seen) collection(c *tree.Collection) {
	if s.collections[c.Name] {
		return
	}
	s.collections[c.Name] = true
	for _, m := range c.Members {
		s.prop(m.Prop)
	}
	for _, a := range c.ObjectRules {
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
	for _, op := range probe.Tree(app).Operations {
		for _, in := range op.Inputs {
			s.prop(in.Prop)
		}
		for _, b := range []*tree.Body{op.Body, op.Success.Body} {
			if b != nil && b.Prop != nil {
				s.prop(b.Prop)
			}
		}
	}
	for _, kind := range tree.AllTypes() {
		if !s.kinds[fmt.Sprintf("%T", kind)] {
			t.Errorf("no property is of the type %T", kind)
		}
	}
	for _, kind := range tree.AllRules() {
		if !s.kinds[fmt.Sprintf("%T", kind)] {
			t.Errorf("no property has the rule %T", kind)
		}
	}
	for _, kind := range tree.AllObjectRules() {
		if !s.kinds[fmt.Sprintf("%T", kind)] {
			t.Errorf("no collection has the rule %T", kind)
		}
	}
}

// The API sets every field of the tree: an interpreter is not tested with a field that nothing
// sets.
func TestEveryFieldIsSet(t *testing.T) {
	app, err := everything.API().Locales(l10n.Builtin()).Build()
	if err != nil {
		t.Fatal(err)
	}
	s := said{}
	api := probe.Tree(app)
	s.note(*api)
	for _, o := range api.Operations {
		s.note(*o)
		for _, c := range o.Callbacks {
			s.note(c)
		}
		for _, f := range o.Fails {
			s.note(f)
		}
		for _, b := range []*tree.Body{o.Body, o.Success.Body} {
			if b == nil {
				continue
			}
			s.note(*b)
			for _, x := range b.Examples {
				s.note(x)
			}
		}
	}
	// Acceptance tests have both; here they would hide the standard format.
	none := tenon.New("Problems", "1").Add(route.Get("/a", collection.NoContent()).Handle(func(*route.Call) (e collection.Empty, _ error) { return e, nil }))
	s.note(*probe.Tree(none.ProblemFormat(everything.Errors).MustBuild()))
	s.note(*probe.Tree(none.ProblemWriter(func(http.ResponseWriter, *http.Request, *render.Problem) {}).MustBuild()))
	for _, h := range api.Webhooks {
		s.note(h)
	}
	for _, e := range api.Events {
		s.note(*e)
	}
	for _, v := range api.Servers {
		s.note(v)
		for _, variable := range v.Variables {
			s.note(variable)
		}
	}
	for _, tag := range api.Tags {
		s.note(tag)
	}
	for _, kind := range []any{
		tree.API{}, tree.Operation{}, tree.Callback{}, tree.Failure{}, tree.Body{}, tree.Example{}, tree.Webhook{}, tree.Event{}, tree.Server{}, tree.Variable{}, tree.Tag{},
	} {
		for i := range reflect.TypeOf(kind).NumField() {
			f := reflect.TypeOf(kind).Field(i)
			if name := fmt.Sprintf("%T.%s", kind, f.Name); !s[name] && f.Name != "Faults" {
				t.Errorf("nothing has a %s", name)
			}
		}
	}
}

// said has the fields that are not zero somewhere, by type and name.
type said map[string]bool

func (s said) note(v any) {
	for i := range reflect.TypeOf(v).NumField() {
		if !reflect.ValueOf(v).Field(i).IsZero() {
			s[fmt.Sprintf("%T.%s", v, reflect.TypeOf(v).Field(i).Name)] = true
		}
	}
}

func TestSamplesAreValid(t *testing.T) {
	if _, err := everything.Things.Create().Parse([]byte(everything.Sample)); err != nil {
		t.Error(err)
	}
	if _, err := everything.Odds.Create().Parse([]byte(everything.OddSample)); err != nil {
		t.Error(err)
	}
}
