package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Replacement is an entity that takes the place of another: what a client sent
// in create mode with PUT. It is also a source of typed handles:
// price.Lookup(replacement) tells whether the client sent a price, and which.
type Replacement[T any] struct{ sent sent }

// Apply puts the replacement in the place of *t: every member that a client may
// send is set, to its default where the client did not send it. What no client
// sends stays as it is in *t, such as an identifier or a time of creation, and so
// does what is not visible to this client, see [Field.VisibleTo], also inside it.
// Otherwise arrays and unions are replaced whole.
//
// Violations and preconditions are those of [Patch.Apply]. If there are any, *t
// stays as it was.
func (r Replacement[T]) Apply(t *T) error { return r.sent.replace(place.Of(t)) }

func (s *sent) replace(t place.Addr) error {
	if s.modes == nil {
		return nil
	}
	return s.change(t, func(r *codec.Report, replaced place.Addr) {
		o := s.modes.in(ir.Create)
		o.Replace(r, replaced, s.value)
		r.MembersChecked = true
		o.Check(r, replaced)
	})
}

// Value returns what the client sent, by itself: the entity to insert where
// there is none yet to be replaced.
func (r Replacement[T]) Value() (t T) {
	if r.sent.modes != nil {
		t = *place.To[T](r.sent.value)
	}
	return t
}

// Cell implements [prop.Source].
func (r Replacement[T]) Cell(_ ir.Key, id *ir.ID) (cell any, given bool) {
	return r.sent.cell(ir.Create, id)
}

// Missing implements [prop.Source].
func (r Replacement[T]) Missing(ir.Key) string { return r.sent.missingReplacement() }

// Named returns the member with a name. It is for sibling packages.
func (r Replacement[T]) Named(_ ir.Key, name string) *ir.Prop { return r.sent.named(name) }

// Guard lets Apply ask unchanged whether the version that it finds may be
// changed. It is for sibling packages.
func (r *Replacement[T]) Guard(_ ir.Key, unchanged func(Version) error) { r.sent.guard = unchanged }

// Judge lets Apply ask whether an entity may be changed, as it was and as it will
// be. It is for sibling packages.
func (r *Replacement[T]) Judge(_ ir.Key, allow func(entity place.Addr) error) { r.sent.judge = allow }

func (s *sent) missingReplacement() string {
	if s.modes == nil {
		return "in a replacement that no request made"
	}
	return "a member that a client can send of collection \"" + s.modes.group.Node.Name + "\""
}

// replacementCodec reads and writes a collection in create mode. A replacement is its
// sent, for whatever T.
type replacementCodec struct{ modes *state }

func (c replacementCodec) Decode(d *codec.Decoder, a place.Addr) {
	s := place.To[sent](a)
	*s = sentBy(d, c.modes)
	c.modes.in(ir.Create).DecodeWhole(d, s.value, s.mask)
}

func (c replacementCodec) Check(r *codec.Report, a place.Addr) {
	if s := place.To[sent](a); s.modes != nil {
		s.modes.in(ir.Create).Check(r, s.value)
	}
}

func (c replacementCodec) Encode(e *codec.Encoder, a place.Addr) {
	s := place.To[sent](a)
	if s.modes == nil {
		e.B = append(e.B, "{}"...)
		return
	}
	s.modes.in(ir.Create).Encode(e, s.value)
}
