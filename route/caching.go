package route

import (
	"net/http"

	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/seal"
)

// Cache says what caches may do with the successful responses of a GET, in place of
// what the library decides: no-store where callers need an identity, and nothing
// where they do not. A policy of the route takes the place of that of its group, and
// this of that of the API.
//
// [cache.Public] is a fault where callers need an identity. On a public route that
// takes credentials if they are sent, it holds for anonymous callers; responses to
// others are no-store, for a handler may have looked at who they are. A handler that
// knows better sets the header: c.Header().Set("Cache-Control", "max-age=60").
//
// Problems are not kept: on a route with a policy they are no-store.
func (o *Operation) setCache(p cache.Policy) *Operation {
	n := ir.CachingOf(seal.Box[*ir.Caching](p).Open())
	at := callsite.Here()
	not := ir.Faultf("Cache is for GET; caches keep nothing of other methods")
	endless := ir.Faultf("Cache(%s): events have no end, so that nothing can keep them", n.Value)
	return o.edit(func(o *Operation) {
		o.Node.Faults = append(o.Node.Faults, n.Faults...)
		switch {
		case o.Node.Method == "": // no route, which is reported
		case !o.Node.Reusable():
			o.fault(not)
		case o.Node.Success.Body.Endless() && n.Kind != ir.CacheNone:
			o.fault(endless)
		}
		o.Node.Caching = cachingAt(n, at)
	})
}

func cachingAt(n *ir.Caching, at callsite.PC) *ir.Caching {
	c := *n
	c.At = at
	return &c
}

// Cache says what caches may do with the successful responses of every GET of the
// group that says nothing else, except server-sent events; see [Route.Cache].
func (g RouteGroup) Cache(p cache.Policy) RouteGroup {
	n, at := ir.CachingOf(seal.Box[*ir.Caching](p).Open()), callsite.Here()
	return g.edit(func(g *group) {
		g.faults = append(g.faults, n.Faults...)
		g.caching = cachingAt(n, at)
	})
}

// Cache says what caches may do with the lists and entities that clients GET; see
// [Route.Cache].
func (c ResourceRoutes[T, K]) Cache(p cache.Policy) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Cache(p) })
}

// cached gives the operation the policy of a group or an API, unless it has one.
func (o *Operation) cached(c *ir.Caching) {
	if c != nil && o.Node.Caching == nil && o.Node.Reusable() && !o.Node.Success.Body.Endless() {
		o.Node.Caching = c
	}
}

// caching are the headers of responses that caches go by. The slices are full, so
// that an Add by anyone copies them.
type caching struct {
	anonymous, identified []string // Cache-Control; nil: not sent
	vary                  *varying
}

func newCaching(n *ir.Operation) caching {
	anonymous, identified := n.CacheControl()
	return caching{cacheLine(anonymous), cacheLine(identified), newVarying(n.Varies())}
}

func cacheLine(value string) []string {
	switch value {
	case "":
		return nil
	case ir.NoStore:
		return noStore
	}
	return []string{value}
}

// begin sets the headers of a response to an anonymous caller. What handlers set
// takes their place.
func (c *caching) begin(h http.Header) {
	if c.anonymous != nil {
		h["Cache-Control"] = c.anonymous
	}
	c.vary.merge(h)
}

// identify notes that the caller has an identity.
func (c *caching) identify(h http.Header) {
	if c.identified != nil {
		h["Cache-Control"] = c.identified
	}
}

// fail keeps caches from what stands in place of a success, unless the handler has
// set the header itself. Where credentials are read, they may have decided.
func (c *caching) fail(h http.Header) {
	if line := h["Cache-Control"]; line == nil && c.identified != nil || same(line, c.anonymous) || same(line, c.identified) {
		h["Cache-Control"] = noStore
	}
	c.vary.merge(h)
}

// same reports whether two lines are one.
func same(a, b []string) bool { return len(a) == 1 && len(b) == 1 && &a[0] == &b[0] }

// Cached returns h with the headers that keep caches from what middlewares around an
// operation respond with, as long as they do not set others. It is for sibling
// packages.
func (o *Operation) Cached(_ ir.Key, h http.Handler) http.Handler {
	c := newCaching(o.Node)
	private := o.Node.Security.Private()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		if private {
			header["Cache-Control"] = noStore
		}
		c.vary.merge(header)
		h.ServeHTTP(w, r)
	})
}
