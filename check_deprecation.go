package tenon

import (
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
)

// checkDeprecation checks what an operation tells of its end.
func (b *build) checkDeprecation(n *ir.Operation, who string) {
	at := ir.Fault{At: n.Aged}
	if !n.DeprecatedAt.IsZero() && !n.Sunset.IsZero() && n.Sunset.Unix() < n.DeprecatedAt.Unix() { // RFC 9745 §4
		b.fault(at, "%sSunset(%s) is before DeprecatedAt(%s)", who, stamp(n.Sunset), stamp(n.DeprecatedAt))
	}
	for _, p := range n.ResponseHeaders {
		if strings.EqualFold(p.Name, "Deprecation") && !n.DeprecatedAt.IsZero() || strings.EqualFold(p.Name, "Sunset") && !n.Sunset.IsZero() {
			b.fault(at, "%sheader %q is sent already by what ResponseHeader declares", who, p.Name)
		}
	}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
