// Package codec turns the tree of package ir into machines that read, check and
// write values, compiled once and used by every request:
//
//	c := form.Compile(codec.NewCompiler(ir.Create))
//	a := place.Of(&v)
//	c.Decode(d, a)  // one pass: tokens to the bound Go value, every violation noted in d
//	c.Check(r, a)  // the same rules on a value that never was JSON
//	c.Encode(e, a)  // the JSON text
//
// What a declaration is beside its description is here: a [Form] for a property, a
// [ObjectForm] for a collection. A codec is given the addresses of values ([place.Addr])
// and knows their type, for the property whose codec it is has taken such an address. A
// named type, such as type Cents int64, is read as the type below it.
//
// # Go types
//
// What has to be made, assigned or boxed has a [Type], with [Items] for slices and
// [Entries] for maps: functions captured where the Go type was known. They are all that
// is compiled for each type that a program uses. See doc/adr/0025-places.md before
// adding a type parameter.
//
// # Violations
//
// A codec notes an [Issue] that was made when it was compiled, so that noting
// one costs no formatting. Where a violation lies is put together while the
// calls return ([Report.Under]): a value without violations pays one comparison
// a member.
package codec
