package mistakes_test

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var collections = []mistake{
	{"a pattern that is not one of JSON Schema", func() tenon.API {
		q := prop.String("q").
			Pattern(`^(?=a)b$`) // want 4: Pattern
		return api(route.Get("/x", books.View()).Query(q).Handle(ok))
	}},
	{"bounds in the wrong order", func() tenon.API {
		n := prop.Int("n").
			Min(5).
			Max(2) // want 5: Max(2) is below Min(5)
		return api(route.Get("/x", books.View()).Query(n).Handle(ok))
	}},
	{"a default that violates a rule", func() tenon.API {
		n := prop.Int("n").Min(5).
			Default(1) // want 5: the default must be at least 5
		return api(route.Get("/x", books.View()).Query(n).Handle(ok))
	}},
	{"an example that violates a rule", func() tenon.API {
		n := prop.Int("n").Min(5).
			Example(1) // want 5: the example must be at least 5
		return api(route.Get("/x", books.View()).Query(n).Handle(ok))
	}},
	{"two members of one name", func() tenon.API {
		c := collection.Of("C", func(b *Book) collection.Fields {
			return collection.Fields{title.At(&b.Title),
				prop.String("title").At(&b.ID)} // want 5: title
		})
		return api(route.Get("/x", c.View()).Handle(ok))
	}},
	{"two members in one field", func() tenon.API {
		c := collection.Of("C", func(b *Book) collection.Fields {
			return collection.Fields{title.At(&b.Title),
				prop.String("other").At(&b.Title)} // want 5: other
		})
		return api(route.Get("/x", c.View()).Handle(ok))
	}},
	{"a field behind a nil pointer", func() tenon.API {
		type outer struct{ Inner *Book }
		c := collection.Of("Outer", func(o *outer) collection.Fields {
			return collection.Fields{title.At(&o.Inner.Title)} // want 5: use collection.AtFunc for fields behind a pointer
		})
		return api(route.Get("/x", c.View()).Handle(func(*route.Call) (o outer, err error) { return o, nil }))
	}},
	{"the address of a copy", func() tenon.API {
		c := collection.Of("C", func(b *Book) collection.Fields {
			copied := *b
			return collection.Fields{title.At(&copied.Title)} // want 5: field
		})
		return api(route.Get("/x", c.View()).Handle(ok))
	}},
	{"two collections of one name", func() tenon.API {
		c := collection.Of("Book", func(b *Book) collection.Fields { return collection.Fields{title.At(&b.Title)} }) // want 5: this name; rename one with As
		return api(show(), route.Get("/x", c.View()).Handle(ok))
	}},
	{"a collection without a member in its mode", func() tenon.API {
		return api(route.Delete("/x", untitled.Delete()).Handle(func(*route.Call) (u Untitled, err error) { return u, nil })) // want 5: collection "Untitled" has no members in Delete mode; mark what identifies it with Key
	}},
	{"a union whose cases cannot be distinguished", func() tenon.API {
		u := collection.OneOf("Payment", collection.CaseOf[Payment](cards), collection.CaseOf[Payment](cash)) // want 5: give each case a constant with collection.Fixed and name it with Tagged
		return api(route.Post("/p", u.Create(), u.View()).Handle(pay))
	}},
	{"a union with a tag that no case has", func() tenon.API {
		u := collection.OneOf("Payment", collection.CaseOf[Payment](cards), collection.CaseOf[Payment](cash)).Tagged("kind") // want 5: has no constant "kind"; give it one with collection.Fixed
		return api(route.Post("/p", u.Create(), u.View()).Handle(pay))
	}},
	{"a case that is not of the union", func() tenon.API {
		u := collection.OneOf("Payment", collection.CaseOf[Payment](cards),
			collection.CaseOf[Payment](books)) // want 5: Book
		return api(route.Post("/p", u.Create(), u.View()).Handle(pay))
	}},
}

var lists = []mistake{
	{"pages without a total order", func() tenon.API {
		return api(route.List("/n", untitled.List(),
			paginate.ByPage()). // want 5: ByPage needs a total order: mark what distinguishes two of collection "Untitled" with Key, or name it with Tiebreaker
			Handle(func(*route.Call, paginate.Query) (r paginate.Result[Untitled], err error) { return r, nil }))
	}},
	{"sorting by a property that the entities lack", func() tenon.API {
		return api(route.List("/b", books.List(), paginate.ByPage()).
			Sorting(prop.Int("size")). // want 5: property "size" is not a member of collection "Book", so it cannot be sorted by
			Handle(selected))
	}},
	{"sorting by a property of the same name", func() tenon.API {
		return api(route.List("/b", books.List(), paginate.ByPage()).
			Sorting(prop.Int("pages")). // want 5: another property named "pages", declared at
			Handle(selected))
	}},
	{"a range of lists", func() tenon.API {
		return api(route.List("/b", books.List(), paginate.ByPage()).
			Filters(paginate.AtLeast(prop.Array(title))). // want 4: AtLeast
			Handle(list))
	}},
	{"a short key of cursors", func() tenon.API {
		return api(route.List("/b", books.List(),
			paginate.ByCursor([]byte("secret"))). // want 5: key
			Handle(list))
	}},
	{"a default page size above the maximum", func() tenon.API {
		return api(route.List("/b", books.List(), paginate.ByPage().
			Default(50).Max(20)). // want 5: Default(50) is above Max(20)
			Handle(list))
	}},
}

// parsed are lists that no API has. Err reports what Build would.
var parsed = []func() error{
	func() error {
		return route.List("/b", books.List(), paginate.ByPage()).
			Sorting(prop.Int("size")). // want 4: property "size" is not a member of collection "Book"
			Err()
	},
}
