package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Replacement is an entity that takes the place of another: what a client sent
// in create mode with PUT. It is also a source of typed handles:
// price.Lookup(replacement) tells whether the client sent a price, and which.
type Replacement[T any] entity

// Apply puts the replacement in the place of *t: every member that a client may
// send is set, to its default where the client did not send it. What no client
// sends stays as it is in *t, such as an identifier or a time of creation, and so
// does what is not visible to this client, see [Field.VisibleTo], also inside it.
// Otherwise arrays and unions are replaced whole.
//
// Violations and preconditions are those of [Patch.Apply]. If there are any, *t
// stays as it was.
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

// Value returns what the client sent, by itself: the entity to insert where
// there is none yet to be replaced.
func (r Replacement[T]) Value() (t T) {
	if c := changeOf((*entity)(&r)); c.Of != nil {
		t = *place.To[T](c.Value)
	}
	return t
}

// replacementCodec reads and writes a collection in create mode. A replacement is an
// entity, for whatever T.
type replacementCodec struct{ modes *state }

func (p replacementCodec) Decode(d *codec.Decoder, a place.Addr) {
	c := p.modes.decoded(d, place.To[entity](a), ir.Create)
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
