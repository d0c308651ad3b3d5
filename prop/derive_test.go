package prop_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

func always[V any](V) bool { return true }
func never[V any](V) bool  { return false }

// Two values derived from one must not see each other. Appending to a slice
// with room to spare would let them, and how much room there is depends on the
// length: every length is tried.
func TestDerivedPropertiesShareNothing(t *testing.T) {
	parts := []struct {
		name string
		add  func(*prop.NumberProp[int], int) *prop.NumberProp[int]
		read func(*prop.NumberProp[int]) []string
	}{
		{"rules", func(p *prop.NumberProp[int], i int) *prop.NumberProp[int] {
			return p.Rule("r"+strconv.Itoa(i), "must hold", always[int])
		}, func(p *prop.NumberProp[int]) (all []string) {
			for _, r := range property.NodeOf(p).Rules {
				all = append(all, r.Code())
			}
			return all
		}},
		{"examples", func(p *prop.NumberProp[int], i int) *prop.NumberProp[int] { return p.Example(i) }, func(p *prop.NumberProp[int]) (all []string) {
			for _, s := range property.NodeOf(p).Examples {
				all = append(all, fmt.Sprint("r", s.Value))
			}
			return all
		}},
		{"extensions", func(p *prop.NumberProp[int], i int) *prop.NumberProp[int] {
			return p.Docs(meta.Extension("x-r"+strconv.Itoa(i), strconv.Itoa(i)))
		}, func(p *prop.NumberProp[int]) (all []string) {
			for _, e := range property.NodeOf(p).Extensions {
				all = append(all, "r"+e.JSON)
			}
			return all
		}},
		{"own rules", func(p *prop.NumberProp[int], i int) *prop.NumberProp[int] {
			return p.Rule("r"+strconv.Itoa(i), "must hold", never[int])
		}, func(p *prop.NumberProp[int]) []string { return codes(p.Check(0)) }},
		{"faults", func(p *prop.NumberProp[int], i int) *prop.NumberProp[int] { return p.MultipleOf(-1 - i) }, func(p *prop.NumberProp[int]) (all []string) {
			for _, f := range property.NodeOf(p).Faults {
				var n int
				if _, err := fmt.Sscanf(f.Message, "MultipleOf(%d)", &n); err != nil {
					return []string{f.Message}
				}
				all = append(all, "r"+strconv.Itoa(-1-n))
			}
			return all
		}},
	}
	for _, part := range parts {
		t.Run(part.name, func(t *testing.T) {
			base, want := prop.Int("n"), []string(nil)
			for n := range 20 {
				left, right := part.add(base, 1000), part.add(base, 2000)
				if got, want := part.read(left), append(slices.Clone(want), "r1000"); !slices.Equal(got, want) {
					t.Errorf("length %d: the first copy has %v, want %v", n, got, want)
				}
				if got, want := part.read(right), append(slices.Clone(want), "r2000"); !slices.Equal(got, want) {
					t.Errorf("length %d: the second copy has %v, want %v", n, got, want)
				}
				if got := part.read(base); !slices.Equal(got, want) {
					t.Errorf("length %d: the origin has %v, want %v", n, got, want)
				}
				base, want = part.add(base, n), append(want, "r"+strconv.Itoa(n))
			}
		})
	}
}

func TestEveryMethodLeavesItsOriginAsItWas(t *testing.T) {
	base := prop.Int("n").Min(1)
	want := fmt.Sprintf("%+v", strip(base))
	_ = base.Min(2).Max(3).MultipleOf(2).ExclusiveMin(0).ExclusiveMax(9)
	_ = base.Title("N").Describe("n").Optional().Default(1).Example(2).Deprecated().ReadOnly().WriteOnly()
	_ = base.As("m")
	_ = base.Docs(meta.Extension("x-a", "1")).Rule("even", "must be even", always[int]).MultipleOf(0)
	_ = prop.Nullable(base.Default(1))
	_ = prop.Array(base)
	if got := fmt.Sprintf("%+v", strip(base)); got != want {
		t.Errorf("the origin became %s, was %s", got, want)
	}
}

// strip leaves out what has no value of its own.
func strip(p prop.Prop) tree.Prop {
	n := *property.NodeOf(p)
	n.ID, n.Write = nil, nil
	return n
}

func TestARuleGivenAgainReplacesTheFormer(t *testing.T) {
	n := prop.Int("n").Min(5).Min(2)
	if vs := n.Check(3); vs != nil {
		t.Errorf("Min(5).Min(2) refuses 3: %v", vs)
	}
	own := prop.Int("n").Rule("odd", "must be odd", never[int]).Rule("odd", "must be odd", always[int])
	if vs := own.Check(3); vs != nil {
		t.Errorf("the former rule still refuses: %v", vs)
	}
	if got := len(property.NodeOf(own).Rules); got != 1 {
		t.Errorf("the description has %d rules", got)
	}
	if got := property.NodeOf(prop.Int("n").Docs(meta.Extension("x-a", "1")).Docs(meta.Extension("x-a", "2"))).Extensions; len(got) != 1 || got[0].JSON != "2" {
		t.Errorf("the description has extensions %v", got)
	}
}

// A default is made for each reader: one who changes it must not change the
// next one's.
func TestDefaultsAreNotShared(t *testing.T) {
	given := []string{"a", "b"}
	list := prop.Array(prop.String("l")).Default(given)
	maps := prop.Map(prop.Array(prop.Int("m"))).Default(map[string][]int{"a": {1}})
	raw := prop.Bytes("b").Default([]byte("ab"))
	one := 1
	null := prop.Nullable(prop.Int("n")).Default(&one)

	given[0], one = "changed", 9
	for range 2 {
		l := defaultOf(list)
		if !slices.Equal(l, []string{"a", "b"}) {
			t.Errorf("the list is %v", l)
		}
		l[0] = "changed"
		m := defaultOf(maps)
		if len(m) != 1 || m["a"][0] != 1 {
			t.Errorf("the map is %v", m)
		}
		m["a"][0], m["b"] = 2, nil
		b := defaultOf(raw)
		if string(b) != "ab" {
			t.Errorf("the bytes are %q", b)
		}
		b[0] = 'x'
		n := defaultOf(null)
		if *n != 1 {
			t.Errorf("the pointer holds %d", *n)
		}
		*n = 2
	}
}

// defaultOf is the value that fills absence.
func defaultOf[V any](p prop.Of[V]) (v V) {
	property.FormOf(p).Default(place.Of(&v))
	return v
}
