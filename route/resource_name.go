package route

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/tree"
)

// placed returns an operation of the resource with its position. Build creates the operations,
// so that faults have this position or none.
func (r *resource[T, K]) placed(op Op, route *Route) *Route {
	building := tree.Here()
	return route.with(func(o *operation) {
		o.Node.At = r.at
		o.Node.Faults = slices.Clone(o.Node.Faults)
		for i, f := range o.Node.Faults {
			if file, _ := f.At.FileLine(); file == "" || f.At.Same(building) {
				o.Node.Faults[i].At = r.at
			}
		}
		o.Naming = endpoint.Naming{Derived: o.Node.ID == r.id(op), Within: r.above()}
		o.Storable = true
	})
}

// id returns the default operationId of an operation.
func (r *resource[T, K]) id(op Op) string {
	switch op {
	case OpList:
		return "list" + endpoint.Pascal(lastWord(r.path))
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

// above returns the path above the collection: /shops/{shop_id} of
// /shops/{shop_id}/orders.
func (r *resource[T, K]) above() string {
	segments := strings.Split(strings.TrimRight(r.path, "/"), "/")
	for i := len(segments) - 1; i >= 0; i-- {
		if s := segments[i]; s != "" && !strings.Contains(s, "{") {
			return strings.Join(segments[:i], "/")
		}
	}
	return ""
}

// item returns the path of one entity.
func (r *resource[T, K]) item() string { return r.path + segments(propsOf(r.key)) }

// name returns the name of the collection.
func (r *resource[T, K]) name() string { return codec.RowsOf(r.collection).Collection().Name }

// entity returns the name of the collection in words: an order line.
func (r *resource[T, K]) entity() string {
	var b strings.Builder
	name := r.name()
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 && !(name[i-1] >= 'A' && name[i-1] <= 'Z') {
				b.WriteByte(' ')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	if b.Len() > 0 && strings.IndexByte("aeiou", b.String()[0]) >= 0 {
		return "an " + b.String()
	}
	return "a " + b.String()
}

// lastWord returns the end of a collection's path in words: order lines.
func lastWord(path string) string {
	segments := strings.Split(strings.TrimRight(path, "/"), "/")
	for i := len(segments) - 1; i >= 0; i-- {
		if s := segments[i]; s != "" && !strings.Contains(s, "{") {
			return strings.Map(func(r rune) rune {
				if r == '-' || r == '_' || r == '.' {
					return ' '
				}
				return r
			}, s)
		}
	}
	return "entities"
}
