package collection_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

type inside struct {
	Deep int
	Pair [2]int
}

// spot is a struct with fields of several types.
type spot struct {
	A, B string
	inside
	Box  inside
	Far  *inside
	Maps map[string]string
	Ptr  *int
	last int8
}

var (
	places = prop.String("a")
	spotB  = prop.String("b")
	number = prop.Int("n")
)

func TestAMemberIsAtItsField(t *testing.T) {
	c := collection.Of("Spot", func(s *spot) collection.Fields {
		return collection.Fields{
			places.At(&s.A),
			spotB.At(&s.B),
			number.As("embedded").At(&s.Deep),
			number.As("first").At(&s.Box.Pair[0]),
			number.As("second").At(&s.Box.Pair[1]),
			number.As("maybe").Optional().AtOptional(&s.Ptr),
			prop.IntOf[int8]("last").At(&s.last),
			collection.AtFunc(number.As("far"), func(s *spot) *int {
				if s.Far == nil {
					s.Far = new(inside)
				}
				return &s.Far.Deep
			}),
			collection.Additional(prop.String("rest"), &s.Maps),
		}
	})
	far := &inside{}
	one := 1
	v := spot{A: "a", B: "b", inside: inside{Deep: 2}, Box: inside{Pair: [2]int{3, 4}}, Far: far, Ptr: &one, last: 5, Maps: map[string]string{"x": "y"}}
	far.Deep = 6
	const want = `{"a":"a","b":"b","embedded":2,"first":3,"second":4,"maybe":1,"last":5,"far":6,"x":"y"}`
	if got, err := c.View().Append(nil, v); string(got) != want || err != nil {
		t.Errorf("wrote %s, %v, want %s", got, err, want)
	}
	patch, err := c.Update().Parse([]byte(`{"a":"z","embedded":20,"second":40,"maybe":null,"last":50,"far":60,"x":null,"w":"v"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := patch.Apply(&v); err != nil {
		t.Fatal(err)
	}
	const after = `{"a":"z","b":"b","embedded":20,"first":3,"second":40,"last":50,"far":60,"w":"v"}`
	if got, err := c.View().Append(nil, v); string(got) != after || err != nil {
		t.Errorf("wrote %s, %v, want %s", got, err, after)
	}
}

// faulty returns the faults of a collection, each with its line.
func faulty[T any](c *collection.Collection[T]) (all []string) {
	for _, f := range property.CollectionOf(c.Object()).Faults {
		file, line := f.At.FileLine()
		all = append(all, fmt.Sprintf("%s:%d %s", filepath.Base(file), line, f.Message))
	}
	return all
}

func line() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

func TestMistakesAboutPlaces(t *testing.T) {
	var elsewhere string
	other := new(spot)
	var at int
	for _, test := range []struct {
		line   int
		faults []string
		want   string
	}{
		{line() + 2, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			return collection.Fields{
				places.At(&elsewhere),
				spotB.At(&s.B),
			}
		})), `property "a" is not at a field of the struct that the function is given; what lies elsewhere needs collection.AtFunc`},
		{line() + 2, faulty(collection.Of("Spot", func(*spot) collection.Fields {
			return collection.Fields{
				places.At(&other.A),
			}
		})), `property "a" is not at a field of the struct that the function is given; what lies elsewhere needs collection.AtFunc`},
		{line() + 1, faulty(collection.Of("Spot", func(*spot) collection.Fields {
			return collection.Fields{places.At(nil)}
		})), `property "a" is not at a field of the struct that the function is given; what lies elsewhere needs collection.AtFunc`},
		{line() + 3, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			return collection.Fields{
				places.At(&s.A),
				spotB.At(&s.A),
			}
		})), `properties "a" and "b" have the same field`},
		{line() + 2, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			return collection.Fields{
				number.At(&s.Box.Pair[1]),
				prop.Object(collection.Of("Inside", func(i *inside) collection.Fields { return collection.Fields{number.At(&i.Deep)} })).At(&s.Box),
			}
		})), `the fields of the properties "inside" and "n" overlap`},
		{line() + 1, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			return collection.Fields{number.At(&s.Far.Deep)}
		})), "the function that declares the members panics: runtime error: invalid memory address or nil pointer dereference; " +
			"it gets the zero value; use collection.AtFunc for fields behind a pointer"},
		{line() + 1, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			panic("no members today")
		})), "the function that declares the members panics: no members today; " +
			"it gets the zero value; use collection.AtFunc for fields behind a pointer"},
		{line() + 1, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			return collection.Fields{collection.AtFunc(number, func(i *inside) *int { return &i.Deep })}
		})), "the function of the member has another Go type than the collection"},
		{line() + 1, faulty(collection.Of("Spot", func(s *spot) collection.Fields {
			return collection.Fields{collection.Computed(number, func(i *inside) int { return i.Deep })}
		})), "the function of the member has another Go type than the collection"},
		{line() + 1, faulty(collection.Of("Spot", func(*spot) collection.Fields {
			return collection.Fields{collection.AtFunc(number, func(s *spot) *int { return &s.Far.Deep })}
		})), `the function of property "n" panics (runtime error: invalid memory address or nil pointer dereference) ` +
			"for the zero value, in which it must allocate what is missing"},
		{line() + 1, faulty(collection.Of("Spot", func(*spot) collection.Fields {
			return collection.Fields{collection.AtFunc(number, func(s *spot) *int { return s.Ptr })}
		})), `the function of property "n" returns nil for the zero value, in which it must allocate what is missing`},
		{line(), faulty(collection.Of[spot]("Spot", nil)), `Of("Spot", nil): the function is nil`},
	} {
		if at++; len(test.faults) != 1 || !strings.HasSuffix(test.faults[0], " "+test.want) {
			t.Errorf("row %d: the faults are %q, want %q", at, test.faults, test.want)
			continue
		}
		if want := fmt.Sprintf("places_test.go:%d ", test.line); !strings.HasPrefix(test.faults[0], want) {
			t.Errorf("row %d: the fault lies at %s, want %s", at, test.faults[0], want)
		}
	}
}
