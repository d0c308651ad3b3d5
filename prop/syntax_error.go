package prop

import "strconv"

// SyntaxError is the error for text that is not acceptable JSON at all.
type SyntaxError struct {
	Reason  string // such as "duplicate member name"
	Offset  int    // bytes read before it
	Pointer string // RFC 6901; empty where it is not known
}

// Error implements error.
func (m *SyntaxError) Error() string {
	return "malformed JSON at byte " + strconv.Itoa(m.Offset) + ": " + m.Reason
}
