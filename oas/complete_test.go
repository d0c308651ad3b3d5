package oas_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// asking is an API with one operation, which change edits, and one scheme.
func asking(change func(*tree.Scheme, *tree.Security, *tree.Operation)) *tenon.App {
	scheme := &tree.Scheme{Name: "sig", Kind: tree.HTTPBasic}
	s := &tree.Security{Schemes: [][]*tree.Scheme{{scheme}}}
	op := getting("/")
	op.Security = s
	change(scheme, s, op)
	return appOf(&tree.API{Title: "Test", Version: "1", Operations: []*tree.Operation{op}, Schemes: []*tree.Scheme{scheme}})
}

// Each kind of a closed set is supported by the newest version, and a new one is an error at
// its position in every version.
func TestDocumentsSupportEveryKindOfAClosedSet(t *testing.T) {
	input := func(in tree.In, style tree.Style) func(*tree.Scheme, *tree.Security, *tree.Operation) {
		return func(_ *tree.Scheme, _ *tree.Security, op *tree.Operation) {
			p := &tree.Prop{Name: "p", Type: tree.Array{Item: &tree.Prop{Type: tree.Boolean{}}}}
			if style == tree.DeepObject {
				p.Type = tree.Map{Value: &tree.Prop{Type: tree.Boolean{}}}
			}
			op.Inputs = []tree.Input{{Prop: p, In: in, Style: style}}
		}
	}
	type one struct {
		name   string
		change func(*tree.Scheme, *tree.Security, *tree.Operation)
	}
	var known, fresh []one
	scheme := func(k tree.SchemeKind) one {
		return one{"scheme", func(s *tree.Scheme, _ *tree.Security, _ *tree.Operation) {
			s.Kind, s.In, s.Param = k, tree.InHeader, "X-Key"
		}}
	}
	for _, k := range tree.AllSchemeKinds() {
		known = append(known, scheme(k))
	}
	fresh = append(fresh, scheme(tree.SchemeKind(len(tree.AllSchemeKinds()))))
	flow := func(k tree.FlowKind) one {
		return one{"flow", func(s *tree.Scheme, _ *tree.Security, _ *tree.Operation) {
			s.Kind, s.Flows = tree.OAuth2, []tree.Flow{{Kind: k}}
		}}
	}
	for _, k := range tree.AllFlowKinds() {
		known = append(known, flow(k))
	}
	fresh = append(fresh, flow(tree.FlowKind(len(tree.AllFlowKinds()))))
	grant := func(k tree.GrantKind) one {
		return one{"grant", func(_ *tree.Scheme, s *tree.Security, _ *tree.Operation) {
			s.Access = &tree.Access{Clauses: []tree.Clause{{Any: []tree.Grant{{Kind: k, Name: "a"}}}}}
		}}
	}
	for _, k := range tree.AllGrantKinds() {
		known = append(known, grant(k))
	}
	fresh = append(fresh, grant("mood"))
	limit := func(k tree.LimitKey) one {
		return one{"limit", func(_ *tree.Scheme, s *tree.Security, _ *tree.Operation) {
			s.Limits = []*tree.Limit{{Name: "a", N: 1, Cost: 1, Window: time.Second, Per: k, Of: "x"}}
		}}
	}
	for _, k := range tree.AllLimitKeys() {
		known = append(known, limit(k))
	}
	fresh = append(fresh, limit("mood"))
	for _, in := range tree.AllIns() {
		known = append(known, one{"in " + string(in), input(in, tree.Simple)})
	}
	for _, style := range tree.AllStyles() {
		known = append(known, one{"style", input(tree.InQuery, style)})
	}
	fresh = append(fresh, one{"in", input("trailer", tree.Simple)}, one{"style", input(tree.InQuery, tree.Style(len(tree.AllStyles())))})
	for _, f := range tree.AllFormats() {
		known = append(known, one{"format", func(_ *tree.Scheme, _ *tree.Security, op *tree.Operation) {
			op.Success = tree.Response{Status: 200, Body: &tree.Body{Prop: node(collectionOfOne()), Mode: tree.View, Format: f, Types: []string{"image/png"}}}
			if f == tree.Redirect {
				op.Success = tree.Response{Status: 303, Body: &tree.Body{Format: f, Status: 303}}
			}
		}})
	}
	fresh = append(fresh, one{"format", func(_ *tree.Scheme, _ *tree.Security, op *tree.Operation) {
		op.Success = tree.Response{Status: 200, Body: &tree.Body{Prop: &tree.Prop{Type: tree.Boolean{}}, Mode: tree.View, Format: tree.Format(len(tree.AllFormats()))}}
	}})
	for i, c := range known {
		text, err := oas.JSON(asking(c.change), oas.V32)
		if err != nil {
			t.Errorf("%d %s: %v", i, c.name, err)
		}
		if strings.Contains(string(text), `"sig": {}`) {
			t.Errorf("%d %s: the scheme has no words", i, c.name)
		}
	}
	for _, c := range fresh {
		for _, v := range oas.Versions()[1:] {
			if text, err := oas.JSON(asking(c.change), v); err == nil {
				t.Errorf("%s: a kind that nothing knows is written: %s", c.name, text)
			}
		}
	}
}

// One table has the versions, their names, and their file names.
func TestEveryVersionHasItsFiles(t *testing.T) {
	h := oas.Handler(shop())
	for i, v := range oas.Versions() {
		if int(v) != i || v.String() == "" || v.File() == "" {
			t.Errorf("version %d: %s, %s", i, v, v.File())
		}
		for _, ext := range []string{".json", ".yaml"} {
			res := ask(h, "GET", "/"+v.File()+ext)
			if text := content(t, res); res.StatusCode != 200 || !strings.Contains(text, v.String()) {
				t.Errorf("%s%s: %d", v.File(), ext, res.StatusCode)
			}
		}
	}
	if v := oas.Version(len(oas.Versions())); v.File() != "" || v.String() != "Version(?)" {
		t.Errorf("an unknown version is %s, %s", v, v.File())
	}
}

func collectionOfOne() prop.Prop { return prop.Object(collection.New("One", prop.Bool("b"))) }
