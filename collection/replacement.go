package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Replacement is an entity that takes the place of another: what a client sent
// in create mode with PUT. It is also a source of typed handles:
// price.Lookup(replacement) tells whether the client sent a price, and which.
type Replacement[T any] struct {
	modes *compiled[T]
	value *T
	mask  *codec.Mask
	who   codec.Grants        // who sent it; nil: the program itself
	guard func(Version) error // nil: any version may be replaced
	judge func(*T) error      // nil: any entity may be replaced
}

// Apply puts the replacement in the place of *t: every member that a client may
// send is set, to its default where the client did not send it. What no client
// sends stays as it is in *t, such as an identifier or a time of creation, and so
// does what is not visible to this client ([Field.VisibleTo]), also in the objects
// inside it; arrays and unions are replaced whole.
//
// Violations and preconditions are those of [Patch.Apply]. If there are any, *t
// stays as it was.
func (r Replacement[T]) Apply(t *T) error {
	if r.modes == nil {
		return nil
	}
	return r.modes.change(t, r.guard, r.judge, codec.Report{Met: true, Grants: r.who}, func(replaced *T) {
		r.modes.in(ir.Create).Replace(r.who, replaced, r.value)
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

// Guard lets Apply ask unchanged whether the version that it finds may be
// replaced. It is for sibling packages.
func (r *Replacement[T]) Guard(_ ir.Key, unchanged func(Version) error) { r.guard = unchanged }

// Judge lets Apply ask whether an entity may be replaced, as it was and as it will
// be. It is for sibling packages.
func (r *Replacement[T]) Judge(_ ir.Key, allow func(*T) error) { r.judge = allow }

// Cell implements [prop.Source].
func (r Replacement[T]) Cell(_ ir.Key, id *ir.ID) (cell any, given bool) {
	if r.modes == nil {
		return nil, false
	}
	o := r.modes.in(ir.Create)
	cell, ok := o.Cell(id, r.value)
	if !ok {
		return nil, false
	}
	set, null, _ := o.Carries(id, r.mask)
	return cell, set && !null
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
	*r = Replacement[T]{modes: c.modes, value: new(T), mask: new(codec.Mask), who: d.Grants}
	c.modes.in(ir.Create).DecodeWhole(d, r.value, r.mask)
}

func (c *replacementCodec[T]) Check(rep *codec.Report, r *Replacement[T]) {
	if r.modes != nil {
		r.modes.in(ir.Create).Check(rep, r.value)
	}
}

func (c *replacementCodec[T]) Append(e *codec.Encoder, r *Replacement[T]) {
	if r.modes == nil {
		e.B = append(e.B, "{}"...)
		return
	}
	r.modes.in(ir.Create).Append(e, r.value)
}
