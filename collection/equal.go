package collection

import "github.com/tenon-go/tenon/internal/property"

// Equal reports whether d has the same declaration: name, members with their modes, rules and
// texts, including collections inside it. It ignores positions and the functions of custom
// rules. go-cmp compares collections with it.
func (c *Collection[T]) Equal(d *Collection[T]) bool {
	return property.WholeCollectionText(c.started().group.Node) == property.WholeCollectionText(d.started().group.Node)
}

// Equal reports whether two bodies have the same mode and equal declarations; see
// [Collection.Equal].
func (b *Body[T]) Equal(d *Body[T]) bool { return b.whole().equal(d.whole()) }

func (b *content) equal(d *content) bool {
	if b == nil || d == nil {
		return b == d
	}
	x, y := b.Node, d.Node
	if x.Mode != y.Mode || x.Replaces != y.Replaces || x.Versioned != y.Versioned || (x.Prop == nil) != (y.Prop == nil) {
		return false
	}
	return x.Prop == nil || property.WholeText(x.Prop) == property.WholeText(y.Prop)
}
