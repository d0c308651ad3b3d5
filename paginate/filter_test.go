package paginate_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// values returns the values of the only condition of a query, as they print.
func values(t *testing.T, f paginate.Filterer, rawQuery string) (vs []any, violations prop.Violations) {
	t.Helper()
	s := serve(t, listing(paginate.ByPage()).Filtered(f))
	q, violations := s.read(rawQuery)
	if violations != nil {
		return nil, violations
	}
	if len(q.Conditions()) != 1 || !q.Conditions()[0].Of(f) {
		t.Fatalf("%s has conditions %v", rawQuery, q.Conditions())
	}
	return q.Conditions()[0].Values(), nil
}

func TestFiltersHaveTheNamesAndValuesOfTheirOperators(t *testing.T) {
	own := prop.TextOf("own", strconv.Atoi, strconv.Itoa)
	for _, test := range []struct {
		filter paginate.Filterer
		query  string
		want   string // %T of the values and the values
	}{
		{paginate.Equal(state), "status=active", "[paginate_test.status active]"},
		{paginate.Equal(price), "price=7", "[int64 7]"},
		{paginate.Equal(note), "note=x", "[string x]"}, // the type without null
		{paginate.Equal(own), "own=12", "[int 12]"},
		{paginate.Equal(prop.Bool("ok")), "ok=false", "[bool false]"},
		{paginate.Equal(prop.Decimal("d")), "d=1.50", "[string 1.50]"},
		{paginate.Equal(prop.IP("ip")), "ip=192.0.2.1", "[netip.Addr 192.0.2.1]"},
		{paginate.Equal(prop.Duration("d")), "d=PT90S", "[time.Duration 1m30s]"},
		{paginate.Equal(name).As("title"), "title=x", "[string x]"},
		{paginate.In(state), "status=draft,active", "[paginate_test.status draft paginate_test.status active]"},
		{paginate.In(note), "note=x,y", "[string x string y]"},
		{paginate.In(name), "name=a%2Cb,c", "[string a,b string c]"},
		{paginate.AtLeast(price), "min_price=1", "[int64 1]"},
		{paginate.AtMost(price), "max_price=1", "[int64 1]"},
		{paginate.Greater(price), "price_above=1", "[int64 1]"},
		{paginate.Less(price), "price_below=1", "[int64 1]"},
		{paginate.Between(price), "price_between=1,2", "[int64 1 int64 2]"},
		{paginate.Between(price), "price_between=2,2", "[int64 2 int64 2]"},
		{paginate.Between(note), "note_between=a,b", "[string a string b]"},
		{paginate.Between(prop.Decimal("d")), "d_between=9,10.0", "[string 9 string 10.0]"}, // by value, not by text
		{paginate.AtLeast(created), "min_created_at=2026-01-02T03:04:05Z", "[time.Time 2026-01-02 03:04:05 +0000 UTC]"},
		{paginate.Contains(name), "name_contains=%25_", "[string %_]"},
		{paginate.Prefix(state), "status_prefix=act", "[string act]"},
		{paginate.IsNull(note), "note_is_null=true", "[bool true]"},
		{paginate.IsNull(tags), "tags_is_null=false", "[bool false]"},
	} {
		vs, violations := values(t, test.filter, test.query)
		if violations != nil {
			t.Errorf("%s: %v", test.query, violations)
			continue
		}
		var got []string
		for _, v := range vs {
			got = append(got, fmt.Sprintf("%T %v", v, v))
		}
		if all := fmt.Sprint(got); all != test.want {
			t.Errorf("%s has values %s, want %s", test.query, all, test.want)
		}
	}
}

