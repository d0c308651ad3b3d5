package paginate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// order returns an order in one line; the terms of the client are in brackets.
func order(q paginate.Query) string {
	var all []string
	for _, term := range q.Order() {
		text := term.Name()
		if term.Descending() {
			text = "-" + text
		}
		if term.FromClient() {
			text = "[" + text + "]"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func TestOrderBy(t *testing.T) {
	l := listing(paginate.ByPage()).Sorting(name, price, id).DefaultOrder(paginate.Desc(created), paginate.Asc(price))
	s := serve(t, l)
	for query, want := range map[string]string{
		"":                           "-created_at price id",
		"order_by=name":              "[name] -created_at price id",
		"order_by=+name":             "[name] -created_at price id", // a plus that decodes to a space
		"order_by=%20name":           "[name] -created_at price id",
		"order_by=%2Bname":           "[name] -created_at price id",
		"order_by=-name":             "[-name] -created_at price id",
		"order_by=%2Dname":           "[-name] -created_at price id",
		"order_by=-price,+name":      "[-price] [name] -created_at -id",
		"order_by=+price,%2Bname":    "[price] [name] -created_at -id",
		"order_by=id":                "[id]", // later terms change nothing
		"order_by=name,-id":          "[name] [-id]",
		"order_by=name,price,-id":    "[name] [price] [-id]",
		"order_by=-id,name":          "[-id]",
		"order_by=created_at":        "order_by/0 one_of",
		"order_by=nope":              "order_by/0 one_of",
		"order_by=--name":            "order_by/0 one_of",
		"order_by=++name":            "order_by/0 one_of",
		"order_by=%2B-name":          "order_by/0 one_of",
		"order_by=+-name":            "order_by/0 one_of",
		"order_by=-+name":            "order_by/0 one_of",
		"order_by=Name":              "order_by/0 one_of",
		"order_by=name%20":           "order_by/0 one_of",
		"order_by=name,name":         "order_by/1 unique",
		"order_by=+name,%2Bname":     "order_by/1 unique",
		"order_by=name,+name":        "order_by order_by_twice",
		"order_by=name,-name":        "order_by order_by_twice",
		"order_by=-name,price,+name": "order_by order_by_twice",
		"order_by=":                  "order_by/0 one_of",
		"order_by=,":                 "order_by/0 one_of, order_by/1 one_of",
		"order_by=name,":             "order_by/1 one_of",
		"order_by=+":                 "order_by/0 one_of",
		"order_by=-":                 "order_by/0 one_of",
		"order_by=name,price,id,-id": "order_by max_items",
		"order_by=name&order_by=id":  "order_by repeated",
	} {
		q, vs := s.read(query)
		got := codes(vs)
		if vs == nil {
			got = order(q)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", query, got, want)
		}
	}
}

func TestOrderByIsUnknownWithoutSorting(t *testing.T) {
	s := serve(t, listing(paginate.ByPage()))
	if _, vs := s.read("order_by=name"); codes(vs) != "order_by unknown" {
		t.Errorf("the violations are %v", vs)
	}
}

func TestMaxTerms(t *testing.T) {
	s := serve(t, listing(paginate.ByPage()).Sorting(name, price).MaxTerms(1))
	if _, vs := s.read("order_by=name,price"); codes(vs) != "order_by max_items" {
		t.Errorf("the violations are %v", vs)
	}
	if got := order(s.mustRead(t, "order_by=-price")); got != "[-price] -id" {
		t.Errorf("the order is %s", got)
	}
}

// The tiebreaker has the direction of the term before it.
func TestTheUniqueKeyEndsTheOrder(t *testing.T) {
	for _, test := range []struct {
		name   string
		unique []prop.Prop
		usual  []paginate.Term
		query  string
		want   string
	}{
		{"key of the collection", nil, nil, "", "id"},
		{"after descending", nil, []paginate.Term{paginate.Desc(price)}, "", "-price -id"},
		{"after ascending", nil, []paginate.Term{paginate.Desc(price)}, "order_by=name", "[name] -price -id"},
		{"two", []prop.Prop{price, name}, []paginate.Term{paginate.Desc(created)}, "", "-created_at -price -name"},
		{"partly asked", []prop.Prop{price, name}, nil, "order_by=-name", "[-name] -price"},
		{"wholly asked", []prop.Prop{price, name}, []paginate.Term{paginate.Desc(created)}, "order_by=-name,price", "[-name] [price]"},
		{"in the usual order", nil, []paginate.Term{paginate.Desc(id), paginate.Asc(name)}, "", "-id"},
	} {
		l := listing(paginate.ByPage()).Sorting(name, price).DefaultOrder(test.usual...)
		if test.unique != nil {
			l = l.Tiebreaker(test.unique...)
		}
		if got := order(serve(t, l).mustRead(t, test.query)); got != test.want {
			t.Errorf("%s: the order is %q, want %q", test.name, got, test.want)
		}
	}
}

// The document lists every spelling that the server accepts. JSON accepts each, too, because
// oastest compares documents with values in JSON.
func TestOrderByIsDocumentedAsAList(t *testing.T) {
	l := listing(paginate.ByPage()).Sorting(name, price)
	var p prop.Prop
	for _, in := range l.Inputs() {
		if in.Prop.Name() == "order_by" {
			p = in.Prop
			if !in.CSV {
				t.Error("order_by is not separated by commas")
			}
		}
	}
	n := property.NodeOf(p)
	item := n.Type.(tree.Array).Item.Type.(tree.Enum)
	if want := []string{"name", "+name", "-name", "price", "+price", "-price"}; !slices.Equal(item.Values, want) {
		t.Errorf("the values are %v, want %v", item.Values, want)
	}
	var rules []string
	for _, r := range n.Rules {
		rules = append(rules, r.Code())
	}
	if want := []string{"min_items", "max_items", "unique", "order_by_twice"}; !slices.Equal(rules, want) {
		t.Errorf("the rules are %v, want %v", rules, want)
	}
	if !n.Optional {
		t.Error("order_by is required")
	}
	slot := property.SlotOf(p, codec.NewCompiler(tree.Create))
	var d codec.Decoder
	if again, err := slot.Try(&d, []byte(`["+name","-price"]`)); err != nil || d.Since(0) || string(again) != `["+name","-price"]` {
		t.Errorf("+name and -price are %s, %v", again, err)
	}
}
