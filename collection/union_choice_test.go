package collection_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// chosen is a case and its index.
type chosen struct {
	i int
	r collection.Record
}

func partsOf(cases ...*collection.Collection[collection.Record]) collection.Union[chosen] {
	var all []collection.Variant[chosen]
	for i, c := range cases {
		all = append(all, collection.Case(c,
			func(r collection.Record) chosen { return chosen{i, r} },
			func(p chosen) (collection.Record, bool) { return p.r, p.i == i }))
	}
	return collection.OneOf("Part", all...)
}

var (
	aInt   = prop.Int("a")
	bText  = prop.String("b").MaxLen(2).Optional()
	cList  = prop.Array(prop.Int("c").Max(3)).Optional()
	dNull  = prop.Nullable(prop.Bool("d")).Default(nil)
	fixed  = collection.New("Fixed", prop.Const("b", "x"), prop.Int("a").Max(1).Optional(), prop.Bool("f").Optional())
	open   = collection.New("Open", aInt, cList).IgnoreUnknown()
	closed = collection.New("Closed", bText, cList, dNull, prop.Int("id").ReadOnly())
	parts  = []*collection.Collection[collection.Record]{fixed, open, closed,
		collection.New("Near", bText, cList, aInt.Optional()),
		collection.New("Nested", prop.Union(partsOf(fixed, open, closed)).As("c"), bText),
		collection.New("Deep", closed.Object().As("e"), prop.Array(prop.Union(partsOf(closed, open))).As("c").Default(nil)),
		collection.New("Other", open.Object().As("e"), prop.Array(prop.Union(partsOf(open, fixed))).As("c").Default(nil)),
	}
)

// A union without a tag accepts values that match exactly one case. Otherwise its violations
// explain the mismatch.
func TestUntaggedUnionsAcceptValuesOfExactlyOneCase(t *testing.T) {
	values := []string{"1", "7", `"x"`, `"\u0078"`, `"long"`, "null", "true", "[1]", "[9]", "[{}]", `{"b":"x"}`, `{"a":1}`, `{"a":1,"d":null}`, `{"d":true}`, `{"e":{"a":1}}`}
	names := []string{"a", "b", "c", "d", "e", "id", `\u0061`, "unknown"}
	rnd := rand.New(rand.NewPCG(1, 2))
	var object func(depth int) string
	object = func(depth int) string {
		var b strings.Builder
		used := map[string]bool{}
		for range rnd.IntN(4) {
			name := names[rnd.IntN(len(names))]
			if used[name] || used["a"] && name == `\u0061` || used[`\u0061`] && name == "a" {
				continue
			}
			used[name] = true
			value := values[rnd.IntN(len(values))]
			if depth > 0 && rnd.IntN(2) == 0 {
				if value = object(depth - 1); rnd.IntN(2) == 0 {
					value = "[" + value + "," + object(depth-1) + "]"
				}
			}
			fmt.Fprintf(&b, `, "%s" : %s`, name, value)
		}
		return "{" + strings.TrimPrefix(b.String(), ",") + "}"
	}
	outcomes := map[string]int{}
	for range 10_000 {
		var cases []*collection.Collection[collection.Record]
		for _, i := range rnd.Perm(len(parts))[:2+rnd.IntN(3)] {
			cases = append(cases, parts[i])
		}
		text := object(2)
		fits := 0
		for _, c := range cases {
			if _, err := c.Create().Parse([]byte(text)); err == nil {
				fits++
			}
		}
		_, err := partsOf(cases...).Create().Parse([]byte(text))
		want := [...]string{"no_case", "", "several_cases"}[min(fits, 2)]
		got := ""
		if vs := (prop.Violations)(nil); errors.As(err, &vs) {
			got = vs[0].Code
			if want == "no_case" && len(vs) < 2 {
				t.Errorf("%s: nothing says what is wrong: %v", text, err)
			}
		} else if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if outcomes[got]++; got != want {
			t.Fatalf("%s in %d cases: got %q, want %q: %v", text, len(cases), got, want, err)
		}
	}
	if outcomes[""] < 100 || outcomes["several_cases"] < 100 || outcomes["no_case"] < 100 {
		t.Errorf("the values are too much alike: %v", outcomes)
	}
}

// A constant below a member distinguishes the cases of an untagged union, too: the closest case is one
// whose constants the value has, whatever else is wrong.
func TestConstantsDecideTheClosestCase(t *testing.T) {
	recent := collection.New("Recent", prop.Const("type", "recent"), prop.Int("size").Optional())
	count := collection.New("Count", prop.Const("type", "count"), prop.Int("seconds").Max(9), prop.Int("size").Max(9).Optional())
	union := partsOf(collection.New("OfRecent", recent.Object().As("of")), collection.New("OfCount", count.Object().As("of")))
	for text, want := range map[string]string{
		`{"of":{"type":"recent","size":"x"}}`:             "OfRecent #/of/size",
		`{"of":{"type":"count","seconds":10}}`:            "OfCount #/of/seconds",
		`{"of":{"type":"count","seconds":10,"size":10}}`:  "OfCount #/of/seconds #/of/size",
		`{"of":{"type":"other","seconds":10,"size":"x"}}`: "OfRecent #/of/type #/of/seconds #/of/size",
	} {
		_, err := union.Create().Parse([]byte(text))
		violations, _ := errors.AsType[prop.Violations](err)
		if len(violations) == 0 || violations[0].Code != "no_case" {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got strings.Builder
		for _, p := range violations[0].Params {
			if p.Name == "closest" {
				got.WriteString(strings.Trim(p.JSON, `"`))
			}
		}
		for _, v := range violations[1:] {
			got.WriteString(" " + v.Pointer)
		}
		if got.String() != want {
			t.Errorf("%s\n got %s\nwant %s", text, &got, want)
		}
	}
}