func TestFilterViolations(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat("1,", 101), ",")
	for _, test := range []struct {
		filter paginate.Filterer
		query  string
		want   string
	}{
		{paginate.Equal(state), "status=none", "status one_of"},
		{paginate.Equal(state), "status=", "status one_of"},
		{paginate.Equal(state), "status=draft&status=active", "status repeated"},
		{paginate.Equal(price), "price=-1", "price min"},
		{paginate.Equal(price), "price=abc", "price type"},
		{paginate.Equal(note), "note=12345678901", "note max_length"},
		{paginate.Equal(state).Required(), "", "status required"},
		{paginate.In(state), "status=draft,none", "status/1 one_of"},
		{paginate.In(state), "status=draft,", "status/1 one_of"},
		{paginate.In(state), "status=draft,draft", "status/1 unique"},
		{paginate.In(length), "length=" + many, "length max_items"},
		{paginate.AtLeast(price), "min_price=-1", "min_price min"},
		{paginate.Between(price), "price_between=1", "price_between min_items"},
		{paginate.Between(price), "price_between=1,2,3", "price_between max_items"},
		{paginate.Between(price), "price_between=2,1", "price_between between_order"},
		{paginate.Between(prop.Decimal("d")), "d_between=10.0,9", "d_between between_order"},
		{paginate.Between(note), "note_between=b,a", "note_between between_order"},
		{paginate.Contains(name), "name_contains=", "name_contains min_length"},
		{paginate.Contains(name), "name_contains=" + strings.Repeat("%C3%A9", 101), "name_contains max_length"},
		{paginate.Prefix(name), "name_prefix=%FF", "name_prefix encoding"},
		{paginate.IsNull(note), "note_is_null=1", "note_is_null type"},
	} {
		s := serve(t, listing(paginate.ByPage()).Filtered(test.filter))
		if _, vs := s.read(test.query); codes(vs) != test.want {
			t.Errorf("%s: the violations are %q, want %q", test.query, codes(vs), test.want)
		}
	}
}

func TestFiltersAreTypedKeys(t *testing.T) {
	least, states, nothing := paginate.AtLeast(price), paginate.In(state), paginate.Equal(note)
	s := serve(t, listing(paginate.ByPage()).Filtered(least, states, nothing))
	q := s.mustRead(t, "min_price=5&status=draft,active")
	if v, given := least.Lookup(q); v != 5 || !given {
		t.Errorf("min_price is %d, %t", v, given)
	}
	if v := states.Get(q); !slices.Equal(v, []status{"draft", "active"}) {
		t.Errorf("status is %v", v)
	}
	if v, given := nothing.Lookup(q); v != nil || given {
		t.Errorf("note is %v, %t", v, given)
	}
	if v := nothing.Get(s.mustRead(t, "note=x")); v == nil || *v != "x" {
		t.Errorf("note is %v", v)
	}
	// A filter is identified by its operator and property, wherever it is created.
	if v := paginate.AtLeast(price).Get(q); v != 5 {
		t.Errorf("made anew, it reads %d", v)
	}
	if v := paginate.AtLeast(price.Describe("d").Min(2)).Get(q); v != 5 {
		t.Errorf("made anew of a copy, it reads %d", v)
	}
	if c := q.Conditions(); !c[0].Of(paginate.AtLeast(price)) || c[0].Of(paginate.AtMost(price)) || c[0].Of(paginate.AtLeast(price.As("price"))) {
		t.Error("a condition does not know its filter made anew")
	}
	// Derived filters are read with their original; As returns a distinct one.
	if v := least.Describe("d").Example(1).Get(q); v != 5 {
		t.Errorf("a copy reads %d", v)
	}
	for what, f := range map[string]func(){
		"another name": func() { least.As("from").Get(q) },
		"undeclared":   func() { paginate.AtMost(price).Get(q) },
		"alike":        func() { paginate.AtLeast(prop.Int64("price")).Get(q) },
		"no query":     func() { least.Get(paginate.Query{}) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "tenon: filter \"") {
					t.Errorf("%s: the panic is %q", what, text)
				}
			}()
			f()
		}()
	}
}

