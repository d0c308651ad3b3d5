package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Patch is a change to a T: what a client sent in update mode, as a JSON Merge
// Patch (RFC 7396). It is also a source of typed handles: price.Lookup(patch)
// tells whether the client sets a price, and to what.
type Patch[T any] struct{ sent sent }

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
func (p Patch[T]) Apply(t *T) error { return p.sent.patch(place.Of(t)) }

func (s *sent) patch(t place.Addr) error {
	if s.modes == nil {
		return nil
	}
	return s.change(t, func(r *codec.Report, merged place.Addr) {
		s.modes.in(ir.Update).Merge(r, merged, s.value, s.mask, false)
	})
}

// Has reports whether the patch sets a property, to a value or to null.
func (p Patch[T]) Has(q prop.Prop) bool {
	set, _ := p.sent.carries(q)
	return set
}

// IsNull reports whether the patch sets a property to null.
func (p Patch[T]) IsNull(q prop.Prop) bool {
	_, null := p.sent.carries(q)
	return null
}

// Changes returns the names of the members that the patch sets, in the order of
// their declaration.
func (p Patch[T]) Changes() []string {
	return p.sent.changes()
}

func (s *sent) carries(q prop.Prop) (set, null bool) {
	if s.modes == nil {
		return false, false
	}
	set, null, known := s.modes.in(ir.Update).Carries(q.Node(ir.Key{}).ID, s.mask)
	if !known {
		panic("tenon: property \"" + q.Name() + "\" is not " + s.missingPatch() + ir.Namesake(s.named(q.Name()), q.Node(ir.Key{}).ID))
	}
	return set, null
}

// Cell implements [prop.Source].
func (p Patch[T]) Cell(_ ir.Key, id *ir.ID) (cell any, given bool) {
	return p.sent.cell(ir.Update, id)
}

// Missing implements [prop.Source].
func (p Patch[T]) Missing(ir.Key) string { return p.sent.missingPatch() }

// Named returns the member with a name. It is for sibling packages.
func (p Patch[T]) Named(_ ir.Key, name string) *ir.Prop { return p.sent.named(name) }

// Guard lets Apply ask unchanged whether the version that it finds may be
// changed. It is for sibling packages.
func (p *Patch[T]) Guard(_ ir.Key, unchanged func(Version) error) { p.sent.guard = unchanged }

// Judge lets Apply ask whether an entity may be changed, as it was and as it will
// be. It is for sibling packages.
func (p *Patch[T]) Judge(_ ir.Key, allow func(entity place.Addr) error) { p.sent.judge = allow }

func (s *sent) changes() []string {
	if s.modes == nil {
		return nil
	}
	return s.modes.in(ir.Update).Changes(s.mask)
}

func (s *sent) missingPatch() string {
	if s.modes == nil {
		return "in a patch that no request made"
	}
	return "a member that an update of collection \"" + s.modes.group.Node.Name + "\" can set"
}

// patchCodec reads and writes a collection in update mode. A patch is its sent, for
// whatever T.
type patchCodec struct{ modes *state }

func (c patchCodec) Decode(d *codec.Decoder, a place.Addr) {
	s := place.To[sent](a)
	*s = sentBy(d, c.modes)
	c.modes.in(ir.Update).DecodePatch(d, s.value, s.mask)
}

func (c patchCodec) Check(r *codec.Report, a place.Addr) {
	if s := place.To[sent](a); s.modes != nil {
		s.modes.in(ir.Update).CheckPatch(r, s.value, s.mask)
	}
}

func (c patchCodec) Encode(e *codec.Encoder, a place.Addr) {
	s := place.To[sent](a)
	if s.modes == nil {
		e.B = append(e.B, "{}"...)
		return
	}
	s.modes.in(ir.Update).EncodePatch(e, s.value, s.mask)
}
