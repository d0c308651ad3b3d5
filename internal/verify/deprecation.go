package verify

import (
	"strings"
	"time"
)

// deprecation checks the dates of a deprecated operation.
func (o *Operation) deprecation() {
	n := o.Node
	if n.DeprecatedAt.IsZero() && n.Sunset.IsZero() {
		return
	}
	rfc3339 := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	if !n.DeprecatedAt.IsZero() && !n.Sunset.IsZero() && n.Sunset.Unix() < n.DeprecatedAt.Unix() { // RFC 9745 §4
		o.fault(n.Aged, "Sunset(%s) is before DeprecatedAt(%s)", rfc3339(n.Sunset), rfc3339(n.DeprecatedAt))
	}
	for _, p := range n.DeclaredHeaders() {
		if strings.EqualFold(p.Name, "Deprecation") && !n.DeprecatedAt.IsZero() || strings.EqualFold(p.Name, "Sunset") && !n.Sunset.IsZero() {
			o.fault(n.Aged, "header %q is sent already by what ResponseHeader declares", p.Name)
		}
	}
}