func TestConditionsKnowTheirPropertyAndFilter(t *testing.T) {
	least, equal := paginate.AtLeast(price), paginate.Equal(price).As("exact")
	s := serve(t, listing(paginate.ByPage()).Filtered(equal, least))
	q := s.mustRead(t, "min_price=5&exact=6")
	c := q.Conditions()
	if len(c) != 2 || c[0].Name() != "exact" || c[0].Op() != paginate.OpEqual || c[1].Op() != paginate.OpAtLeast {
		t.Fatalf("the conditions are %v", c)
	}
	if !c[0].Is(price) || !c[0].Is(price.Describe("same")) || c[0].Is(price.As("price")) || c[0].Is(name) || c[0].Is(nil) {
		t.Error("a condition is about another property")
	}
	if !c[0].Of(equal) || c[0].Of(least) || c[0].Of(nil) {
		t.Error("a condition is of another filter")
	}
	if open(c[0]).ID() != property.NodeOf(price).ID {
		t.Error("a condition does not identify its property")
	}
	var zero paginate.Condition
	if zero.Is(price) || zero.Of(equal) || zero.Name() != "" || zero.Values() != nil || open(zero).ID() != nil {
		t.Error("the zero condition is about something")
	}
}

func TestConditionsHold(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	null := (*string)(nil)
	for _, test := range []struct {
		filter paginate.Filterer
		query  string
		cell   any
		want   bool
	}{
		{paginate.Equal(price), "price=5", ptr(int64(5)), true},
		{paginate.Equal(price), "price=5", ptr(int64(6)), false},
		{paginate.Equal(prop.Decimal("d")), "d=1.5", ptr("1.50"), true},
		{paginate.Equal(created), "created_at=2026-01-01T01:00:00%2B01:00", ptr(at("2026-01-01T00:00:00Z")), true},
		{paginate.Equal(note), "note=x", ptr(ptr("x")), true},
		{paginate.Equal(note), "note=x", &null, false},
		{paginate.In(price), "price=1,2", ptr(int64(2)), true},
		{paginate.In(price), "price=1,2", ptr(int64(3)), false},
		{paginate.AtLeast(price), "min_price=2", ptr(int64(2)), true},
		{paginate.AtLeast(price), "min_price=2", ptr(int64(1)), false},
		{paginate.AtMost(price), "max_price=2", ptr(int64(2)), true},
		{paginate.AtMost(weight), "max_weight=2", (*float64)(nil), false}, // null is not less than anything
		{paginate.Greater(price), "price_above=2", ptr(int64(2)), false},
		{paginate.Greater(price), "price_above=2", ptr(int64(3)), true},
		{paginate.Less(price), "price_below=2", ptr(int64(1)), true},
		{paginate.Less(price), "price_below=2", ptr(int64(2)), false},
		{paginate.Between(price), "price_between=1,3", ptr(int64(1)), true},
		{paginate.Between(price), "price_between=1,3", ptr(int64(3)), true},
		{paginate.Between(price), "price_between=1,3", ptr(int64(4)), false},
		{paginate.Contains(name), "name_contains=B", ptr("aBc"), true},
		{paginate.Contains(name), "name_contains=b", ptr("aBc"), false},
		{paginate.Contains(state), "status_contains=ti", ptr(status("active")), true},
		{paginate.Prefix(name), "name_prefix=aB", ptr("aBc"), true},
		{paginate.Prefix(name), "name_prefix=B", ptr("aBc"), false},
		{paginate.Prefix(state), "status_prefix=a", ptr(status("draft")), false},
		{paginate.IsNull(note), "note_is_null=true", &null, true},
		{paginate.IsNull(note), "note_is_null=false", &null, false},
		{paginate.IsNull(note), "note_is_null=false", ptr(ptr("")), true},
		{paginate.IsNull(weight), "weight_is_null=true", (*float64)(nil), true},
		{paginate.IsNull(tags), "tags_is_null=true", &[]string{}, false},
		{paginate.Equal(prop.IP("ip")), "ip=::1", ptr(netip.MustParseAddr("::1")), true},
	} {
		s := serve(t, listing(paginate.ByPage()).Filtered(test.filter))
		c := s.mustRead(t, test.query).Conditions()[0]
		if got := open(c).Matches(test.cell); got != test.want {
			t.Errorf("%s of %v is %t", test.query, test.cell, got)
		}
	}
	if open(paginate.Condition{}).Matches(ptr(1)) {
		t.Error("the zero condition holds")
	}
}
