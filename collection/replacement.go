package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Replacement is an entity that replaces another: a client sent it in create mode with PUT.
// Properties read it: price.Lookup(replacement) reports whether the client sent a price, and
// which.
type Replacement[T any] entity

// Apply replaces *t: it sets every member that a client can send, to its default if the client
// did not send it. Members that no client can send, such as an identifier or a time of
// creation, stay unchanged, and so do members that are not visible to this client (see
// [Field.VisibleTo]), at every depth. Other arrays and unions are replaced as a whole.
//
// Violations and preconditions are those of [Patch.Apply]. If there are any, *t stays
// unchanged.
func (r Replacement[T]) Apply(t *T) error { return changeOf((*entity)(&r)).replace(place.Of(t)) }

func (c *change) replace(t place.Addr) error {
	if c.Of == nil {
		return nil
	}
	return c.apply(t, func(r *codec.Report, replaced place.Addr) {
		c.Of.Replace(r, replaced, c.Value)
		r.MembersChecked = true
		c.Of.Check(r, replaced)
	})
}

// Value returns the entity as the client sent it, to insert it if there is none to replace.
func (r Replacement[T]) Value() (t T) {
	if c := changeOf((*entity)(&r)); c.Of != nil {
		t = *place.To[T](c.Value)
	}
	return t
}

// replacementCodec decodes and encodes a collection in create mode. A replacement is an entity
// for every T.
type replacementCodec struct{ modes *state }

func (p replacementCodec) Decode(d *codec.Decoder, a place.Addr) {
	c := p.modes.decoded(d, place.To[entity](a), tree.Create)
	c.Of.DecodeWhole(d, c.Value, c.Mask)
}

func (p replacementCodec) Check(r *codec.Report, a place.Addr) {
	if c := changeOf(place.To[entity](a)); c.Of != nil {
		c.Of.Check(r, c.Value)
	}
}

func (p replacementCodec) Encode(e *codec.Encoder, a place.Addr) {
	c := changeOf(place.To[entity](a))
	if c.Of == nil {
		e.B = append(e.B, "{}"...)
		return
	}
	c.Of.Encode(e, c.Value)
}
