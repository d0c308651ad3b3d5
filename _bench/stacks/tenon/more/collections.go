package more

import (
	"fmt"

	"bench/more"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type person struct{ Name, Street, City, Notes string }

type crowd struct{ People []person }

// text is a string that is not empty.
func text(name string, most int) *prop.StringProp[string] {
	return prop.String(name).MinLen(1).MaxLen(most)
}

var (
	persons = collection.Of("Person", func(p *person) collection.Fields {
		return collection.Fields{
			text("name", 40).At(&p.Name),
			text("street", 60).At(&p.Street),
			text("city", 40).At(&p.City),
			text("notes", 200).At(&p.Notes),
		}
	})
	people = collection.Of("People", func(c *crowd) collection.Fields {
		return collection.Fields{persons.Array("people").MaxItems(100).At(&c.People)}
	})
)

type node struct {
	Name     string
	Children []node
}

var nodes = branches()

func branches() *collection.Collection[node] {
	var all *collection.Collection[node]
	all = collection.Of("Node", func(n *node) collection.Fields {
		return collection.Fields{
			text("name", 40).At(&n.Name),
			prop.Array(prop.Lazy("children", func() *collection.Collection[node] { return all })).MaxItems(10).At(&n.Children),
		}
	})
	return all
}

type wide struct {
	Texts   [more.Texts]string
	Numbers [more.Numbers]int64
	Flags   [more.Flags]bool
}

var wides = collection.Of("Wide", func(w *wide) (all collection.Fields) {
	for i := range w.Texts {
		all = append(all, prop.String(fmt.Sprintf("text%02d", i)).MaxLen(40).At(&w.Texts[i]))
	}
	for i := range w.Numbers {
		all = append(all, prop.Int64(fmt.Sprintf("number%02d", i)).Min(0).Max(1_000_000).At(&w.Numbers[i]))
	}
	for i := range w.Flags {
		all = append(all, prop.Bool(fmt.Sprintf("flag%02d", i)).At(&w.Flags[i]))
	}
	return all
})

type shape struct {
	Kind string
	Name string
	Size int64
}

type drawing struct{ Shapes []shape }

var drawings = collection.Of("Drawing", func(d *drawing) collection.Fields {
	return collection.Fields{prop.Array(shapes().Property()).As("shapes").MaxItems(100).At(&d.Shapes)}
})

func shapes() collection.Union[shape] {
	var cases []collection.Variant[shape]
	for i := range more.Cases {
		number := fmt.Sprintf("%02d", i)
		kind := "k" + number
		cases = append(cases, collection.Case(collection.Of("Shape"+number, func(s *shape) collection.Fields {
			return collection.Fields{
				collection.Fixed(prop.Const("kind", kind)),
				text("name", 40).At(&s.Name),
				prop.Int64("size" + number).Min(0).At(&s.Size),
			}
		}),
			func(s shape) shape { s.Kind = kind; return s },
			func(s shape) (shape, bool) { return s, s.Kind == kind }))
	}
	return collection.OneOf("Shape", cases...).Tagged("kind")
}
