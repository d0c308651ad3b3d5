package kit

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Varied returns the names of Vary, sorted.
func Varied(h http.Header) (names []string) {
	for _, line := range h["Vary"] {
		for name := range strings.SplitSeq(line, ",") {
			names = append(names, http.CanonicalHeaderKey(strings.TrimSpace(name)))
		}
	}
	slices.Sort(names)
	return names
}

// Numbered repeats a format n times, with the numbers from 0.
func Numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// Chunked encodes a body in chunks of this size.
func Chunked(s string, size int) string {
	var b strings.Builder
	for len(s) > 0 {
		n := min(size, len(s))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, s[:n])
		s = s[n:]
	}
	return b.String() + "0\r\n\r\n"
}
