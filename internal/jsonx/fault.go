package jsonx

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Reason says in one word what is wrong with a document.
type Reason uint8

// The reasons for which a document is refused.
const (
	// Syntax: not JSON, or read as a kind that it is not.
	Syntax Reason = iota + 1
	// Empty: no value at all, only white space or nothing.
	Empty
	// Truncated: correct as far as it goes, but it ends too early.
	Truncated
	// UTF8: invalid UTF-8, or an escaped surrogate without its other half.
	UTF8
	// Duplicate: two members of one object have the same name.
	Duplicate
	// Depth: more containers inside each other than Limits.Depth.
	Depth
	// Members: more members in one object than Limits.Members.
	Members
	// Trailing: something other than white space follows the value.
	Trailing
	// Items: more items in one array than [Reader.MaxItems].
	Items
	// Values: more values in all than Limits.Values.
	Values
)

// String is the reason as a phrase for logs and error texts.
func (r Reason) String() string {
	switch r {
	case Syntax:
		return "syntax error"
	case Empty:
		return "no value"
	case Truncated:
		return "unexpected end"
	case UTF8:
		return "invalid UTF-8"
	case Duplicate:
		return "duplicate member name"
	case Depth:
		return "nested too deeply"
	case Members:
		return "too many members"
	case Trailing:
		return "data after the value"
	case Items:
		return "too many items"
	case Values:
		return "too many values"
	default:
		return "unknown fault"
	}
}

// maxPointer bounds Fault.Pointer in bytes, because its names are the client's.
const maxPointer = 1 << 10

// Fault is why a document was refused, and where.
type Fault struct {
	Reason Reason
	// Offset is the number of bytes before the fault.
	Offset int
	// Pointer is the RFC 6901 pointer of the value at fault or of the nearest container
	// around it: the member for [Duplicate], the container that is one too many for
	// [Depth] and [Values], the object for [Members], the array for [Items]. It is "" for the whole document. A pointer that
	// would be longer than 1 KiB names an ancestor instead.
	Pointer string
}

// Error is the reason and the place. It has no text of the document in it, except for
// the names in the pointer.
func (f *Fault) Error() string {
	b := make([]byte, 0, 64+len(f.Pointer))
	b = append(b, "json: "...)
	b = append(b, f.Reason.String()...)
	b = append(b, " at offset "...)
	b = strconv.AppendInt(b, int64(f.Offset), 10)
	if f.Pointer != "" {
		b = append(b, " within "...)
		b = strconv.AppendQuote(b, f.Pointer)
	}
	return string(b)
}

// newFault bounds the pointer by climbing to an ancestor that is short enough.
func newFault(reason Reason, offset int, pointer jsontext.Pointer) *Fault {
	for len(pointer) > maxPointer {
		pointer = pointer.Parent()
	}
	return &Fault{Reason: reason, Offset: offset, Pointer: string(pointer)}
}

// faultOf translates an error that jsontext reported while it read doc.
func faultOf(err error, doc []byte) *Fault {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		// The only other error a decoder over memory knows is io.EOF: no value is there.
		return newFault(Empty, len(doc), "")
	}
	if errors.Is(syntactic.Err, io.ErrUnexpectedEOF) {
		// jsontext says where it would resume; the fault is that nothing follows.
		return newFault(Truncated, len(doc), syntactic.JSONPointer)
	}
	offset := int(syntactic.ByteOffset)
	return newFault(reasonOf(syntactic.Err, doc, offset), offset, syntactic.JSONPointer)
}

// reasonOf classifies an error. jsontext has no exported error for bad UTF-8 and for lone
// surrogates; the bytes at the offset tell them apart from other syntax.
func reasonOf(err error, doc []byte, offset int) Reason {
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return Duplicate
	case offset >= len(doc):
		return Syntax
	}
	rest := doc[offset:]
	if r, size := utf8.DecodeRune(rest); r == utf8.RuneError && size == 1 {
		return UTF8
	}
	if startsWithSurrogate(rest) {
		return UTF8
	}
	return Syntax
}

// startsWithSurrogate reports whether b starts with an escape from \uD800 to \uDFFF.
func startsWithSurrogate(b []byte) bool {
	if len(b) < len(`\ud800`) || b[0] != '\\' || b[1] != 'u' {
		return false
	}
	unit, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return err == nil && 0xD800 <= unit && unit <= 0xDFFF
}
