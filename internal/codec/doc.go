// Package codec compiles declarations of package ir into codecs, which decode, check and
// encode values. A codec is compiled once and serves all requests:
//
//	c := form.Compile(codec.NewCompiler(ir.Create))
//	a := place.Of(&v)
//	c.Decode(d, a) // JSON to the Go value in one pass; d collects the violations
//	c.Check(r, a)  // the same rules for a value of the program
//	c.Encode(e, a) // the Go value to JSON
//
// # Layers
//
//	declared (prop, collection)   compiled for a mode   used by a request
//
//	Form: node, Go type, rules -> Codec              -> Decode, Check, Encode
//	ObjectForm                 -> Object             -> the same; Merge, Replace
//	  Binding: Form, Location  ->   Field, direct    -> one member of a struct
//	  AdditionalBinding        ->   additional       -> undeclared members
//	UnionForm: CaseForm        -> union, sketch      -> the case, then its Object
//	Form                       -> Input              -> a parameter in a cell
//	Form                       -> Order              -> comparison, cursors
//
// A Form is a property and what its description (ir.Prop) does not have. Form.Compile
// returns the Codec of its type, in a ruleCodec if the property has custom rules. Object
// holds its Fields by index, so that a request needs no names after it has read them.
// Input adds what a parameter needs beside JSON: [Text], [Texts], [Pairs] and [Files].
// Package route calls Codec for bodies and Input for parameters; package collection calls
// Object for merge patches (Merge) and full updates (Replace).
//
// Decode and Encode work on JSON, with a [Decoder] and an [Encoder]; methods that begin
// with Parse and Append work on texts, as in package strconv. Check adds violations
// to a [Report].
//
// # Files
//
// Files begin with their family: object, union, map, array, integer and the other types;
// input for parameters and forms; order for sorting; report for violations; rule for rules
// of several types; visibility for members with scopes.
//
// # Addresses
//
// Codecs take addresses ([place.Addr]). Their type is safe: the property that a codec was
// compiled from took the address of a value of its own Go type. A named type such as
// type Cents int64 is read as the type below it. What needs the Go type itself, such as
// allocation and assignment, is in [Type], [Items] and [Entries]: functions that are
// compiled for each Go type of a program. Nothing else is; read doc/adr/0025-places.md
// before adding a type parameter.
//
// # Violations
//
// A codec adds an [Issue] that was made when it was compiled, which formats nothing. The
// path of a violation is put together while the calls return ([Report.Under]): a valid
// value costs one comparison a member.
package codec
