package collection_test

import (
	"fmt"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type shelf struct {
	ID    string
	Name  string
	Inner []shelf
}

func shelves() *collection.Collection[shelf] {
	return collection.Of("Shelf", func(s *shelf) collection.Fields {
		return collection.Fields{
			prop.UUID("id").ReadOnly().At(&s.ID).Key(),
			prop.String("name").MinLen(1).At(&s.Name).VisibleTo("shelves"),
			prop.Array(prop.Lazy("inner", shelves)).At(&s.Inner).Only(collection.View),
		}
	}).AtLeastOne()
}

func ExampleCollection_String() {
	fmt.Println(collection.New("Book", prop.UUID("id").ReadOnly(), prop.String("title").MinLen(1)))
	// Output:
	// collection.Of("Book",
	// 	prop.UUID("id").ReadOnly(),
	// 	prop.String("title").MinLen(1),
	// )
}

// Collections are equal if their declarations are; a collection may contain itself.
func TestCollectionsEqualByDeclaration(t *testing.T) {
	all := func() []*collection.Collection[shelf] {
		s := shelves()
		return []*collection.Collection[shelf]{
			s, s.As("Other"), s.Title("T"), s.Describe("D"), s.IgnoreUnknown(), s.RejectUnknown(), s.IgnoreReadOnly(), s.MinProperties(1),
			s.ComponentName(collection.Create, "New"), s.ComponentName(collection.List, "New"),
			s.Rule("full", "must be full", func(*shelf) bool { return true }), nil,
		}
	}
	these, those := all(), all()
	for i, c := range these {
		for j, d := range those {
			if c.Equal(d) != (i == j) {
				t.Errorf("Equal is %t for\n%s\n%s", i != j, c, d)
			}
		}
	}
	const want = `collection.Of("Shelf",
	prop.UUID("id").ReadOnly().Key(),
	prop.String("name").MinLen(1).VisibleTo("shelves"),
	prop.Array(Shelf.Object().As("inner")).Only(collection.View),
).AtLeastOne()`
	if got := shelves().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBodiesEqualByModeAndDeclaration(t *testing.T) {
	s := shelves()
	if !s.Create().Equal(shelves().Create()) || s.Create().Equal(s.View()) || s.Create().Equal(s.As("B").Create()) || s.Create().Equal(nil) {
		t.Error("bodies do not compare by mode and declaration")
	}
	if !collection.Many(s.List()).Equal(collection.Many(shelves().List())) || !collection.NoContent().Equal(collection.NoContent()) {
		t.Error("equal bodies differ")
	}
}
