package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Replacement is an entity that takes the place of another: what a client sent
// in create mode with PUT. It is also a source of typed handles:
// price.Lookup(replacement) tells whether the client sent a price, and which.
type Replacement[T any] struct{ sent[T] }

// Apply puts the replacement in the place of *t: every member that a client may
// send is set, to its default where the client did not send it. What no client
// sends stays as it is in *t, such as an identifier or a time of creation, and so
// does what is not visible to this client, see [Field.VisibleTo], also inside it.
// Otherwise arrays and unions are replaced whole.
//
// Violations and preconditions are those of [Patch.Apply]. If there are any, *t
// stays as it was.
func (r Replacement[T]) Apply(t *T) error {
	if r.modes == nil {
		return nil
	}
	return r.change(t, func(rep *codec.Report, replaced *T) {
		o := r.modes.in(ir.Create)
		o.Replace(rep, replaced, r.value)
		rep.Met = true
		o.Inspect(rep, replaced)
	})
}

// Value returns what the client sent, by itself: the entity to insert where
// there is none yet to be replaced.
func (r Replacement[T]) Value() (t T) {
	if r.modes != nil {
		t = *r.value
	}
	return t
}

// Cell implements [prop.Source].
func (r Replacement[T]) Cell(_ ir.Key, id *ir.ID) (cell any, given bool) {
	return r.cell(ir.Create, id)
}

// Missing implements [prop.Source].
func (r Replacement[T]) Missing(ir.Key) string {
	if r.modes == nil {
		return "in a replacement that no request made"
	}
	return "a member that a client can send of collection \"" + r.modes.group.Node.Name + "\""
}

// replacementCodec reads and writes a collection in create mode.
type replacementCodec[T any] struct{ modes *compiled[T] }

func (c *replacementCodec[T]) Decode(d *codec.Decoder, r *Replacement[T]) {
	*r = Replacement[T]{sentBy(d, c.modes)}
	c.modes.in(ir.Create).DecodeWhole(d, r.value, r.mask)
}

func (c *replacementCodec[T]) Inspect(rep *codec.Report, r *Replacement[T]) {
	if r.modes != nil {
		r.modes.in(ir.Create).Inspect(rep, r.value)
	}
}

func (c *replacementCodec[T]) Encode(e *codec.Encoder, r *Replacement[T]) {
	if r.modes == nil {
		e.B = append(e.B, "{}"...)
		return
	}
	r.modes.in(ir.Create).Encode(e, r.value)
}
