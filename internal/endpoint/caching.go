package endpoint

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/tree"
)

// caching has the headers of responses that caches use. The slices are full, so that an
// Add copies them.
type caching struct {
	anonymous, identified []string // Cache-Control; nil: not sent
	vary                  *varying
}

func newCaching(n *tree.Operation, vary *varying) caching {
	anonymous, identified := n.CacheControl()
	return caching{cacheLine(anonymous), cacheLine(identified), vary}
}

func cacheLine(value string) []string {
	switch value {
	case "":
		return nil
	case tree.NoStore:
		return media.NoStore
	}
	return []string{value}
}

// begin sets the headers of a response to an anonymous caller. Handlers may replace them.
func (c *caching) begin(h http.Header) {
	if c.anonymous != nil {
		h["Cache-Control"] = c.anonymous
	}
	c.vary.merge(h)
}

// identify sets the headers of a response to a caller with an identity.
func (c *caching) identify(h http.Header) {
	if c.identified != nil {
		h["Cache-Control"] = c.identified
	}
}

// fail sets the headers of a problem in place of a success: no-store, unless the handler
// has set Cache-Control itself. If the operation reads credentials, the problem may depend
// on them.
func (c *caching) fail(h http.Header) {
	if c.anonymous != nil || c.identified != nil {
		if line := h["Cache-Control"]; line == nil && c.identified != nil || same(line, c.anonymous) || same(line, c.identified) {
			h["Cache-Control"] = media.NoStore
		}
	}
	c.vary.merge(h)
}

// same reports whether a and b are the same slice, not only equal.
func same(a, b []string) bool { return len(a) == 1 && len(b) == 1 && &a[0] == &b[0] }

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
