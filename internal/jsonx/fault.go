package jsonx

import (
	"strconv"
	"strings"
)

// Reason is the kind of a fault.
type Reason uint8

// The reasons.
const (
	// Syntax: not JSON, or read as a kind that it is not.
	Syntax Reason = iota + 1
	// Empty: no value at all, only white space or nothing.
	Empty
	// Truncated: correct up to its end, which is too early.
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

// String returns the reason as a phrase for logs and error texts.
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

// maxPointer bounds Fault.Pointer in bytes, because the client chooses its names.
const maxPointer = 1 << 10

// Fault is why and where a document is malformed or beyond the limits.
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

// Error returns the reason and the place. It has no text of the document, except for
// the names in the pointer.
func (f *Fault) Error() string {
	text := "json: " + f.Reason.String() + " at offset " + strconv.Itoa(f.Offset)
	if f.Pointer != "" {
		text += " within " + strconv.Quote(f.Pointer)
	}
	return text
}

// newFault limits the length of the pointer: an ancestor replaces one that is too long. It is not
// inlined, because it has many callers.
//
//go:noinline
func newFault(reason Reason, offset int, pointer string) *Fault {
	for len(pointer) > maxPointer {
		pointer = parent(pointer)
	}
	return &Fault{Reason: reason, Offset: offset, Pointer: pointer}
}

// parent returns the pointer of the container.
func parent(pointer string) string {
	return pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
}

// ReasonOf returns the reason with a text, as String writes it; 0 if there is none.
func ReasonOf(text string) Reason {
	for r := Syntax; r <= Values; r++ {
		if r.String() == text {
			return r
		}
	}
	return 0
}
