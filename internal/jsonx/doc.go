// Package jsonx is the one place where the module reads and writes JSON text.
//
// Reading is a cursor over a document held in memory. Ask [Reader.Kind], then call
// the reader of that kind; loops end by themselves at a fault, so one look at the
// error at the end is enough:
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
// Depth and the members of one object are limited, in values that are skipped too, and
// nothing here recurses over the nesting of what a client sent. No error carries text of the
// document other than the member names in a pointer, and those are bounded.
package jsonx
