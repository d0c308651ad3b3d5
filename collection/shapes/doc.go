// Package shapes prints what a collection looks like in other places: as a Go struct
// with its bindings and accessors, and as TypeScript types.
//
//	text, err := shapes.TypeScript(shapes.Of(products), shapes.OneOf(payments))
//	text, err := shapes.Go("shop", shapes.Of(addresses))
//	text, err := shapes.Collections("./shop", "Product") // from a struct in source
//
// In a test, [Check] keeps a file up to date:
//
//	if err := shapes.Check("web/src/shop.ts", text); err != nil {
//		t.Error(err)
//	}
//
// The command tenon does the same for variables of a package:
//
//	go run github.com/tenon-go/tenon/cmd/tenon shapes ts -o shop.ts ./shop Products
//
// # TypeScript
//
// A collection named Product becomes the interfaces ProductCreate, Product (which is
// view mode), ProductUpdate, ProductDelete and ProductList, with what each mode has:
// a member may be absent (?) where a request may leave it out or an answer does; it
// may be null where that is a value, or where an update removes it with null; it is
// readonly where only the server sets it. Closed sets are unions of literals, and
// unions are unions of interfaces, which their tags tell apart. Types are those of
// JSON as JSON.parse gives it: an int64 is a number, unless it is Quoted.
//
// # Go
//
// The file stands by itself: properties with their rules, a struct, the collection
// that binds them, and a type whose methods read the values of a record, a patch or
// a call, so that an editor completes their names. Go types of one's own are not part
// of a declaration, so that numbers and texts have the plain types; a closed set gets a type.
// Rules that are functions cannot be printed, and the file says where there are any.
//
// # From a struct
//
// [Collections] goes the other way, from structs in Go source. It chooses the plainest
// property for each field, as a start: rules are yours to add.
//
// This is a module of its own, as a program that serves an API needs nothing of it.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/generators.md
package shapes
