package endpoint

import (
	"net/http"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// SetDeprecatedAt declares since when the operation is deprecated. It is for use within Edit.
func (o *Operation) SetDeprecatedAt(since time.Time, at tree.Position) {
	o.Node.Deprecated, o.Node.DeprecatedAt, o.Node.Aged = true, since, at
}

// SetSunset declares when the operation will be removed. It is for use within Edit.
func (o *Operation) SetSunset(on time.Time, at tree.Position) {
	o.Node.Sunset, o.Node.Aged = on, at
}

// AnnounceDeprecation returns h with the headers Deprecation and Sunset on every response of
// the operation, those of middleware too; h itself if the operation has no such times.
func AnnounceDeprecation(n *tree.Operation, h http.Handler) http.Handler {
	if n.DeprecatedAt.IsZero() && n.Sunset.IsZero() {
		return h
	}
	a := deprecationHeaders{handler: h}
	if t := n.DeprecatedAt; !t.IsZero() {
		a.deprecation = []string{"@" + strconv.FormatInt(t.Unix(), 10)} // RFC 9651 §3.3.7
	}
	if t := n.Sunset; !t.IsZero() {
		a.sunset = []string{t.UTC().Format(http.TimeFormat)}
	}
	return &a
}

// deprecationHeaders is a handler that adds the headers. The slices are full, so that an
// Add copies them.
type deprecationHeaders struct {
	deprecation, sunset []string // nil: not sent
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
