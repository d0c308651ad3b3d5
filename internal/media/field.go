package media

import "strings"

// Trim removes optional white space around the value of a header (RFC 9110 §5.6.3).
func Trim(s string) string { return strings.Trim(s, " \t") }

// FieldValue reports whether a header can have the value (RFC 9110 §5.5): white space around it
// would be lost.
func FieldValue(s string) bool { return NoControls(s) && Trim(s) == s }

// NoControls reports whether a text has no control characters except tabs. Headers have no
// others (RFC 9110 §5.5).
func NoControls(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
