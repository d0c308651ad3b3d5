package oas_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

// asking is an API with one operation, which change edits, and one scheme.
func asking(change func(*ir.Scheme, *ir.Security, *ir.Operation)) *tenon.App {
	scheme := &ir.Scheme{Name: "sig", Kind: ir.HTTPBasic}
	s := &ir.Security{Schemes: [][]*ir.Scheme{{scheme}}}
	op := getting("/")
	op.Security = s
	change(scheme, s, op)
	return appOf(&ir.API{Title: "Test", Version: "1", Operations: []*ir.Operation{op}, Schemes: []*ir.Scheme{scheme}})
}

// Each kind of a closed set is supported by the newest version, and a new one is an error at
// its position in every version.
func TestDocumentsSupportEveryKindOfAClosedSet(t *testing.T) {
	input := func(in ir.In, style ir.Style) func(*ir.Scheme, *ir.Security, *ir.Operation) {
		return func(_ *ir.Scheme, _ *ir.Security, op *ir.Operation) {
			p := &ir.Prop{Name: "p", Type: ir.Array{Item: &ir.Prop{Type: ir.Boolean{}}}}
			if style == ir.DeepObject {
				p.Type = ir.Map{Value: &ir.Prop{Type: ir.Boolean{}}}
			}
			op.Inputs = []ir.Input{{Prop: p, In: in, Style: style}}
		}
	}
	type one struct {
		name   string
		change func(*ir.Scheme, *ir.Security, *ir.Operation)
	}
	var known, fresh []one
	scheme := func(k ir.SchemeKind) one {
		return one{"scheme", func(s *ir.Scheme, _ *ir.Security, _ *ir.Operation) { s.Kind, s.In, s.Param = k, ir.InHeader, "X-Key" }}
	}
	for _, k := range ir.AllSchemeKinds() {
		known = append(known, scheme(k))
	}
	fresh = append(fresh, scheme(ir.SchemeKind(len(ir.AllSchemeKinds()))))
	flow := func(k ir.FlowKind) one {
		return one{"flow", func(s *ir.Scheme, _ *ir.Security, _ *ir.Operation) { s.Kind, s.Flows = ir.OAuth2, []ir.Flow{{Kind: k}} }}
	}
	for _, k := range ir.AllFlowKinds() {
		known = append(known, flow(k))
	}
	fresh = append(fresh, flow(ir.FlowKind(len(ir.AllFlowKinds()))))
	grant := func(k ir.GrantKind) one {
		return one{"grant", func(_ *ir.Scheme, s *ir.Security, _ *ir.Operation) {
			s.Access = &ir.Access{Clauses: []ir.Clause{{Any: []ir.Grant{{Kind: k, Name: "a"}}}}}
		}}
	}
	for _, k := range ir.AllGrantKinds() {
		known = append(known, grant(k))
	}
	fresh = append(fresh, grant("mood"))
	limit := func(k ir.LimitKey) one {
		return one{"limit", func(_ *ir.Scheme, s *ir.Security, _ *ir.Operation) {
			s.Limits = []*ir.Limit{{Name: "a", N: 1, Cost: 1, Window: time.Second, Per: k, Of: "x"}}
		}}
	}
	for _, k := range ir.AllLimitKeys() {
		known = append(known, limit(k))
	}
	fresh = append(fresh, limit("mood"))
	for _, in := range ir.AllIns() {
		known = append(known, one{"in " + string(in), input(in, ir.Simple)})
	}
	for _, style := range ir.AllStyles() {
		known = append(known, one{"style", input(ir.InQuery, style)})
	}
	fresh = append(fresh, one{"in", input("trailer", ir.Simple)}, one{"style", input(ir.InQuery, ir.Style(len(ir.AllStyles())))})
	for _, f := range ir.AllFormats() {
		known = append(known, one{"format", func(_ *ir.Scheme, _ *ir.Security, op *ir.Operation) {
			op.Success = ir.Response{Status: 200, Body: &ir.Body{Prop: node(collectionOfOne()), Mode: ir.View, Format: f, Types: []string{"image/png"}}}
			if f == ir.Redirect {
				op.Success = ir.Response{Status: 303, Body: &ir.Body{Format: f, Status: 303}}
			}
		}})
	}
	fresh = append(fresh, one{"format", func(_ *ir.Scheme, _ *ir.Security, op *ir.Operation) {
		op.Success = ir.Response{Status: 200, Body: &ir.Body{Prop: &ir.Prop{Type: ir.Boolean{}}, Mode: ir.View, Format: ir.Format(len(ir.AllFormats()))}}
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
