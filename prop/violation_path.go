package prop

import (
	"net/url"
	"strings"
)

// Brackets returns the location of v as forms and queries have it: items[0][name], or "" for a whole
// body. It is for formats of problems of other APIs; [Violation.Pointer] has no ambiguous names.
func (v Violation) Brackets() string { return v.path("[", "]") }

// Dotted returns the location of v as items.0.name, or "" for a whole body.
func (v Violation) Dotted() string { return v.path(".", "") }

// path returns the names of the location, each after the first between two texts.
func (v Violation) path(before, after string) string {
	var b strings.Builder
	b.WriteString(v.Parameter)
	for i, part := range strings.Split(v.Pointer, "/") {
		if i == 0 { // "#", or no pointer
			continue
		}
		name, err := url.PathUnescape(part)
		if err != nil {
			name = part
		}
		name = strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
		if b.Len() > 0 {
			name = before + name + after
		}
		b.WriteString(name)
	}
	return b.String()
}
