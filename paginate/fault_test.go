package paginate_test

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

type declared struct {
	list *pagination.List
	line int
	want string
}

// at records the line of its caller.
func at(l *pagination.List, want string) declared {
	_, _, line, _ := runtime.Caller(1)
	return declared{l, line, want}
}

func TestFaults(t *testing.T) {
	short := []byte(strings.Repeat("k", 31))
	secret := prop.String("secret").MaxLen(5).WriteOnly()
	long, free := prop.String("long").MaxLen(90), prop.String("free")
	money := prop.Decimal("money").Scale(2)
	own := prop.TextOf("own", func(s string) (int, error) { return 0, nil }, func(int) string { return "" })
	pairs := collection.New("Pair", long, free, money, secret, own, prop.Bytes("raw"), prop.Int("a").MultipleOf(2))
	keyless := func(p paginate.Plan) *pagination.List {
		return pagination.NewList(p, codec.BodyOf(pairs.List()).Rows)
	}
	cursor := paginate.ByCursor(key)
	for _, test := range []declared{
		at(listing(paginate.Plan{}), "a plan was not created by ByPage, ByOffset, ByCursor or ByKey"),
		at(listing(paginate.Plan{}.Default(5)), "a plan was not created by ByPage, ByOffset, ByCursor or ByKey"),
		at(listing(paginate.ByPage().Default(0)), "Default(0) is below 1"),
		at(listing(paginate.ByPage().Max(0)), "Max(0) is below 1"),
		at(listing(paginate.ByPage().Max(2_000_000)), "Max(2000000) is above 1000000, more than a page can have"),
		at(listing(paginate.ByPage().Default(30).Max(20)), "Default(30) is above Max(20)"),
		at(listing(paginate.ByPage().Max(20).Default(30)), "Default(30) is above Max(20)"),
		at(listing(paginate.ByPage().Default(101)), "Default(101) is above 100, the default maximum; raise it with Max"),
		at(listing(paginate.ByPage().Total(7)), "Total(7) is not Never, Always or OnRequest"),
		at(listing(paginate.ByPage().BoundTo(func(context.Context) string { return "" })), "BoundTo needs ByCursor"),
		at(listing(cursor.BoundTo(nil)), "BoundTo(nil): the function is nil"),
		at(listing(paginate.ByCursor(short)), "ByCursor: key 1 has 31 bytes, fewer than 32; NewKey returns a key"),
		at(listing(paginate.ByCursor(key, nil)), "ByCursor: key 2 has 0 bytes, fewer than 32; NewKey returns a key"),
		at(listing(paginate.ByCursor(key, other, key)), "ByCursor: keys 1 and 3 are the same"),

		at(listing(paginate.ByPage()).Sorting(tags), `property "tags" cannot be sorted by: it is not a single value with an order`),
		at(listing(paginate.ByPage()).Sorting(prop.Any("any")), `property "any" cannot be sorted by: it is not a single value with an order`),
		at(listing(paginate.ByPage()).Sorting(prop.Object(products)), `property "product" cannot be sorted by: it is not a single value with an order`),
		at(listing(paginate.ByPage()).Sorting(own), `property "own" cannot be sorted by: its Go type has no order; give it one with Ordered`),
		at(listing(paginate.ByPage()).Sorting(name, price, name), `Sorting has property "name" twice`),
		at(listing(paginate.ByPage()).Sorting(name, price.As("name")), `Sorting has two properties named "name"`),
		at(listing(paginate.ByPage()).Sorting(nil), "Sorting has a nil property"),
		at(listing(paginate.ByPage()).Sorting(prop.Int("-a")), `property "-a" cannot be sorted by: its name begins with a sign or contains a comma, which order_by gives a meaning`),
		at(listing(paginate.ByPage()).Sorting(prop.Int("a,b")), `property "a,b" cannot be sorted by: its name begins with a sign or contains a comma, which order_by gives a meaning`),
		at(listing(paginate.ByPage()).Sorting(prop.Int("p").MultipleOf(0)), `property "p": MultipleOf(0) must be greater than 0`),
		at(listing(paginate.ByPage()).Sorting(name).MaxTerms(0), "MaxTerms(0) is below 1"),
		at(listing(paginate.ByPage()).DefaultOrder(paginate.Asc(tags)), `property "tags" cannot be sorted by: it is not a single value with an order`),
		at(listing(paginate.ByPage()).DefaultOrder(paginate.Term{}), "DefaultOrder has a term that was not made with Asc or Desc of a property"),
		at(listing(paginate.ByPage()).DefaultOrder(paginate.Desc(nil)), "DefaultOrder has a term that was not made with Asc or Desc of a property"),
		at(listing(paginate.ByPage()).DefaultOrder(paginate.Asc(name), paginate.Desc(name)), `DefaultOrder has property "name" twice`),
		at(listing(paginate.ByPage()).Tiebreaker(name, nil), "Tiebreaker has a nil property"),
		at(listing(paginate.ByPage()).Tiebreaker(tags), `property "tags" cannot be a tiebreaker: it is not a single value`),
		at(listing(paginate.ByPage()).Filtered(nil), "a filter is nil"),

		at(keyless(paginate.ByPage()), `ByPage needs a total order: mark what distinguishes two of collection "Pair" with Key, or name it with Tiebreaker`),
		at(keyless(paginate.ByOffset()), `ByOffset needs a total order: mark what distinguishes two of collection "Pair" with Key, or name it with Tiebreaker`),
		at(keyless(cursor), `ByCursor needs a total order: mark what distinguishes two of collection "Pair" with Key, or name it with Tiebreaker`),
		at(pagination.NewList(paginate.ByCursor(key), nil), "ByCursor needs a list of what a collection describes: cursors are made of its members"),
		at(listing(cursor).Sorting(prop.Int("far")), `property "far" is not a member of collection "Product", and cursors are made of its members`),
		at(keyless(cursor).Tiebreaker(secret), `property "secret" is WriteOnly, and a cursor would show it`),
		at(keyless(cursor).Tiebreaker(free), `property "free" has no maximum length, and a cursor holds 362 bytes; declare MaxLen, or Ordered of a type of your own`),
		at(keyless(cursor).Tiebreaker(own), `property "own" has no maximum length, and a cursor holds 362 bytes; declare MaxLen, or Ordered of a type of your own`),
		at(keyless(cursor).Tiebreaker(money), `property "money" has no maximum length, and a cursor holds 362 bytes; declare Scale, Min and Max`),
		at(keyless(cursor).Tiebreaker(long), ""),
		at(keyless(cursor).Tiebreaker(prop.Bytes("gone")), `property "gone" is not a member of collection "Pair", and cursors are made of its members`),
	} {
		faults := test.list.Faults()
		if test.want == "" {
			for _, f := range faults {
				t.Errorf("line %d: %s", test.line, f.Message)
			}
			continue
		}
		if len(faults) != 1 || faults[0].Message != test.want {
			t.Errorf("line %d: the faults are %v, want\n%s", test.line, whats(faults), test.want)
			continue
		}
		file, line := faults[0].At.FileLine()
		if strings.HasPrefix(test.want, "ByCursor needs a total") { // the plan's
			continue
		}
		if filepath.Base(file) != "fault_test.go" && filepath.Base(file) != "list_test.go" || filepath.Base(file) == "fault_test.go" && line != test.line {
			t.Errorf("line %d: the fault is at %s:%d", test.line, file, line)
		}
	}
}

