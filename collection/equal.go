package collection

import (
	"bytes"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

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

// String returns the calls that declare the body.
func (b *Body[T]) String() string { return b.whole().text() }

// String returns the calls that declare the body.
func (b *ArrayBody[T]) String() string { return b.whole().text() }

func (b *content) text() string {
	switch {
	case b == nil:
		return "<nil>"
	case b.Node.Prop == nil:
		return "collection.NoContent()"
	case b.Node.Replaces:
		return property.BodyText(b.Node.Prop, ".Replace()")
	}
	return property.BodyText(b.Node.Prop, "."+b.Node.Mode.String()+"()")
}

// Equal reports whether two values declare the same.
func (v Value[V]) Equal(w Value[V]) bool {
	if v.of == nil || w.of == nil {
		return v.of == w.of
	}
	return property.WholeText(v.of.Node) == property.WholeText(w.of.Node)
}

// String returns the calls that declare the value.
func (v Value[V]) String() string {
	if v.of == nil {
		return "<nil>"
	}
	return property.BodyText(v.of.Node, "")
}

// Equal reports whether v has the same declaration, including the cases; see [Collection.Equal].
func (u Union[T]) Equal(v Union[T]) bool { return u.String() == v.String() }

// String returns the calls that declare the union.
func (u Union[T]) String() string {
	if u.variants == nil {
		return "<nil>"
	}
	return property.UnionText(u.variants.Node)
}

// Equal reports whether w is a case of the same declaration; see [Collection.Equal].
func (v Variant[T]) Equal(w Variant[T]) bool { return v.String() == w.String() }

// String returns the declaration of the case.
func (v Variant[T]) String() string {
	if n := v.state.Case.Form.Node; n != nil {
		return property.WholeText(n)
	}
	return "<nil>"
}

// Equal reports whether s has the same members with the same values, of the same collection.
func (r Record) Equal(s Record) bool { return (*codec.Record)(&r).Equal((*codec.Record)(&s)) }

// Equal reports whether q makes the same change, of the same collection.
func (p Patch[T]) Equal(q Patch[T]) bool {
	return changeOf((*entity)(&p)).equal(changeOf((*entity)(&q)))
}

// Equal reports whether s is the same value, of the same collection.
func (r Replacement[T]) Equal(s Replacement[T]) bool {
	return changeOf((*entity)(&r)).equal(changeOf((*entity)(&s)))
}

func (c *change) equal(d *change) bool {
	if c.Of == nil || d.Of == nil {
		return c.Of == d.Of
	}
	if c.Mode != d.Mode || c.Group.Node.Fingerprint() != d.Group.Node.Fingerprint() {
		return false
	}
	text := func(c *change) []byte {
		var e codec.Encoder
		if c.Mode == tree.Update {
			c.Of.EncodePatch(&e, c.Value, c.Mask)
		} else {
			c.Of.Encode(&e, c.Value)
		}
		return e.B
	}
	return bytes.Equal(text(c), text(d)) && slices.Equal(c.changes(), d.changes())
}
