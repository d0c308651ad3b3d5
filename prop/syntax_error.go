package prop

import "strconv"

// SyntaxError is the error of text that is not valid JSON.
type SyntaxError struct {
	Reason  string // such as "duplicate member name"
	Offset  int    // bytes read before it
	Pointer string // RFC 6901; "" if it is unknown
}

// Error implements error.
func (m *SyntaxError) Error() string {
	return "malformed JSON at byte " + strconv.Itoa(m.Offset) + ": " + m.Reason
}
