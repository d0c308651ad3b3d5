package prop

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Field is a property at a field of a struct: a member of a collection, and in which
// modes it is one. Like a property it is an immutable value.
type Field struct{ f *field }

type field struct {
	member   *ir.Member
	form     codec.Form
	pos      callsite.PC // of the call that made it
	at       place.Addr  // of the field, in the value that the declaring function was given
	optional bool        // there is a pointer there, which is nil where the value is absent
	except   ir.ModeSet  // what Except has named
	faults   []ir.Fault

	// Of a field without an address: how its binding is made, and of which struct it is,
	// a *T; nil is any.
	bind  func() codec.Binding
	owner any
	// Of a field that keeps what other members are left over.
	rest *codec.Entries
}

func fieldAt(f codec.Form, at place.Addr) Field {
	return Field{&field{form: f, pos: callsite.Here(), at: at, member: memberOf(f.Node), faults: unfit(f.Node, false)}}
}

func memberOf(n *ir.Prop) *ir.Member { return &ir.Member{Prop: n, Modes: ir.EveryMode} }

// unfit is what is wrong with a property whose place always holds a value, or is empty
// where the value is absent.
func unfit(n *ir.Prop, optional bool) []ir.Fault {
	switch {
	case len(n.Faults) > 0:
		return nil
	case optional && !n.Optional:
		return []ir.Fault{ir.Faultf("property %q is not optional: use At, or say Optional", n.Name)}
	case !optional && n.Optional && n.Default == nil && !n.Nullable:
		return []ir.Fault{ir.Faultf("property %q is optional, and its field cannot be empty: use AtOptional, or give it a default", n.Name)}
	}
	return nil
}

func optionalAt(f codec.Form, at place.Addr) Field {
	m := memberOf(f.Node)
	m.Omittable = true
	return Field{&field{form: f, pos: callsite.Here(), at: at, member: m, optional: true, faults: unfit(f.Node, true)}}
}

func nullableAt(f codec.Form, at place.Addr, pointers *codec.Type) Field {
	null := NullableForm(ir.Key{}, f, pointers)
	return Field{&field{form: null, pos: callsite.Here(), at: at, member: memberOf(null.Node)}}
}

// NullableForm is the form of what may be null of a property, which the handle of the
// property still reads. It is for sibling packages.
func NullableForm(_ ir.Key, f codec.Form, pointers *codec.Type) codec.Form {
	null := nullable(f, pointers)
	null.Node = null.Node.Edit(func(n *ir.Prop) {
		n.ID, n.At = f.Node.ID, f.Node.At
		if d := f.Node.Default; d != nil {
			v := pointers.New()
			a, _ := f.Type.Unbox(d.Value)
			place.Store(v, a)
			n.Default = &ir.Sample{At: d.At, Value: pointers.Value(v)}
		}
	})
	null = finish(null)
	if f.Default != nil {
		null.Default = func(a place.Addr) {
			v := f.Type.New()
			f.Default(v)
			place.Store(a, v)
		}
	}
	return null
}

// FieldFunc makes a field without an address of its own: owner is a *T, of whose struct
// it is; nil is any. It is for sibling packages.
func FieldFunc(_ ir.Key, f codec.Form, owner any, bind func() codec.Binding) Field {
	return Field{&field{form: f, pos: callsite.Here(), member: memberOf(f.Node), owner: owner, bind: bind}}
}

// Filled notes what is wrong with a property whose place always holds a value, or is
// empty where the value is absent. It is for sibling packages.
func (f Field) Filled(_ ir.Key, optional bool) Field {
	return f.edit(func(f *field) {
		f.member.Omittable = optional
		f.faults = append(f.faults, unfit(f.form.Node, optional)...)
	})
}

// FieldRest makes a field that keeps the members which have none. It is for sibling
// packages.
func FieldRest(_ ir.Key, f codec.Form, entries *codec.Entries, at place.Addr) Field {
	return Field{&field{form: f, pos: callsite.Here(), member: &ir.Member{Prop: f.Node}, rest: entries, at: at}}
}

// Placed is what a collection makes of a field. It is for sibling packages.
type Placed struct {
	Member  *ir.Member
	Binding codec.Binding
	Rest    *codec.AdditionalBinding // in place of a binding
	Faults  []ir.Fault
	At      callsite.PC // of the call that made the field
	// Offset and Size are where the field lies in the struct; Size is 0 of one without
	// an address.
	Offset place.Offset
	Size   uintptr
}

