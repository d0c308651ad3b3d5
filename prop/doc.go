// Package prop declares properties: the named, typed, constrained values that a
// REST API reads and writes.
//
//	var page = prop.Int("page").Min(1).Default(1)
//	var name = prop.String("name").MinLen(1).MaxLen(80)
//	var tags = prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()
//
// A property is an immutable value. Every method returns a changed copy, so
// that a declaration can be shared and derived from freely: page.Max(50) leaves
// page as it is. A rule given again replaces the former one. In the method
// lists below, V is the Go type that a property carries, and Self the builder
// type itself.
//
// A property is required unless it is [Optional] or has a [Default]: absence,
// null and a value are three different things. Only [Nullable] admits null.
//
// # Reading
//
// A property is its own typed key. Handlers read inputs with it, and tests and
// programs check values with it, by the same rules:
//
//	n := page.Get(call)          // an int; the default where the client sent none
//	n, sent := page.Lookup(call) // and whether the client sent it
//	for _, v := range name.Check("") { … }
//
// Derived copies share the identity of the property they come from, so that
// page.Get reads what a route declared as page.Max(50). As makes a new one.
//
// # Faults
//
// Mistakes such as a maximum below the minimum or a pattern outside the shared
// dialect do not panic. They travel with the property and are reported all
// together, each with file and line, when the API is built.
//
// # Specifications
//
// Types and rules mean what JSON Schema 2020-12 says: integers are mathematical
// (1.0 is one), lengths count Unicode code points, multiples are exact. Formats
// are checked, not only noted. Patterns are those that RE2 and ECMA-262 read
// alike.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/properties.md
//
// [Optional]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#Text.Optional
// [Default]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#Text.Default
package prop
