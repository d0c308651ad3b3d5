// Package tree reads what an API declares: operations, inputs, bodies, members, rules,
// access, limits and problems. Generators, reports and linters are written with it:
//
//	for op := range tree.Of(app).Operations() {
//		fmt.Println(op.Method(), op.Path())
//		for in := range op.Inputs() {
//			fmt.Println("  ", in.Location(), in.Property().Name())
//		}
//	}
//
// A collection, a union or a property is read without an API, with [CollectionOf],
// [UnionOf] and [PropertyOf].
//
// # Types
//
// [Property.Type] is one of a closed set of types, for a type switch:
//
//	switch t := p.Type().(type) {
//	case tree.Integer:
//		fmt.Println("integer", t.Format())
//	case tree.Array:
//		fmt.Println("array of", t.Item().Type())
//	case tree.Object:
//		fmt.Println("object", t.Collection().Name())
//	}
//
// A collection may contain itself, so that a walk must remember where it was; see
// [Collection.Same].
//
// # Values
//
// The tree is read-only. Its values are small structs that refer to the declaration:
// copy and compare them freely. They are safe for concurrent use. The zero value of a
// type is not useful; where something may be absent, a method returns a second result
// or a Has method reports it. Default values and examples are JSON text.
package tree
