package tree_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// treeOf returns the property of the first operation's body, and the tree.
func treeOf(api *ir.API) (tree.Property, tree.API) {
	app := new(tenon.App)
	ir.SetAPI(app, api)
	all := tree.Of(app)
	for op := range all.Operations() {
		if body, ok := op.Body(); ok {
			p, _ := body.Property()
			return p, all
		}
	}
	return tree.Property{}, all
}

func Example() {
	type order struct {
		ID    string
		Items int
	}
	orders := collection.Of("Order", func(o *order) collection.Fields {
		return collection.Fields{
			prop.UUID("id").ReadOnly().At(&o.ID).Key(),
			prop.Int("items").Min(1).Default(1).At(&o.Items),
		}
	})
	place := route.Post("/orders", orders.Create(), orders.View()).
		Handle(func(_ *route.Call, o order) (order, error) { return o, nil })
	app := tenon.New("Shop", "1.0.0").Add(place).MustBuild()

	for op := range tree.Of(app).Operations() {
		fmt.Println(op.Method(), op.Path())
		body, _ := op.Body()
		p, _ := body.Property()
		for m := range p.Type().(tree.Object).Collection().Members() {
			if !m.In(body.Mode()) {
				continue
			}
			fmt.Printf("  %s: %s", m.Property().Name(), m.Property().Type().JSON())
			for r := range m.Property().Rules() {
				fmt.Print(", ", r.Code())
				for p := range r.Params() {
					fmt.Print(" ", p.JSON())
				}
			}
			fmt.Println()
		}
	}
	// Output:
	// POST /orders
	//   items: integer, min 1
}

func TestAccessIsShown(t *testing.T) {
	verify := func(context.Context, string) (authn.Identity, error) { return authn.New("ali"), nil }
	get := route.Get("/a", collection.NoContent()).Authorize(authz.Scopes("a:read", "a:write")).
		Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })
	app := tenon.New("A", "1").Authenticate(authn.Bearer("token", verify)).Add(get, route.Health("/health").Public()).MustBuild()
	var got []string
	for op := range tree.Of(app).Operations() {
		s := op.Security()
		line := fmt.Sprintf("%s public=%t", op.Path(), s.Public())
		for together := range s.Schemes() {
			for scheme := range together {
				line += " " + scheme.Name() + ":" + scheme.Kind().String()
			}
		}
		for c := range s.Clauses() {
			for g := range c.Grants() {
				line += fmt.Sprintf(" %s=%s", g.Kind(), g.Name())
			}
		}
		got = append(got, line)
	}
	want := []string{"/a public=false token:bearer scope=a:read scope=a:write", "/health public=true token:bearer"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSamplesAreJSON(t *testing.T) {
	p, err := tree.PropertyOf(prop.Nullable(prop.Int("n").Min(1)).Default(nil).Example(new(2)))
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := p.Default(); !ok || text != "null" {
		t.Errorf("the default is %s, %t", text, ok)
	}
	if got := slices.Collect(p.Examples(collection.View)); !slices.Equal(got, []string{"2"}) {
		t.Errorf("the examples are %q", got)
	}
	if p.Position().File() == "" || !strings.HasPrefix(p.Position().String(), "tree_test.go:") {
		t.Errorf("it is declared at %s", p.Position())
	}
}

func TestFaultsAreErrors(t *testing.T) {
	_, err := tree.CollectionOf(collection.New("Faulty", prop.Int("n").Min(2).Max(1)))
	if err == nil || !strings.Contains(err.Error(), "tree_test.go:") || !strings.Contains(err.Error(), "Max(1) is below Min(2)") {
		t.Errorf("error %v", err)
	}
}

// A function that returns a collection returns the same declaration at each call.
func TestRecursionEndsWithSame(t *testing.T) {
	c, err := tree.CollectionOf(nodes())
	if err != nil {
		t.Fatal(err)
	}
	for m := range c.Members() {
		inner := m.Property().Type().(tree.Array).Item().Type().(tree.Object).Collection()
		if inner == c || !inner.Same(c) {
			t.Errorf("the inner collection is %s at %s", inner.Name(), inner.Position())
		}
	}
}

func nodes() *collection.Collection[collection.Record] {
	return collection.New("Node", prop.Array(prop.Lazy("children", nodes)))
}

// The extension of a list is written when it is read.
func TestExtensionOfAListIsShown(t *testing.T) {
	id := prop.String("id").MaxLen(9)
	items := collection.New("Item", id)
	list := route.List("/items", items.List(), paginate.ByPage()).Tiebreaker(id).
		Handle(func(*route.Call, paginate.Query) (r paginate.Result[collection.Record], err error) { return r, nil })
	for op := range tree.Of(tenon.New("Items", "1").Add(list).MustBuild()).Operations() {
		for x := range op.Extensions() {
			if x.Name() != "x-list" || x.JSON() != `{"order": ["id"], "filters": {}}` {
				t.Errorf("%s is %s", x.Name(), x.JSON())
			}
			return
		}
	}
	t.Error("the list has no extension")
}