func whats(faults []tree.Fault) (all []string) {
	for _, f := range faults {
		all = append(all, f.Message)
	}
	return all
}

// The maximum length of a cursor depends on the properties that can sort at once.
func TestCursorsThatCouldBeTooLongAreFaults(t *testing.T) {
	a, b, c := prop.String("a").MaxLen(50), prop.String("b").MaxLen(40), prop.String("c").MaxLen(5)
	n := prop.Int("n")
	texts := collection.New("Texts", a, b, c, n)
	list := func() *pagination.List {
		return pagination.NewList(paginate.ByCursor(key), codec.BodyOf(texts.List()).Rows).Tiebreaker(n)
	}
	too := `a cursor holds 362 bytes, and the longest here would need 406, of them 202 for property "a"; ` +
		`bound it with MaxLen, or how many are sorted by at once with MaxTerms`
	for _, test := range []struct {
		what string
		list *pagination.List
		want string
	}{
		{"all three", list().Sorting(a, b, c), too},
		{"two at once", list().Sorting(a, b, c).MaxTerms(2), strings.Replace(too, "406", "385", 1)},
		{"one at once", list().Sorting(a, b, c).MaxTerms(1), ""},
		{"one at once after the longest", list().Sorting(a, b, c).MaxTerms(1).DefaultOrder(paginate.Asc(a)), strings.Replace(too, "406", "385", 1)},
		{"the two short ones", list().Sorting(b, c), ""},
	} {
		faults := test.list.Faults()
		if test.want == "" && len(faults) == 0 {
			continue
		}
		if len(faults) != 1 || faults[0].Message != test.want {
			t.Errorf("%s: the faults are %v, want %q", test.what, whats(faults), test.want)
		}
	}
}

