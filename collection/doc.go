// Package collection declares objects as collections of properties, and binds them to Go
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
// Each property is bound to a field; a field of another type does not compile. [New] declares a
// collection without a struct, whose properties read its records:
//
//	var address = collection.New("Address", street, city)
//	rec, err := address.Create().Parse(body)
//	street.Get(rec)
//
// # Modes
//
// A collection is read and written in five modes. Clients send Create and Update, the server
// sends View, Delete and List. In every mode the members are an allow-list: a request with any
// other member is rejected, and a response never has any other. The flags of properties set the
// usual members (ReadOnly members are in no request, WriteOnly members in no response);
// [Field.Only] and [Field.Except] set exceptions. A collection inside another has the mode of
// the outer one.
//
// Create fills absent members with their defaults. Update is a JSON Merge Patch (RFC 7396):
// every member may be absent, no default applies, and a [Patch] distinguishes absent, null and
// a value.
//
// A [Replacement] is the body of a PUT: an entity in create mode that replaces another, but
// keeps the members that clients cannot send.
//
// # Visibility
//
// [Field.VisibleTo] restricts a member to identities with a scope: for all others, no request
// and no response has it.
//
// # Without HTTP
//
// A mode of a collection is a [Body], which routes, programs and tests use alike, with the same
// violations:
//
//	p, err := products.Create().Parse(text)
//	violations := products.Create().Check(p)
//	text, err = products.View().Append(nil, p)
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/collections.md
package collection
