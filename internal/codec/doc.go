// Package codec turns the tree of package ir into machines that read, check and
// write values, compiled once and used by every request:
//
//	c := form.Compile(codec.NewCompiler(ir.Create))
//	c.Decode(d, &v)  // one pass: tokens to the bound Go value, every violation noted in d
//	c.Inspect(r, &v) // the same rules on a value that never was JSON
//	c.Encode(e, &v)  // the JSON text
//
// The typed half of a declaration is here: a [Form] for a property, a [Group]
// for a collection. Both hold functions captured where the Go type was known,
// so that nothing switches on types while a request is served and named types
// such as type Cents int64 work.
//
// # Type arguments
//
// A V is the Go type of a property, a T that of a collection; P and Q are types of
// pointers to them. The compiler makes what takes a P once for all types, and what
// takes a T or a V anew for each: see doc/adr/0015-pointer-shapes.md before adding a
// type parameter, or a method to an interface that has one.
//
// # Violations
//
// A codec notes an [Issue] that was made when it was compiled, so that noting
// one costs no formatting. Where a violation lies is put together while the
// calls return ([Report.Under]): a value without violations pays one comparison
// a member.
package codec
