package collection

import (
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Field is a property and its place in a T.
type Field[T any] field

type field struct {
	binding codec.Binding
	rest    *codec.RestBinding // instead of a binding
	member  *ir.Member
	except  ir.ModeSet // what Except has named
	faults  []ir.Fault
}

// Bind ties a property to the place that at points to, which always holds a
// value:
//
//	collection.Bind(price, func(p *Product) *int64 { return &p.Price })
//
// Every answer has the member. An optional property needs a place that can be
// empty: [BindOptional], or a nullable property, where nil stands for both.
func Bind[T, V any](p prop.Of[V], at func(*T) *V) Field[T] {
	f := p.Form(ir.Key{})
	return Field[T]{
		binding: codec.Bind(f, spotOf(at)),
		member:  &ir.Member{Prop: f.Node, Modes: ir.EveryMode},
		faults:  unfilled(f.Node),
	}
}

// spotOf is the spot that a function points to.
func spotOf[T, V any](at func(*T) *V) codec.Spot {
	return codec.AtFunc(func(t place.Addr) place.Addr { return place.Of(at(place.To[T](t))) })
}

// unfilled is what is wrong with a property whose place always holds a value.
func unfilled(n *ir.Prop) []ir.Fault {
	if n.Optional && n.Default == nil && !n.Nullable && len(n.Faults) == 0 {
		return []ir.Fault{ir.Faultf(
			"property %q is optional, and its field cannot be empty: use BindOptional, or give it a default", n.Name)}
	}
	return nil
}

// BindOptional ties an optional property to a pointer; nil stands for "absent".
// Answers leave the member out where it is nil, and an update with null makes
// it so.
func BindOptional[T, V any](p prop.Of[V], at func(*T) **V) Field[T] {
	f := p.Form(ir.Key{})
	field := Field[T]{
		binding: codec.BindOptional(f, spotOf(at)),
		member:  &ir.Member{Prop: f.Node, Modes: ir.EveryMode, Omittable: true},
	}
	if !f.Node.Optional && len(f.Node.Faults) == 0 {
		field.faults = append(field.faults, ir.Faultf(
			"property %q is not optional: use Bind, or say Optional", f.Node.Name))
	}
	return field
}

// BindNullable ties a property to a pointer and lets it be null, which is nil.
// It is Bind of prop.Nullable(p), except that p's own handle still reads it.
func BindNullable[T, V any](p prop.Of[V], at func(*T) **V) Field[T] {
	f, null := p.Form(ir.Key{}), prop.Nullable(p).Form(ir.Key{})
	origin := f.Node
	null.Node = null.Node.Edit(func(n *ir.Prop) {
		n.ID, n.At = origin.ID, origin.At
		if d := origin.Default; d != nil {
			v, _ := d.Value.(V)
			n.Default = &ir.Sample{At: d.At, Value: &v}
		}
	})
	if f.Default != nil {
		null.Default = func(a place.Addr) {
			v := f.Type.New()
			f.Default(v)
			place.Store(a, v)
		}
	}
	return Field[T]{
		binding: codec.Bind(null, spotOf(at)),
		member:  &ir.Member{Prop: null.Node, Modes: ir.EveryMode},
	}
}

// Computed binds a property to a value that is made for each answer. No request
// has it.
func Computed[T, V any](p prop.Of[V], get func(*T) V) Field[T] {
	f := p.Form(ir.Key{})
	return Field[T]{
		binding: codec.BindComputed(f, func(t place.Addr) place.Addr {
			v := get(place.To[T](t))
			return place.Of(&v)
		}),
		member: &ir.Member{Prop: f.Node, Modes: ir.EveryMode, Computed: true},
	}
}

func (f Field[T]) edit(change func(*ir.Member)) Field[T] {
	if f.member != nil {
		m := *f.member
		change(&m)
		f.member = &m
	}
	return f
}

// Only leaves the field in the given modes, in place of those that an Only before it has
// named. Modes that Except names stay out, wherever it stands.
func (f Field[T]) Only(modes ...Mode) Field[T] {
	except := f.except
	return f.edit(func(m *ir.Member) { m.Modes, m.Named = ir.SetOf(modes...)&^except, ir.SetOf(modes...) })
}

// Except takes the field out of the given modes.
func (f Field[T]) Except(modes ...Mode) Field[T] {
	if len(modes) == 0 {
		f.faults = append(slices.Clip(f.faults), ir.Faultf("Except names no mode"))
		return f
	}
	f.except |= ir.SetOf(modes...)
	return f.edit(func(m *ir.Member) { m.Modes &^= ir.SetOf(modes...) })
}

// Key marks a member that identifies an entity. Keys are what delete mode
// shows, beside the members that Only puts there.
func (f Field[T]) Key() Field[T] {
	return f.edit(func(m *ir.Member) { m.Key = true })
}

// VisibleTo guards the member by scopes, any of which is enough. To say it twice is a
// fault:
//
//	collection.Bind(cost, func(p *Product) *int64 { return &p.Cost }).VisibleTo("products:cost")
//
// To an identity without them, and to guests, the member is not there, in either
// direction. Answers leave it out. A request that carries it breaks the rule
// "scope"; one that creates an entity gets the default, so that the property must
// have one or be optional; and what changes an entity leaves its value alone. That
// holds inside objects, entries of maps, unions that stay of the same case, and items
// of arrays that have a [Field.Key] which clients send. An array of items without keys
// can only be sent as it was shown: any other breaks the rule "scope", as nobody could
// tell which item lost what. Lists cannot be filtered or sorted by it, rules of your
// own do not see it, and versions do not tell that it has changed. All that holds for
// everything inside the member as well.
//
// Without HTTP there is no identity: Parse, Check and Append know every member.
func (f Field[T]) VisibleTo(scopes ...string) Field[T] {
	at := callsite.Here()
	f.faults = slices.Clip(f.faults)
	switch i := slices.IndexFunc(scopes, func(s string) bool { return !ir.ScopeToken(s) }); {
	case len(scopes) == 0:
		f.faults = append(f.faults, ir.Faultf("VisibleTo names no scope"))
		return f
	case i >= 0:
		f.faults = append(f.faults, ir.Faultf(`VisibleTo(%q): a scope is printable ASCII without spaces, " and \`, scopes[i]))
		return f
	case f.rest != nil:
		f.faults = append(f.faults, ir.Faultf("VisibleTo is for a member with a name, which Rest is not"))
		return f
	case f.member != nil && f.member.Scopes != nil:
		f.faults = append(f.faults, ir.Faultf("VisibleTo is said twice; name all scopes, any of which is enough, at once"))
		return f
	}
	return f.edit(func(m *ir.Member) { m.Scopes, m.ScopesAt = slices.Clone(scopes), at })
}

// Fixed adds a constant that needs no place in a T: a request must send it, and
// every answer has it. It is what tells the cases of a union apart:
//
//	collection.Fixed[Card](prop.Const("kind", "card"))
func Fixed[T any, V ~string](p *prop.Choice[V]) Field[T] {
	f := p.Form(ir.Key{})
	field := Field[T]{member: &ir.Member{Prop: f.Node, Modes: ir.EveryMode}}
	t, ok := f.Node.Type.(ir.Enum)
	if !ok || !t.Const {
		field.faults = append(field.faults, ir.Faultf("property %q is not a constant; declare it with prop.Const", f.Node.Name))
		t.Values = []string{""}
	}
	v := V(t.Values[0])
	field.binding = codec.BindFixed(f, place.Of(&v))
	return field
}

// Rest keeps the members that the collection does not name in a map, each of
// them what value declares. Without it such a member is a violation.
//
//	collection.Rest(prop.String("labels").MaxLen(80), func(t *Thing) *map[string]string { return &t.Labels })
func Rest[T, E any](value prop.Of[E], at func(*T) *map[string]E) Field[T] {
	f := value.Form(ir.Key{})
	entries := codec.EntriesOf[E](codec.TypeOf[map[string]E](), f.Type)
	return Field[T]{rest: codec.BindRest(f, entries, spotOf(at)), member: &ir.Member{Prop: f.Node}}
}
