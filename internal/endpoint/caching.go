package endpoint

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
)

// caching has the headers of responses that caches use. The slices are full, so that an
// Add copies them.
type caching struct {
	anonymous, identified []string // Cache-Control; nil: not sent
	vary                  *varying
}

func newCaching(n *ir.Operation, vary *varying) caching {
	anonymous, identified := n.CacheControl()
	return caching{cacheLine(anonymous), cacheLine(identified), vary}
}

func cacheLine(value string) []string {
	switch value {
	case "":
		return nil
	case ir.NoStore:
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
