package codec

import "github.com/tenon-go/tenon/internal/jsonx"

// SyntaxError returns the error of a reader as a public type has it, package prop's
// SyntaxError.
func SyntaxError[E ~struct {
	Reason  string
	Offset  int
	Pointer string
}](err error) *E {
	e := struct {
		Reason  string
		Offset  int
		Pointer string
	}{Reason: "unreadable"}
	if f, ok := err.(*jsonx.Fault); ok {
		e.Reason, e.Offset, e.Pointer = f.Reason.String(), f.Offset, f.Pointer
	}
	public := E(e)
	return &public
}