// Place returns where the field lies in a struct at start, which takes so many bytes.
// It is for sibling packages.
func (f Field) Place(_ ir.Key, start place.Addr, whole uintptr) Placed {
	if f.f == nil {
		return Placed{Faults: []ir.Fault{ir.Faultf("a field was not made with At")}}
	}
	p := Placed{Member: f.f.member, Faults: f.f.faults, At: f.f.pos}
	if f.f.bind != nil {
		p.Binding = f.f.bind()
		return p
	}
	p.Size = f.f.form.Type.Size
	switch {
	case f.f.rest != nil:
		p.Size = f.f.rest.Maps.Size
	case f.f.optional:
		p.Size = place.PointerSize
	}
	var ok bool
	if p.Offset, ok = place.Within(start, whole, f.f.at, p.Size); !ok {
		p.Faults = append(slices.Clip(p.Faults), ir.Fault{At: p.At, Message: "property " + strconv.Quote(f.f.form.Node.Name) +
			" is not at a field of the struct that the function is given; what lies elsewhere needs collection.AtFunc"})
		p.Size, p.Offset = 0, 0
	}
	switch {
	case f.f.rest != nil:
		p.Rest = codec.BindAdditional(f.f.form, f.f.rest, codec.At(p.Offset))
	case f.f.optional:
		p.Binding = codec.BindOptional(f.f.form, codec.At(p.Offset))
	default:
		p.Binding = codec.Bind(f.f.form, codec.At(p.Offset))
	}
	return p
}

// Owner is of which struct a field without an address is, a *T; nil is any. It is for
// sibling packages.
func (f Field) Owner(ir.Key) any {
	if f.f == nil {
		return nil
	}
	return f.f.owner
}

// Faulty returns the field with a fault, which lies where the field was made. It is for
// sibling packages.
func (f Field) Faulty(_ ir.Key, what string) Field {
	return f.edit(func(f *field) { f.faults = append(f.faults, ir.Fault{At: f.pos, Message: what}) })
}

// fault returns the field with a mistake at the user's call in progress.
func (f Field) fault(format string, args ...any) Field {
	what := ir.Faultf(format, args...)
	return f.edit(func(f *field) { f.faults = append(f.faults, what) })
}

// Member returns the field with changes to what it is a member of. It is for sibling
// packages.
func (f Field) Member(_ ir.Key, change func(*ir.Member)) Field {
	return f.edit(func(f *field) { change(f.member) })
}

func (f Field) edit(change func(*field)) Field {
	if f.f == nil {
		return f
	}
	c := *f.f
	m := *c.member
	c.member, c.faults = &m, slices.Clip(c.faults)
	change(&c)
	return Field{&c}
}

// Only leaves the field in the given modes, in place of those that an Only before it has
// named. Modes that Except names stay out, wherever it stands.
func (f Field) Only(modes ...ir.Mode) Field {
	return f.edit(func(f *field) { f.member.Modes, f.member.Named = ir.SetOf(modes...)&^f.except, ir.SetOf(modes...) })
}

// Except takes the field out of the given modes.
func (f Field) Except(modes ...ir.Mode) Field {
	if len(modes) == 0 {
		return f.fault("Except names no mode")
	}
	return f.edit(func(f *field) {
		f.except |= ir.SetOf(modes...)
		f.member.Modes &^= ir.SetOf(modes...)
	})
}

// Key marks a member that identifies an entity. Keys are what delete mode
// shows, beside the members that Only puts there.
func (f Field) Key() Field { return f.edit(func(f *field) { f.member.Key = true }) }

// VisibleTo guards the member by scopes, any of which is enough. To say it twice is a
// fault:
//
//	cost.At(&p.Cost).VisibleTo("products:cost")
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
func (f Field) VisibleTo(scopes ...string) Field {
	at := callsite.Here()
	switch i := slices.IndexFunc(scopes, func(s string) bool { return !ir.ScopeToken(s) }); {
	case len(scopes) == 0:
		return f.fault("VisibleTo names no scope")
	case i >= 0:
		return f.fault(`VisibleTo(%q): a scope is printable ASCII without spaces, " and \`, scopes[i])
	case f.f != nil && f.f.rest != nil:
		return f.fault("VisibleTo is for a member with a name, which Additional is not")
	case f.f != nil && f.f.member.Scopes != nil:
		return f.fault("VisibleTo is said twice; name all scopes, any of which is enough, at once")
	}
	return f.edit(func(f *field) { f.member.Scopes, f.member.ScopesAt = slices.Clone(scopes), at })
}
