package tree_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

// The tests of interpreters range over the lists of kinds, so that the lists must be complete:
// each has all types with the method that closes the set.
func TestListsOfKindsAreComplete(t *testing.T) {
	for _, set := range []struct {
		method string
		kinds  []string
	}{
		{"Kind", names(tree.AllRules())},
		{"typ", names(tree.AllTypes())},
		{"across", names(tree.AllObjectRules())},
	} {
		want := receivers(t, set.method)
		slices.Sort(set.kinds)
		if len(want) == 0 || !slices.Equal(set.kinds, want) {
			t.Errorf("the list of those with a method %s has\n%v, the source\n%v", set.method, set.kinds, want)
		}
	}
}

// The lists of constants have every constant.
func TestListsOfConstantsAreComplete(t *testing.T) {
	for _, list := range []struct {
		name, typ string
		got       int
	}{
		{"Modes", "Mode", distinct(append(tree.Modes(), tree.OpenModes()...))},
		{"AllFormats", "Format", distinct(tree.AllFormats())},
		{"AllSchemeKinds", "SchemeKind", distinct(tree.AllSchemeKinds())},
		{"AllFlowKinds", "FlowKind", distinct(tree.AllFlowKinds())},
		{"AllGrantKinds", "GrantKind", distinct(tree.AllGrantKinds())},
		{"AllLimitKeys", "LimitKey", distinct(tree.AllLimitKeys())},
		{"AllIns", "In", distinct(tree.AllIns())},
		{"AllStyles", "Style", distinct(tree.AllStyles())},
	} {
		if want := constants(t, list.typ); list.got != want || want == 0 {
			t.Errorf("%s has %d of them, the source %d", list.name, list.got, want)
		}
	}
}

// distinct returns the number of distinct values in a list.
func distinct[K cmp.Ordered](list []K) int {
	return len(slices.Compact(slices.Sorted(slices.Values(list))))
}

// The lists of details have every detail that the package declares.
func TestListsOfDetailsAreComplete(t *testing.T) {
	in := func(name string) bool { return name == "reason.go" }
	for _, list := range []struct {
		name string
		got  []tree.Detail
		want []string
	}{
		{"AllDetails", tree.AllDetails(), details(t, func(string) bool { return true })},
		{"AllReasons", tree.AllReasons(), details(t, in)},
	} {
		var keys []string
		for _, d := range list.got {
			keys = append(keys, d.Key)
		}
		slices.Sort(keys)
		if len(list.want) == 0 || !slices.Equal(keys, list.want) {
			t.Errorf("%s has\n%v, the source\n%v", list.name, keys, list.want)
		}
		if len(slices.Compact(keys)) != len(list.want) {
			t.Errorf("%s says two things under one key: %v", list.name, list.want)
		}
	}
	for _, r := range tree.AllBuiltinProblems() {
		if slices.ContainsFunc(tree.AllDetails(), func(d tree.Detail) bool { return d.Key == r.Code }) {
			t.Errorf("a detail and a refusal are both called %s", r.Code)
		}
	}
}

// details returns the keys of the details that files of the package declare,
// sorted.
func details(t *testing.T, in func(name string) bool) (keys []string) {
	t.Helper()
	for name, f := range source(t) {
		if !in(name) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && len(lit.Elts) == 2 {
				if id, ok := lit.Type.(*ast.Ident); ok && id.Name == "Detail" {
					text, _ := strconv.Unquote(lit.Elts[0].(*ast.BasicLit).Value)
					keys = append(keys, text)
				}
			}
			return true
		})
	}
	slices.Sort(keys)
	return keys
}

func names[K any](kinds []K) (all []string) {
	for _, k := range kinds {
		all = append(all, strings.TrimPrefix(fmt.Sprintf("%T", k), "tree."))
	}
	return all
}

// source returns the files of the package by their names.
func source(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	list, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = f
	}
	return files
}

