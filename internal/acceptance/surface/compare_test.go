package surface_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type priced struct{ Price int }

// ofPrice declares a collection whose only property is given; each call is another declaration.
func ofPrice(price *prop.NumberProp[int]) *collection.Collection[priced] {
	return collection.Of("Product", func(p *priced) collection.Fields { return collection.Fields{price.At(&p.Price)} })
}

func caseOf(price *prop.NumberProp[int]) collection.Variant[any] {
	return collection.Case(ofPrice(price), func(p priced) any { return p }, func(v any) (priced, bool) { p, ok := v.(priced); return p, ok })
}

// declarations have every public type that holds a declaration: what declares it with a property, and
// what it prints.
var declarations = map[string]struct {
	of     func(price *prop.NumberProp[int]) any
	prints string
}{
	"a property":            {func(p *prop.NumberProp[int]) any { return p }, `prop.Int("price")`},
	"an array":              {func(p *prop.NumberProp[int]) any { return prop.Array(p) }, `prop.Array(prop.Int("price"))`},
	"a collection":          {func(p *prop.NumberProp[int]) any { return ofPrice(p) }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n)"},
	"create":                {func(p *prop.NumberProp[int]) any { return ofPrice(p).Create() }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n).Create()"},
	"view":                  {func(p *prop.NumberProp[int]) any { return ofPrice(p).View() }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n).View()"},
	"list":                  {func(p *prop.NumberProp[int]) any { return ofPrice(p).List() }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n).List()"},
	"update":                {func(p *prop.NumberProp[int]) any { return ofPrice(p).Update() }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n).Update()"},
	"replace":               {func(p *prop.NumberProp[int]) any { return ofPrice(p).Replace() }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n).Replace()"},
	"delete":                {func(p *prop.NumberProp[int]) any { return ofPrice(p).Delete() }, "collection.Of(\"Product\",\n\tprop.Int(\"price\"),\n).Delete()"},
	"many":                  {func(p *prop.NumberProp[int]) any { return collection.Many(ofPrice(p).View()) }, ""},
	"a value":               {func(p *prop.NumberProp[int]) any { return collection.ValueOf(p) }, `collection.ValueOf(prop.Int("price"))`},
	"a value's body":        {func(p *prop.NumberProp[int]) any { return collection.ValueOf(p).View() }, `collection.ValueOf(prop.Int("price")).View()`},
	"a record's collection": {func(p *prop.NumberProp[int]) any { return collection.New("R", p) }, "collection.Of(\"R\",\n\tprop.Int(\"price\"),\n)"},
	"a union":               {func(p *prop.NumberProp[int]) any { return collection.OneOf("U", caseOf(p)) }, ""},
	"a case":                {func(p *prop.NumberProp[int]) any { return caseOf(p) }, ""},
	"equal":                 {func(p *prop.NumberProp[int]) any { return paginate.Equal(p) }, ""},
	"in":                    {func(p *prop.NumberProp[int]) any { return paginate.In(p) }, ""},
	"at least":              {func(p *prop.NumberProp[int]) any { return paginate.AtLeast(p) }, ""},
	"between":               {func(p *prop.NumberProp[int]) any { return paginate.Between(p).As("range").Required() }, ""},
	"is null":               {func(p *prop.NumberProp[int]) any { return paginate.IsNull(prop.Nullable(p)) }, ""},
}

// Two declarations of the same are equal, and cmp.Diff names the difference of others, in a few lines.
func TestDeclarationsPrintAndCompare(t *testing.T) {
	for name, d := range declarations {
		a, b, c := d.of(prop.Int("price")), d.of(prop.Int("price")), d.of(prop.Int("price").Max(500))
		if text := fmt.Sprint(a); d.prints != "" && text != d.prints || !strings.Contains(text, "price") && !strings.Contains(text, "Product") {
			t.Errorf("%s prints %s", name, text)
		}
		if !cmp.Equal(a, b) {
			t.Errorf("%s: equal declarations differ: %v", name, a)
		}
		if cmp.Equal(a, c) {
			t.Errorf("%s: different declarations are equal: %v", name, c)
		}
		if text := fmt.Sprint(c); !strings.Contains(text, "500") && !strings.Contains(text, "Product.Object()") {
			t.Errorf("%s prints %s, without the rule", name, text)
		}
		if diff := cmp.Diff(a, c); strings.Count(diff, "\n") > 20 {
			t.Errorf("%s: the difference has %d lines:\n%s", name, strings.Count(diff, "\n"), diff)
		}
	}
}

