package verify

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// responses checks that clients can distinguish the successful responses.
func (o *Operation) responses() {
	n := o.Node
	if len(n.Also) == 0 {
		return
	}
	var room [8]int
	seen := room[:0]
	for i := range len(n.Also) + 1 {
		r := &n.Success
		if i > 0 {
			r = &n.Also[i-1]
		}
		if slices.Contains(seen, r.Status) {
			if what, same := alike(n, r); same {
				o.fault(n.At, "status %d is declared twice%s", r.Status, what)
			}
		}
		seen = append(seen, r.Status)
		if r.Status == 304 && !r.Own && n.Method != "GET" && n.Method != "HEAD" {
			o.fault(n.At, "304 is a response to GET and HEAD alone (RFC 9110 §15.4.5); if clients expect it nevertheless, use route.NewResponse(304, collection.NoContent())")
		}
	}
}

// alike reports whether clients cannot distinguish a response from an earlier one of its status, and
// why.
func alike(n *tree.Operation, r *tree.Response) (why string, same bool) {
	for a := range n.Responses() {
		switch {
		case a == r:
			return "", false
		case a.Status != r.Status:
		case !r.Own:
			return "", true
		case r.Body == nil || a.Body == nil || len(r.Body.MediaTypes()) == 0 || len(a.Body.MediaTypes()) == 0:
			return ", once without content", true
		default:
			for _, t := range r.Body.MediaTypes() {
				if slices.Contains(a.Body.MediaTypes(), t) {
					return " with the media type " + t, true
				}
			}
		}
	}
	return "", false
}
