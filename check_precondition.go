package tenon

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
)

// checkConditions looks for declarations of headers that the library reads and
// sends by itself where entities have versions.
func (b *build) checkConditions(n *ir.Operation, who string) {
	for _, in := range n.Inputs {
		if in.In == ir.InHeader && n.IsCondition(http.CanonicalHeaderKey(in.Prop.Name)) {
			b.fault(ir.Fault{At: in.Prop.At}, "%sheader %q is the library's to read, as the entity has versions", who, in.Prop.Name)
		}
	}
	if !n.Conditional() && !n.SendsVersions() {
		return
	}
	for _, p := range n.ResponseHeaders {
		switch http.CanonicalHeaderKey(p.Name) {
		case "Etag", "Last-Modified":
			b.fault(ir.Fault{At: p.At}, "%sheader %q is the library's to send, as the entity has versions", who, p.Name)
		}
	}
}
