// Package shapes prints collections and unions as Go structs with bindings and accessors,
// and as TypeScript types:
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
// A collection named Product becomes the interfaces ProductCreate, Product (view mode),
// ProductUpdate, ProductDelete and ProductList, with the members of each mode. A member is
// optional (?) if a request or a response may leave it out. It may be null if null is a
// value, or if an update removes it with null. It is readonly if only the server sets it.
// Closed sets are unions of literals, and unions are unions of interfaces with their tags.
// Types are those of JSON.parse: an int64 is a number, unless it is Quoted.
//
// # Go
//
// The file is complete: properties with their rules, a struct, the collection that binds
// them, and a type whose methods read the values of a record, a patch or a call, so that
// an editor completes their names. Go types of your own are not part of a declaration, so
// that numbers and texts have the predeclared types; a closed set gets a type. Rules that
// are functions cannot be printed; a comment names each.
//
// # From a struct
//
// [Collections] is the reverse: it prints collections for structs in Go source, with the
// simplest property for each field. Add the rules by hand.
//
// It is in the module of the command, so that programs that serve an API do not require it.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/generators.md
package shapes
