package tree_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/tree"
)

// shown has the method that shows a field of a node, if the names differ; "-" is a field that
// another one implies.
var shown = map[string]string{
	"Doc": "Description", "At": "Position", "Prop": "Property", "In": "Location",

	"API.Terms": "TermsOfService", "API.SPDX": "License.Identifier", "API.Traced": "RequestIDs", "License.SPDX": "Identifier",
	"Link.Name":         "Text",
	"Operation.Aged":    "-", // the position of Deprecated
	"Operation.Faults":  "-", // a built API has none
	"Operation.Success": "Responses", "Operation.Also": "Responses", "Operation.Fails": "Problems", "Operation.Traced": "RequestIDs",
	"Failure.Of":             "-", // the Go value
	"Input.Scopes":           "VisibleTo",
	"Event.Faults":           "-",
	"ProblemFormat.Statuses": "Status", "ProblemFormat.Others": "For", "ProblemFormat.Choices": "Alternatives", "ProblemFormat.Faults": "-", "ProblemFormat.Example": "-",
	"Idempotency.Kept": "Stored",
	"Caching.Shared":   "SharedMaxAge", "Caching.HasShared": "SharedMaxAge", "Caching.Stale": "StaleWhileRevalidate", "Caching.Faults": "-",
	"Body.Types": "MediaTypes", "Body.Others": "Alternatives", "Body.Arriving": "Streamed", "Body.IgnoreUnknown": "-", // that of the operation
	"Body.Beside":          "Pagination",
	"Example.Sample":       "JSON",
	"Security.Credentials": "Public", "Security.Others": "OtherSchemes", "Security.Access": "Clauses", "Clause.Any": "Grants",
	"Scheme.In": "Location", "Scheme.Param": "Parameter", "Scheme.Format": "BearerFormat", "Scheme.URL": "ConfigurationURL", "Scheme.Faults": "-",
	"Flow.AuthURL": "AuthorizationURL", "Flow.DeviceURL": "DeviceAuthorizationURL", "Flow.Refresh": "RefreshURL",
	"Limit.N": "Tokens", "Limit.Of": "PerName", "Limit.Faults": "-",
	"Prop.Write": "-", "Prop.Messages": "Rules", "Prop.Unnamed": "Name", "Prop.Named": "Format", "Prop.Component": "ComponentName", "Text.Own": "-", "Prop.Faults": "-",
	"ComponentNames": "ComponentName", "Collection.ObjectRules": "Rules", "Collection.Rest": "Additional", "Collection.RestNames": "PropertyNames", "Map.Names": "PropertyNames", "Collection.Faults": "-",
	"Member.Named": "Only", "Member.UpdateRequired": "Required", "Member.Scopes": "VisibleTo", "Member.ScopesAt": "VisibleToPosition",
	"Union.Faults":      "-",
	"Integer.Word":      "JSON",
	"Text.Unregistered": "Registered",
	"Enum.Of":           "Strings",
	"File.Types":        "MediaTypes",
	"Object.Of":         "Collection", "Alternatives.Of": "Union",
}

