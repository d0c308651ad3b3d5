// Package tree is a declaration as plain structs, which everything reads: the checks of Build, the
// server, documents, messages, and generators, reports and linters of your own.
//
//	for _, op := range app.Tree().Operations {
//		fmt.Println(op.Method, op.Path)
//		for _, in := range op.AllInputs() {
//			fmt.Println("  ", in.In, in.Prop.Name)
//		}
//	}
//
// A property, a collection or a union is read without an API, with prop.Tree. [Position] is where
// each was declared.
//
// A property ([Prop]) has a name, a type ([Type]), rules ([Rule]), flags and texts. A collection
// ([Collection]) consists of members ([Member]), which are properties in some modes. A mode ([Mode])
// selects the members that are read or written for one purpose. An operation ([Operation]) is a
// method on a path with inputs, a body and responses.
//
// # Closed sets
//
// Types, rules and object rules are closed sets for a type switch:
//
//	switch t := p.Type.(type) {
//	case tree.Integer:
//		fmt.Println("integer", p.Format())
//	case tree.Array:
//		fmt.Println("array of", t.Item.Type.Word())
//	case tree.Object:
//		fmt.Println("object", t.Of().Name)
//	}
//
// [AllTypes], [AllRules] and [AllObjectRules] have one value of each. A test of a reader that ranges
// over them fails when a version of the library adds one.
//
// A collection may contain itself, and a function that makes it may return a new value at each call:
// a walk remembers the [Collection.Fingerprint] of those that it has visited.
//
// # Values
//
// A node does not change once it is declared, so that it is safe for concurrent use; do not change
// it. A node that a builder makes of another is a copy. Defaults and examples are written as JSON with
// [Prop.JSON]; JSON text in other fields is as documents have it.
package tree
