package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Patch is a change of a T: a client sent it in update mode, as a JSON Merge Patch (RFC 7396).
// Properties read it: price.Lookup(patch) reports whether the client sets a price, and to what.
type Patch[T any] entity

// Apply changes *t and validates the result against the rules of create mode. If there are
// violations, *t stays unchanged and the error wraps [prop.Violations]. A handler may return
// the error for the patch of its own call as it is: the client gets a 422. For any other patch,
// such as one from Parse, it is an internal error; see [render.Invalid].
//
// An object that the patch creates, in place of null or as a new entry of a map, is created as
// in create mode: missing members are required or have their default. Of the existing entity,
// members that the patch does not set and that no mode shows, such as write-only ones, are not
// validated, and neither are object rules that list them: the store need not load them.
//
// If the collection has versions, Apply then evaluates the preconditions of the request, such
// as If-Match, against the original *t. If they fail, the client gets a 412. Apply must
// therefore get the state that will be overwritten: call it in the transaction that loads and
// stores the entity.
//
// Members that are not visible to the client are neither changed nor validated; see
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

// Changes returns the names of the members that the patch sets, in the order of their
// declaration.
func (p Patch[T]) Changes() []string {
	return changeOf((*entity)(&p)).changes()
}

// In returns the part of the patch that changes an object, which is a member. Properties of the
// object read it, and it is empty if the patch does not change the object or sets it to null:
//
//	email.Lookup(patch.In(user)) // of {"user": {"email": …}}
//
// It panics if the object is not a member, or is a union, a list or a map, whose members have no
// property of this object.
func (p Patch[T]) In(object prop.Prop) PatchPart { return changeOf((*entity)(&p)).in(object) }

// PatchPart is the part of a [Patch] that changes an object.
type PatchPart entity

// Has reports whether the patch sets a property of the object, to a value or to null.
func (p PatchPart) Has(q prop.Prop) bool {
	set, _ := changeOf((*entity)(&p)).carries(q)
	return set
}

// IsNull reports whether the patch sets a property of the object to null.
func (p PatchPart) IsNull(q prop.Prop) bool {
	_, null := changeOf((*entity)(&p)).carries(q)
	return null
}

// Changes returns the names of the members that the patch sets in the object, in the order of
// their declaration.
func (p PatchPart) Changes() []string { return changeOf((*entity)(&p)).changes() }

// In returns the part of the patch that changes an object inside this one.
func (p PatchPart) In(object prop.Prop) PatchPart { return changeOf((*entity)(&p)).in(object) }

func (c *change) in(object prop.Prop) (part PatchPart) {
	whole := (*codec.Change)(c)
	n := property.NodeOf(object)
	change, known, nested := whole.Part(n.ID)
	switch {
	case !known:
		panic("tenon: property \"" + object.Name() + "\" is not " + whole.Missing() + tree.Namesake(whole.Named(object.Name()), n.ID))
	case !nested:
		panic("tenon: property \"" + object.Name() + "\" is not an object that an update changes in part")
	}
	*(*entity)(&part).Open() = change
	return part
}

func (c *change) carries(q prop.Prop) (set, null bool) {
	if c.Of == nil {
		return false, false
	}
	n := property.NodeOf(q)
	set, null, known := c.Of.Carries(n.ID, c.Mask)
	if !known {
		whole := (*codec.Change)(c)
		panic("tenon: property \"" + q.Name() + "\" is not " + whole.Missing() + tree.Namesake(whole.Named(q.Name()), n.ID))
	}
	return set, null
}

func (c *change) changes() []string {
	if c.Of == nil {
		return nil
	}
	return c.Of.Changes(c.Mask)
}

// patchCodec decodes and encodes a collection in update mode. A patch is an entity for every T.
type patchCodec struct{ modes *state }

func (p patchCodec) Decode(d *codec.Decoder, a place.Addr) {
	c := p.modes.decoded(d, place.To[entity](a), tree.Update)
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
