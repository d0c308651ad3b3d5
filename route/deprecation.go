package route

import (
	"net/http"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// DeprecatedAt marks an operation that clients should stop using, since a time or
// from one on. Every answer of the route tells it, whatever its status (the header
// Deprecation, RFC 9745 §2), to the second.
func (o *Operation) setDeprecatedAt(since time.Time) *Operation {
	if what := unrepresentable(since); what != "" {
		return o.faulted(ir.Faultf("DeprecatedAt: %s", what))
	}
	at := callsite.Here()
	return o.change(func(n *ir.Operation) { n.Deprecated, n.DeprecatedAt, n.Aged = true, since, at })
}

// Sunset says when the operation will be gone, which is not before the time of
// DeprecatedAt. Every answer of the route tells it, whatever its status (the header
// Sunset, RFC 8594 §3), to the second. The route serves on until it is taken away.
func (o *Operation) setSunset(on time.Time) *Operation {
	if what := unrepresentable(on); what != "" {
		return o.faulted(ir.Faultf("Sunset: %s", what))
	}
	at := callsite.Here()
	return o.change(func(n *ir.Operation) { n.Sunset, n.Aged = on, at })
}

// DeprecatedAt marks every route of the group that does not tell another time; see
// [Route.DeprecatedAt].
func (g RouteGroup) DeprecatedAt(since time.Time) RouteGroup {
	if what := unrepresentable(since); what != "" {
		return g.fault("DeprecatedAt: " + what)
	}
	at := callsite.Here()
	return g.every(func(o *Operation) {
		if n := o.Node; n.DeprecatedAt.IsZero() {
			n.Deprecated, n.DeprecatedAt, n.Aged = true, since, at
		}
	})
}

// Sunset says when the routes of the group that do not tell another time will be
// gone; see [Route.Sunset].
func (g RouteGroup) Sunset(on time.Time) RouteGroup {
	if what := unrepresentable(on); what != "" {
		return g.fault("Sunset: " + what)
	}
	at := callsite.Here()
	return g.every(func(o *Operation) {
		if n := o.Node; n.Sunset.IsZero() {
			n.Sunset, n.Aged = on, at
		}
	})
}

// Deprecated marks every operation as one that clients should stop using.
func (c ResourceRoutes[T, K]) Deprecated() ResourceRoutes[T, K] {
	return c.grouped(RouteGroup.Deprecated)
}

// DeprecatedAt marks every operation that does not tell another time; see
// [Route.DeprecatedAt].
func (c ResourceRoutes[T, K]) DeprecatedAt(since time.Time) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.DeprecatedAt(since) })
}

// Sunset says when the operations that do not tell another time will be gone; see
// [Route.Sunset].
func (c ResourceRoutes[T, K]) Sunset(on time.Time) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Sunset(on) })
}

// unrepresentable says why no header can tell a time; "" if one can. A year has four
// digits there (RFC 9110 §5.6.7).
func unrepresentable(t time.Time) string {
	switch year := t.UTC().Year(); {
	case t.IsZero():
		return "the time is zero"
	case year < 1 || year > 9999:
		return "the year " + strconv.Itoa(year) + " is not from 1 to 9999"
	}
	return ""
}

// WithDeprecation returns h with the headers that every answer of the operation has, those
// of middlewares too; it is h itself where there are none. It is for sibling
// packages.
func (o *Operation) WithDeprecation(_ ir.Key, h http.Handler) http.Handler {
	var a deprecationHeaders
	if t := o.Node.DeprecatedAt; !t.IsZero() {
		a.deprecation = []string{"@" + strconv.FormatInt(t.Unix(), 10)} // RFC 9651 §3.3.7
	}
	if t := o.Node.Sunset; !t.IsZero() {
		a.sunset = []string{t.UTC().Format(http.TimeFormat)}
	}
	if a.deprecation == nil && a.sunset == nil {
		return h
	}
	a.handler = h
	return &a
}

// deprecationHeaders is a handler with the headers of what will be gone. The slices are full,
// so that an Add by anyone copies them.
type deprecationHeaders struct {
	deprecation, sunset []string // nil: not told
	handler             http.Handler
}

// ServeHTTP implements http.Handler.
func (a *deprecationHeaders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if a.deprecation != nil {
		h["Deprecation"] = a.deprecation
	}
	if a.sunset != nil {
		h["Sunset"] = a.sunset
	}
	a.handler.ServeHTTP(w, r)
}