// Each field of a node has a method of the type that shows it; a new one fails by name.
func TestTheTreeShowsEveryField(t *testing.T) {
	for _, pair := range [][2]any{
		{ir.API{}, tree.API{}}, {ir.Contact{}, tree.Contact{}}, {ir.Link{}, tree.Link{}}, {ir.Server{}, tree.Server{}},
		{ir.Variable{}, tree.Variable{}}, {ir.Tag{}, tree.Tag{}}, {ir.Extension{}, tree.Extension{}},
		{ir.Operation{}, tree.Operation{}}, {ir.Event{}, tree.Event{}}, {ir.Callback{}, tree.OutgoingRequest{}}, {ir.Webhook{}, tree.OutgoingRequest{}},
		{ir.Input{}, tree.Input{}}, {ir.Body{}, tree.Body{}}, {ir.Example{}, tree.Example{}}, {ir.Response{}, tree.Response{}}, {ir.Failure{}, tree.Problem{}}, {ir.ProblemFormat{}, tree.ProblemFormat{}},
		{ir.Idempotency{}, tree.Idempotency{}}, {ir.Caching{}, tree.Caching{}},
		{ir.Security{}, tree.Security{}}, {ir.Clause{}, tree.Clause{}}, {ir.Grant{}, tree.Grant{}}, {ir.Scheme{}, tree.Scheme{}},
		{ir.Flow{}, tree.Flow{}}, {ir.Limit{}, tree.Limit{}},
		{ir.Prop{}, tree.Property{}}, {ir.Collection{}, tree.Collection{}}, {ir.Member{}, tree.Member{}}, {ir.Union{}, tree.Union{}},
		{ir.Integer{}, tree.Integer{}}, {ir.Float{}, tree.Float{}}, {ir.Text{}, tree.String{}}, {ir.Enum{}, tree.Enum{}}, {ir.File{}, tree.File{}},
		{ir.Array{}, tree.Array{}}, {ir.Object{}, tree.Object{}}, {ir.Map{}, tree.Map{}}, {ir.Alternatives{}, tree.Alternatives{}},
	} {
		node, public := reflect.TypeOf(pair[0]), reflect.TypeOf(pair[1])
		for i := range node.NumField() {
			f := node.Field(i)
			name := f.Name
			if other, ok := shown[name]; ok {
				name = other
			}
			if other, ok := shown[node.Name()+"."+f.Name]; ok {
				name = other
			}
			if !f.IsExported() || name == "-" {
				continue
			}
			_, last, qualified := strings.Cut(name, ".")
			if qualified {
				continue // of License, which is a part of the API
			}
			if _, ok := public.MethodByName(name); !ok && last == "" {
				t.Errorf("%s.%s: %s has no method %s", node.Name(), f.Name, public, name)
			}
		}
	}
}

// Each kind of a closed set has a kind of the tree with its own name.
func TestTheTreeKnowsEveryKind(t *testing.T) {
	check := func(set string, names []string) {
		for i, n := range names {
			if n == "" || strings.HasPrefix(n, "unknown") || slices.Contains(names[:i], n) {
				t.Errorf("%s %d is named %q", set, i, n)
			}
		}
	}
	var names []string
	all := func(set string, n int, name func(i int) string) {
		names = nil
		for i := range n {
			names = append(names, name(i))
		}
		check(set, names)
	}
	all("Format", len(ir.AllFormats()), func(i int) string { return tree.Format(i).String() })
	all("Style", len(ir.AllStyles()), func(i int) string { return tree.Style(i).String() })
	all("SchemeKind", len(ir.AllSchemeKinds()), func(i int) string { return tree.SchemeKind(i).String() })
	if last := ir.AllSchemeKinds()[len(ir.AllSchemeKinds())-1]; tree.SchemeMutualTLS != tree.SchemeKind(last) {
		t.Errorf("package tree has no constant for the kind %s", last.Type().Name)
	}
	all("FlowKind", len(ir.AllFlowKinds()), func(i int) string { return tree.FlowKind(i).String() })
	all("CacheKind", int(ir.CachePublic)+1, func(i int) string { return tree.CacheKind(i).String() })

	public, read := declared(t, ir.AllRules(), ir.AllObjectRules(), ir.AllTypes())
	for i, r := range ir.AllRules() {
		got, want := public.rules[i], r.Kind()
		if got.Code() != r.Code() || got.Method() != want.Method || got.Keyword() != want.Keyword || got.Message() != want.English ||
			tree.Subject(want.About) != got.Subject() || strings.HasPrefix(got.Subject().String(), "unknown") || got.Custom() != (want.Method == "") {
			t.Errorf("%T is %s: %s, %s, %s, %q", r, got.Code(), got.Method(), got.Keyword(), got.Subject(), got.Message())
		}
		var params []ir.Param
		for p := range got.Params() {
			params = append(params, ir.Param{Name: p.Name(), JSON: p.JSON()})
		}
		if !slices.Equal(params, r.Params()) {
			t.Errorf("%T has %v, want %v", r, params, r.Params())
		}
	}
	check("object rule", kindsOf(public.objectRules, func(r tree.ObjectRule) string { return r.Kind().String() }))
	check("type", kindsOf(public.types, func(p tree.Type) string { return fmt.Sprintf("%T", p) }))
	for i, typ := range ir.AllTypes() {
		if public.types[i] == nil || public.types[i].JSON() != typ.Word() {
			t.Errorf("%T is %T", typ, public.types[i])
		}
	}
	for i, r := range public.objectRules {
		if want := read[i]; r.Code() != want.Code() || r.Kind() == tree.ObjectRuleUnknown {
			t.Errorf("%T is %s, %s", want, r.Kind(), r.Code())
		}
	}
}

