// Package collection groups properties into objects, and binds them to Go
// structs without reflection.
//
//	var products = collection.Of("Product", func(p *Product) collection.Fields {
//		return collection.Fields{
//			id.At(&p.ID).Key(),
//			name.At(&p.Name),
//			note.At(&p.Note),
//		}
//	})
//
// Each property says at which field it lies; a field of another type does not
// compile. A collection without a struct is made with [New], and read with the
// properties themselves:
//
//	var address = collection.New("Address", street, city)
//	rec, err := address.Create().Parse(body)
//	street.Get(rec)
//
// # Modes
//
// A collection is read and written in five modes, each a view of the same
// members. What the client writes: Create and Update. What the server answers:
// View, Delete and List. In every mode the members are an allow-list: a request
// with any other is refused, and an answer never has any other. [prop.Prop]'s
// flags choose the usual members (ReadOnly is in no request, WriteOnly in no
// answer), [Field.Only] and [Field.Except] the unusual ones. A collection inside
// another is in the mode of the outer one.
//
// Create fills absent members with their defaults. Update is a JSON Merge Patch
// (RFC 7396): everything may be absent, no default applies, and absent, null
// and a value stay three different things in a [Patch].
//
// A [Replacement] is what PUT sends: an entity in create mode that takes the place
// of another, of which it keeps what no client sends.
//
// # Visibility
//
// [Field.VisibleTo] guards a member by scopes: to an identity without one of them it
// is in no mode, neither in answers nor in requests.
//
// # Without HTTP
//
// A mode is a [Body]: what a route reads or writes, and what programs and tests
// can use by themselves, with the same violations that a request would get:
//
//	p, err := products.Create().Parse(text)
//	violations := products.Create().Check(p)
//	text, err = products.View().Append(nil, p)
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/collections.md
package collection
