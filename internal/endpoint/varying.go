package endpoint

import (
	"net/http"
	"slices"
	"strings"
)

// varying has the request headers on which responses of an operation depend (RFC 9110 §12.5.5).
type varying struct {
	names []string
	line  []string // all names
	both  []string // the same after the value that CORS sets
}

// newVarying returns nil if there are none.
func newVarying(names []string) *varying {
	if len(names) == 0 {
		return nil
	}
	both := []string{"Origin", strings.Join(names, ", ")}
	return &varying{names, both[1:2:2], both[:2:2]}
}

// merge adds missing names to Vary. It allocates only if the application has set Vary.
func (v *varying) merge(h http.Header) {
	if v == nil {
		return
	}
	lines := h["Vary"]
	switch {
	case len(lines) == 0:
		h["Vary"] = v.line
		return
	case same(lines, v.line), len(lines) == 2 && &lines[0] == &v.both[0]:
		return
	case len(lines) == 1 && lines[0] == "Origin" && !slices.Contains(v.names, "Origin"):
		h["Vary"] = v.both
		return
	}
	var missing []string
	for _, name := range v.names {
		if !varies(lines, name) {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		h["Vary"] = append(slices.Clip(lines), strings.Join(missing, ", "))
	}
}

// varies reports whether the lines of Vary have a name.
func varies(lines []string, name string) bool {
	for _, line := range lines {
		for field := range strings.SplitSeq(line, ",") {
			if field = strings.Trim(field, " \t"); field == "*" || strings.EqualFold(field, name) {
				return true
			}
		}
	}
	return false
}
