// Package prop declares properties: typed values with a name and rules, which a REST API reads
// and writes.
//
//	var page = prop.Int("page").Min(1).Default(1)
//	var name = prop.String("name").MinLen(1).MaxLen(80)
//	var tags = prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()
//
// A property is an immutable value. Every method returns a changed copy, so that declarations
// can be shared and derived: page.Max(50) does not change page. A rule that is set again
// replaces the previous one. In the method lists below, V is the Go type of the values of a
// property, and Self the builder type.
//
// A property is required unless it is [Optional] or has a [Default]: absent, null and a value
// are distinct. Only [Nullable] accepts null.
//
// # Reading
//
// A property is its own typed key. Handlers read inputs with it, and tests and programs check
// values with it, against the same rules:
//
//	n := page.Get(call)          // an int; the default if the client sent none
//	n, sent := page.Lookup(call) // and whether the client sent it
//	for _, v := range name.Check("") { … }
//
// A derived copy has the identity of its original, so that page.Get reads an input that a route
// declares as page.Max(50). As gives the copy an identity of its own.
//
// # Faults
//
// Errors in a declaration, such as a maximum below the minimum or a pattern outside the shared
// dialect, do not panic. They are faults, which Build reports together, each with file and
// line.
//
// # Specifications
//
// Types and rules follow JSON Schema 2020-12: integers are mathematical (1.0 is an integer),
// lengths count Unicode code points, multiples are exact. Formats are validated, not only
// documented. Patterns are in the dialect that RE2 and ECMA-262 share.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/properties.md
//
// [Optional]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#StringProp.Optional
// [Default]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#StringProp.Default
package prop