func TestFaultsOfFilters(t *testing.T) {
	_, _, base, _ := runtime.Caller(0)
	for i, test := range []struct {
		filter paginate.Filterer
		want   string
	}{
		{paginate.Equal(tags), `Equal does not support property "tags": it is not a single value`}, // base+6
		{paginate.In(prop.Any("a")), `In does not support property "a": it is not a single value`},
		{paginate.AtLeast(tags), `AtLeast does not support property "tags": its values have no order`},
		{paginate.AtMost(tags), `AtMost does not support property "tags": its values have no order`},
		{paginate.Greater(tags), `Greater does not support property "tags": its values have no order`},
		{paginate.Less(tags), `Less does not support property "tags": its values have no order`},
		{paginate.Between(tags), `Between does not support property "tags": its values have no order`},
		{paginate.Equal[int](nil), `Equal(nil): the property is nil`},
		{paginate.Between[int](nil), `Between(nil): the property is nil`},
		{paginate.Contains[string](nil), `Contains(nil): the property is nil`},
		{paginate.Prefix[string](nil), `Prefix(nil): the property is nil`},
		{paginate.IsNull(nil), `IsNull(nil): the property is nil`},
	} {
		faults := property.NodeOf(query.ParameterOf(test.filter).Prop).Faults
		if len(faults) != 1 || faults[0].Message != test.want {
			t.Errorf("the faults are %v, want %s", whats(faults), test.want)
			continue
		}
		if file, line := faults[0].At.FileLine(); filepath.Base(file) != "fault_test.go" || line != base+5+i {
			t.Errorf("%s is at %s:%d, want line %d", test.want, file, line, base+5+i)
		}
		if file, line := property.NodeOf(query.ParameterOf(test.filter).Prop).At.FileLine(); filepath.Base(file) != "fault_test.go" || line != base+5+i {
			t.Errorf("%s is declared at %s:%d, want line %d", test.want, file, line, base+5+i)
		}
	}
	if faults := property.NodeOf(query.ParameterOf((paginate.Filter[int]{})).Prop).Faults; len(faults) != 1 {
		t.Errorf("the zero filter has faults %v", whats(faults))
	}
}

// Deriving a list or a plan does not change the original.
func TestDeclarationsAreValues(t *testing.T) {
	l := listing(paginate.ByPage())
	for n := range 6 {
		l = l.Sorting(prop.Int(string(rune('a' + n)))).Filtered(paginate.Equal(prop.Int(string(rune('p' + n)))))
		one := l.Sorting(prop.Int("one")).Filtered(paginate.Equal(prop.Int("first")))
		two := l.Sorting(prop.Int("two")).Filtered(paginate.Equal(prop.Int("second")))
		for _, test := range []struct {
			list      *pagination.List
			good, bad string
		}{{one, "order_by=one&first=1", "order_by=two"}, {two, "order_by=two&second=1", "order_by=one"}} {
			s := serve(t, test.list)
			if _, vs := s.read(test.good); vs != nil {
				t.Errorf("%d: %v", n, vs)
			}
			if _, vs := s.read(test.bad); vs == nil {
				t.Errorf("%d: %s is accepted", n, test.bad)
			}
		}
	}
	p := paginate.ByCursor(key)
	p.Max(0)
	p.BoundTo(nil)
	unchanged := listing(p)
	if faults := unchanged.Faults(); len(faults) > 0 {
		t.Errorf("the faults are %v", whats(faults))
	}
}

// A derived filter has the position of the derivation.
func TestDerivedFiltersHaveTheirPosition(t *testing.T) {
	_, _, base, _ := runtime.Caller(0)
	f := paginate.AtLeast(price).
		Describe("d").
		As( // base+3
			"from").
		Example(
			-1)
	n := property.NodeOf(query.ParameterOf(f).Prop)
	if file, line := n.At.FileLine(); filepath.Base(file) != "fault_test.go" || line != base+3 {
		t.Errorf("the filter is declared at %s:%d, want line %d", file, line, base+3)
	}
	if file, line := n.Examples[0].At.FileLine(); filepath.Base(file) != "fault_test.go" || line != base+5 {
		t.Errorf("the example is given at %s:%d, want line %d", file, line, base+5)
	}
	if f.Name() != "from" || n.Doc != "d" || !n.Optional || property.NodeOf(query.ParameterOf(f.Required()).Prop).Optional || !property.NodeOf(query.ParameterOf(f.Deprecated()).Prop).Deprecated {
		t.Error("a filter loses what was said of it")
	}
}
