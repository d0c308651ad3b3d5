package route

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// naming is what an operationId is told apart by where several operations have the
// same (ADR 22).
type naming struct {
	derived bool   // from a resource, not set with ID
	within  string // the path that the operation was put below
}

// IDIn returns the operationId below a version: that of a resource has the version
// from the second on, listProductsV2, whatever else the API has. It is for sibling
// packages.
func (o *Operation) IDIn(_ ir.Key) string {
	if o.Node.ID == "" || !o.naming.derived {
		return o.Node.ID
	}
	id := o.Node.ID
	for segment := range strings.SplitSeq(o.naming.within, "/") {
		if n := strings.TrimLeft(segment[min(1, len(segment)):], "0123456789"); n == "" && len(segment) > 1 && segment[0] == 'v' &&
			segment != "v1" && segment[1] != '0' {
			id += "V" + segment[1:]
		}
	}
	return id
}

// IDWithin returns the operationId with all of the path that the operation was put
// below, for one that another operation has already; "" is none. It is for sibling
// packages.
func (o *Operation) IDWithin(ir.Key) string {
	words := strings.NewReplacer("{", " by ", "}", " ", "/", " ", "-", " ", "_", " ", ".", " ", "~", " ").Replace(o.naming.within)
	suffix := pascal(strings.Join(strings.Fields(words), " "))
	if o.Node.ID == "" || suffix == "" || strings.HasSuffix(o.Node.ID, suffix) {
		return ""
	}
	return o.Node.ID + suffix
}

// placed returns an operation of the resource with the position of the resource: it
// is made while the API is built, so that it has that of Build, or none.
func (r *resource[T, K]) placed(op Op, route *Route) *Route {
	building := callsite.Here()
	return route.edit(func(o *Operation) {
		o.Node.At = r.at
		o.Node.Faults = slices.Clone(o.Node.Faults)
		for i, f := range o.Node.Faults {
			if file, _ := f.At.Position(); file == "" || f.At.Same(building) {
				o.Node.Faults[i].At = r.at
			}
		}
		o.naming.derived = o.Node.ID == r.id(op)
		o.naming.within = r.above()
	})
}

// id is the operationId of an operation that has no other.
func (r *resource[T, K]) id(op Op) string {
	switch op {
	case OpList:
		return "list" + pascal(lastWord(r.path))
	case OpCreate:
		return "create" + r.name()
	case OpView:
		return "view" + r.name()
	case OpUpdate:
		return "update" + r.name()
	case OpReplace:
		return "replace" + r.name()
	}
	return "delete" + r.name()
}

// above is the path above the collection: /shops/{shop_id} of /shops/{shop_id}/orders.
func (r *resource[T, K]) above() string {
	segments := strings.Split(strings.TrimRight(r.path, "/"), "/")
	for i := len(segments) - 1; i >= 0; i-- {
		if s := segments[i]; s != "" && !strings.Contains(s, "{") {
			return strings.Join(segments[:i], "/")
		}
	}
	return ""
}
