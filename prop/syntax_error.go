package prop

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// SyntaxError is the error for text that is not acceptable JSON at all.
type SyntaxError struct {
	Reason  string // such as "duplicate member name"
	Offset  int    // bytes read before it
	Pointer string // RFC 6901; empty where it is not known

	reason jsonx.Reason
}

// Error implements error.
func (m *SyntaxError) Error() string {
	return "malformed JSON at byte " + strconv.Itoa(m.Offset) + ": " + m.Reason
}

// Kind is the reason for programs. It is for sibling packages.
func (m *SyntaxError) Kind(ir.Key) jsonx.Reason { return m.reason }

// Outcome ends the reading of a document: its error is a [*SyntaxError],
// [Violations] or nil. It is for sibling packages.
func Outcome(key ir.Key, d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return MalformedBy(key, err)
	}
	if vs := Gather(key, &d.Report); vs != nil {
		return vs
	}
	return nil
}

// MalformedBy translates a reader's error. It is for sibling packages.
func MalformedBy(_ ir.Key, err error) *SyntaxError {
	f, ok := err.(*jsonx.Fault)
	if !ok {
		return &SyntaxError{Reason: "unreadable"}
	}
	return &SyntaxError{Reason: f.Reason.String(), Offset: f.Offset, Pointer: f.Pointer, reason: f.Reason}
}
