// Package jsonx reads and writes JSON text. No other package of the module does.
//
// A [Reader] is a cursor over a document in memory. Call [Reader.Kind], then the method of
// that kind. Loops end at a fault, so that one check of the error at the end suffices:
//
//	var r jsonx.Reader
//	r.Reset(body, jsonx.Limits{})
//	r.Object()
//	for {
//		name, ok := r.Member()
//		if !ok {
//			break
//		}
//		switch {
//		case name == "title" && r.Kind() == jsonx.String:
//			title = r.Text()
//		default:
//			r.Skip()
//		}
//	}
//	if err := r.End(); err != nil {
//		return err // a *jsonx.Fault
//	}
//
// # States
//
// A Reader is in one of these states. Each method that is allowed consumes what it names and
// leads to the next state; any other is a misuse and a [Syntax] fault.
//
//	state      next in the document    allowed -> next state
//	value      a value                 Kind, which consumes nothing
//	                                   Null, Bool, Text, Literal, Skip, Raw -> after it
//	                                   Object -> in object; Array -> in array
//	in object  a name or '}'           Member, Next: true -> value, false -> after the object
//	in array   a value or ']'          Item: true -> value, false -> after the array
//	at end     white space             End
//	fault      not read                all: zero values, false, Err and End return the fault
//
// The state after a value is that around it: in object, in array, or at end for the top-level
// value, where Reset begins. Short consumes a number, or nothing if it reports false.
// Glance, FirstText and Place look ahead in state value; Return goes back to a Place.
//
// Writing appends to a byte slice: [AppendString], [AppendFloat], [AppendRaw].
//
// # Specifications
//
// Documents are read as RFC 8259 with the strictness of I-JSON (RFC 7493 §2): UTF-8
// only, no lone surrogates, no byte order mark, no duplicate member names. Numbers keep
// their text; package decimal gives them a value. What is written has the strings and
// numbers of RFC 8785 §3.2.2. Pointers are RFC 6901.
//
// # Security
//
// Depth and the members of an object are limited, in skipped values too, and no function
// recurses over the nesting of a document. Errors have no text of the document but
// the member names in a pointer, whose length is limited.
package jsonx