// receivers returns the types that have a method, sorted.
func receivers(t *testing.T, method string) (all []string) {
	for _, f := range source(t) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Name.Name == method {
				if id, ok := fn.Recv.List[0].Type.(*ast.Ident); ok {
					all = append(all, id.Name)
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// constants counts the constants of a type that iota numbers.
func constants(t *testing.T, typ string) (n int) {
	for _, f := range source(t) {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			if id, ok := g.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident); ok && id.Name == typ {
				n += len(g.Specs)
			}
		}
	}
	return n
}

// The tree is data (ADR 36): its functions are the test of names, references that are resolved later,
// what writes samples, and what an application gave. A check is in package verify, not in a node.
func TestTheTreeHasFewFunctions(t *testing.T) {
	want := []string{
		"Alternatives.Of", "DocumentEdit.Edit", "Names.Accepts", "Object.Of", "ProblemFormat.Example", "Prop.Write",
	}
	var got []string
	for _, f := range source(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			node, ok := n.(*ast.TypeSpec)
			if !ok || node.Name.Name == "Walk" || node.Name.Name == "Probe" { // which are no nodes
				return true
			}
			if of, is := node.Type.(*ast.StructType); is {
				for _, field := range of.Fields.List {
					if holdsFunction(field.Type) {
						got = append(got, node.Name.Name+"."+field.Names[0].Name)
					}
				}
			}
			return true
		})
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("functions in nodes are\n%v, want\n%v", got, want)
	}
}

// holdsFunction reports whether values of a type are functions, or lists or maps of them.
func holdsFunction(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.FuncType:
		return true
	case *ast.ArrayType:
		return holdsFunction(t.Elt)
	case *ast.MapType:
		return holdsFunction(t.Value)
	}
	return false
}

func TestRulesHaveDistinctCodes(t *testing.T) {
	seen := map[string]string{}
	for _, r := range tree.AllRules() {
		if other := seen[r.Code()]; other != "" && r.Code() != "custom" {
			t.Errorf("%T and %s share the code %s", r, other, r.Code())
		}
		seen[r.Code()] = fmt.Sprintf("%T", r)
	}
}

// A function that declares a collection twice declares the same one, unless its arguments
// differ.
func TestFingerprintsDistinguishCollectionsOfOneFunction(t *testing.T) {
	collect := func(name string, rules ...tree.Rule) *tree.Collection {
		p := &tree.Prop{ID: new(tree.ID), At: tree.Faultf("").At, Name: name, Type: tree.Integer{}, Rules: rules}
		return &tree.Collection{At: tree.Faultf("").At, Name: "C", Members: []*tree.Member{{Prop: p, Modes: tree.EveryMode}}}
	}
	var made []string
	described, nested, other := collect("a"), collect("a"), collect("a")
	described.Members[0].Prop.Doc = "An a."
	nested.Members[0].Prop.Type = tree.Object{Of: func() *tree.Collection { return described }}
	other.Members[0].Prop.Type = tree.Text{}
	for _, c := range []*tree.Collection{
		collect("a"), collect("b"), collect("a", tree.Min{Bound: "1"}), collect("a", tree.Min{Bound: "2"}), described, nested, other,
	} {
		made = append(made, c.Fingerprint())
	}
	if again := collect("a").Fingerprint(); again != made[0] {
		t.Errorf("one collection made twice is\n%s and\n%s", made[0], again)
	}
	slices.Sort(made)
	if distinct := slices.Compact(made); len(distinct) != 7 {
		t.Errorf("seven collections are %d", len(distinct))
	}
}

func TestEditsLeaveTheirOriginAsItWas(t *testing.T) {
	for n := range 10 {
		p := &tree.Prop{}
		for range n {
			p = p.Edit(func(p *tree.Prop) { p.Rules = append(p.Rules, tree.Unique{}) })
		}
		one := p.Edit(func(p *tree.Prop) { p.Rules = append(p.Rules, tree.Min{Bound: "1"}) })
		two := p.Edit(func(p *tree.Prop) { p.Rules = append(p.Rules, tree.Min{Bound: "2"}) })
		if len(p.Rules) != n || one.Rules[n] != (tree.Min{Bound: "1"}) || two.Rules[n] != (tree.Min{Bound: "2"}) {
			t.Errorf("with %d rules the copies share one", n)
		}
	}
}
