package prop

import (
	"net/url"
	"strings"
)

// Brackets returns the location of v as forms and queries have it: items[0][name], or "" for a whole
// body. It is for formats of problems of other APIs; a [Violation.Pointer] is never ambiguous.
func (v Violation) Brackets() string {
	return v.path(func(name string) (before, after string) { return "[", "]" })
}

// Dotted returns the location of v as programs write it: items[0].name, or "" for a whole body.
func (v Violation) Dotted() string {
	return v.path(func(name string) (before, after string) {
		if name != "" && strings.Trim(name, "0123456789") == "" {
			return "[", "]"
		}
		return ".", ""
	})
}

// path returns the names of the location; around returns the texts around each after the first.
func (v Violation) path(around func(name string) (before, after string)) string {
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
			before, after := around(name)
			name = before + name + after
		}
		b.WriteString(name)
	}
	return b.String()
}