// Routes are equal if they are the same.
func TestRoutesCompare(t *testing.T) {
	view := ofPrice(prop.Int("price")).View()
	read := func(*route.Call) (priced, error) { return priced{}, nil }
	get := route.Get("/a", view)
	handled := get.Handle(read)
	list := route.List("/a", ofPrice(prop.Int("price")).List(), paginate.ByPage())
	group := route.Group("/v1", handled)
	for _, v := range []any{get, route.Post("/a", ofPrice(prop.Int("price")).Create(), view), list, handled, group, route.Outgoing("POST", view)} {
		if !cmp.Equal(v, v) {
			t.Errorf("%T is not equal to itself", v)
		}
		if s := fmt.Sprint(v); !strings.ContainsAny(s, "/ ") && s != "POST" {
			t.Errorf("%T prints %q", v, s)
		}
	}
	if cmp.Equal(get, route.Get("/b", view)) || cmp.Equal(get, get.Summary("x")) || cmp.Equal(group, route.Group("/v2", handled)) {
		t.Error("other routes are equal")
	}
	if s := fmt.Sprint(get, handled); s != "GET /a GET /a" {
		t.Errorf("routes print %s", s)
	}
}

// Records, patches and replacements compare by their values.
func TestEntitiesCompare(t *testing.T) {
	price, rest := prop.Int("price").Optional(), prop.Map(prop.String("rest"))
	c := collection.New("R", price, collection.AdditionalIn(rest))
	texts := []string{`{}`, `{"price":1}`, `{"price":2}`, `{"price":1,"a":"b"}`}
	for i, x := range texts {
		for j, y := range texts {
			a, _ := c.Create().Parse([]byte(x))
			b, _ := c.Create().Parse([]byte(y))
			p, _ := c.Update().Parse([]byte(x))
			q, _ := c.Update().Parse([]byte(y))
			r, _ := c.Replace().Parse([]byte(x))
			s, _ := c.Replace().Parse([]byte(y))
			for _, pair := range [][2]any{{a, b}, {p, q}, {r, s}} {
				if got := cmp.Equal(pair[0], pair[1]); got != (i == j) {
					t.Errorf("%T: %s and %s: equal is %v", pair[0], x, y, got)
				}
			}
		}
	}
}

// A new public type with a declaration needs an Equal, or a reason to have none.
func TestEveryDeclarationHasEqual(t *testing.T) {
	for _, v := range []any{
		prop.String("s"), prop.Bool("b"), prop.Int("i"), prop.Bytes("x"), prop.Decimal("d"), prop.Any("a"), prop.File("f"), prop.Date("d"),
		prop.UnixTime("u"), prop.Enum("e", "a"), prop.Nullable(prop.Int("n")), prop.Array(prop.Int("a")), prop.Map(prop.Int("m")),
		ofPrice(prop.Int("p")), ofPrice(prop.Int("p")).Object(), ofPrice(prop.Int("p")).View(), collection.Many(ofPrice(prop.Int("p")).View()),
		collection.OneOf("U", caseOf(prop.Int("p"))), caseOf(prop.Int("p")), collection.ValueOf(prop.Int("v")), paginate.Equal(prop.Int("p")),
		route.Get("/a", ofPrice(prop.Int("p")).View()), route.Group("/v1"), route.ResourceRoutes[priced, int]{}, collection.Record{}, collection.Patch[priced]{}, collection.Replacement[priced]{},
	} {
		if _, ok := reflect.TypeOf(v).MethodByName("Equal"); !ok {
			t.Errorf("%T has no Equal", v)
		}
	}
}
