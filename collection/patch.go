package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Patch is a change to a T: what a client sent in update mode, as a JSON Merge
// Patch (RFC 7396). It is also a source of typed handles: price.Lookup(patch)
// tells whether the client sets a price, and to what.
type Patch[T any] entity

// Apply changes *t as the patch says and checks the outcome by the rules of
// create mode. If it breaks one, *t stays as it was and the error wraps
// [prop.Violations]. A handler may return the error of the patch that its call
// received as it is: the client gets 422. That of any other patch, such as one
// that Parse has read, is an internal error; see [render.Invalid].
//
// An object that the patch creates, such as one that was null or a new entry of a
// map, is made as in create mode: what is missing is required or has its default.
// Of what was there, members that are not in the patch and that no mode shows, such
// as write-only ones, are not checked, and neither are the rules between members
// that name them: the store need not load them.
//
// Where the collection has versions, Apply then checks the preconditions of the
// request, such as If-Match, against *t as it was, and fails with the problem
// that the client gets, status 412. So it must see the very state that will be
// overwritten: call it inside the transaction that loads and stores the entity.
//
// Members that are not visible to the client are neither changed nor checked; see
// [Field.VisibleTo].
//
// [render.Invalid]: https://pkg.go.dev/github.com/tenon-go/tenon/render#Invalid
func (p Patch[T]) Apply(t *T) error { return changeOf((*entity)(&p)).patch(place.Of(t)) }

func (c *change) patch(t place.Addr) error {
	if c.Of == nil {
		return nil
	}
	return c.apply(t, func(r *codec.Report, merged place.Addr) {
		c.Of.Merge(r, merged, c.Value, c.Mask, false)
	})
}

// Has reports whether the patch sets a property, to a value or to null.
func (p Patch[T]) Has(q prop.Prop) bool {
	set, _ := changeOf((*entity)(&p)).carries(q)
	return set
}

// IsNull reports whether the patch sets a property to null.
func (p Patch[T]) IsNull(q prop.Prop) bool {
	_, null := changeOf((*entity)(&p)).carries(q)
	return null
}

// Changes returns the names of the members that the patch sets, in the order of
// their declaration.
func (p Patch[T]) Changes() []string {
	return changeOf((*entity)(&p)).changes()
}

func (c *change) carries(q prop.Prop) (set, null bool) {
	if c.Of == nil {
		return false, false
	}
	n := property.NodeOf(q)
	set, null, known := c.Of.Carries(n.ID, c.Mask)
	if !known {
		whole := (*codec.Change)(c)
		panic("tenon: property \"" + q.Name() + "\" is not " + whole.Missing() + ir.Namesake(whole.Named(q.Name()), n.ID))
	}
	return set, null
}

func (c *change) changes() []string {
	if c.Of == nil {
		return nil
	}
	return c.Of.Changes(c.Mask)
}

// patchCodec reads and writes a collection in update mode. A patch is an entity, for
// whatever T.
type patchCodec struct{ modes *state }

func (p patchCodec) Decode(d *codec.Decoder, a place.Addr) {
	c := p.modes.decoded(d, place.To[entity](a), ir.Update)
	c.Of.DecodePatch(d, c.Value, c.Mask)
}

func (p patchCodec) Check(r *codec.Report, a place.Addr) {
	if c := changeOf(place.To[entity](a)); c.Of != nil {
		c.Of.CheckPatch(r, c.Value, c.Mask)
	}
}

func (p patchCodec) Encode(e *codec.Encoder, a place.Addr) {
	c := changeOf(place.To[entity](a))
	if c.Of == nil {
		e.B = append(e.B, "{}"...)
		return
	}
	c.Of.EncodePatch(e, c.Value, c.Mask)
}