func kindsOf[T any](list []T, name func(T) string) (all []string) {
	for _, x := range list {
		all = append(all, name(x))
	}
	return all
}

// declaration has one of every kind, as the tree shows it.
type declaration struct {
	rules       []tree.Rule
	objectRules []tree.ObjectRule
	types       []tree.Type
}

func declared(t *testing.T, rules []ir.Rule, between []ir.ObjectRule, types []ir.Type) (d declaration, read []ir.ObjectRule) {
	t.Helper()
	c := &ir.Collection{Name: "Every", Members: []*ir.Member{{Prop: &ir.Prop{ID: new(ir.ID), Name: "rules", Type: ir.Text{}, Rules: rules}}}}
	for _, typ := range types {
		c.Members = append(c.Members, &ir.Member{Prop: &ir.Prop{ID: new(ir.ID), Name: fmt.Sprintf("%T", typ), Type: typ}})
	}
	for _, r := range between {
		c.ObjectRules = append(c.ObjectRules, ir.PlacedObjectRule{Rule: r})
	}
	body := &ir.Body{Prop: &ir.Prop{ID: new(ir.ID), Type: ir.Object{Of: func() *ir.Collection { return c }}}}
	p, _ := treeOf(&ir.API{Operations: []*ir.Operation{{Body: body}}})
	every := p.Type().(tree.Object).Collection()
	for m := range every.Members() {
		if m.Property().Name() == "rules" {
			d.rules = slices.Collect(m.Property().Rules())
			continue
		}
		d.types = append(d.types, m.Property().Type())
	}
	d.objectRules = slices.Collect(every.Rules())
	return d, between
}

// The tree of an API with every feature has as many nodes as its declaration.
func TestTheTreeShowsEverything(t *testing.T) {
	app := everything.API().Locales(l10n.Builtin()).MustBuild()
	node, public := ir.APIOf(app), tree.Of(app)
	if got := slices.Collect(public.Languages()); !slices.Equal(got, node.Languages) || len(got) == 0 {
		t.Errorf("languages: %v", got)
	}
	ops := slices.Collect(public.Operations())
	if len(ops) != len(node.Operations) {
		t.Fatalf("%d operations, want %d", len(ops), len(node.Operations))
	}
	for i, op := range ops {
		want := node.Operations[i]
		count := func(what string, got, want int) {
			if got != want {
				t.Errorf("%s %s: %d %s, want %d", op.Method(), op.Path(), got, what, want)
			}
		}
		if op.Method() != want.Method || op.Path() != want.Path || op.ID() != want.ID {
			t.Errorf("%d: %s %s", i, op.Method(), op.Path())
		}
		count("inputs", len(slices.Collect(op.Inputs())), len(want.AllInputs()))
		count("headers", len(slices.Collect(op.ResponseHeaders())), len(want.AllSends()))
		count("responses", len(slices.Collect(op.Responses())), 1+len(want.Also))
		count("problems", len(slices.Collect(op.Problems())), len(want.Fails)+len(want.BuiltinProblems()))
		if want.Security != nil {
			count("schemes", len(slices.Collect(op.Security().Schemes())), len(want.Security.Schemes))
			count("limits", len(slices.Collect(op.Security().Limits())), len(want.Security.Limits))
		}
		if body, ok := op.Body(); ok {
			for x := range body.Examples() {
				if x.JSON() == "" {
					t.Errorf("%s: example %q has no value", op.Path(), x.Name())
				}
			}
		}
	}
}
