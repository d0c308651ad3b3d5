package property

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
)

// Field is a property at a field of a struct: a member of a collection. Package prop's
// Field is a defined type over it. Like a property it is not changed.
type Field struct{ f *field }

type field struct {
	member   *ir.Member
	form     codec.Form
	pos      callsite.PC // of the call that made it
	at       place.Addr  // of the field, in the value that the declaring function was given
	optional bool        // there is a pointer there, which is nil where the value is absent
	except   ir.ModeSet  // what Except has named
	faults   []ir.Fault

	// bind makes the binding of a field without an address, and owner is a nil *T for a
	// field of the struct T; nil for one of any struct.
	bind  func() codec.Binding
	owner any
	// rest is set for a field that keeps the members without a field, which bindRest binds.
	rest     *codec.MapForm
	bindRest func(*codec.MapForm, codec.Location) codec.AdditionalBinding
	names    *ir.Names // of these members
}

// FieldAt returns a property at a field that always holds a value.
func FieldAt(f codec.Form, at place.Addr) Field {
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

// OptionalAt returns an optional property at a pointer, which is nil where it is absent.
func OptionalAt(f codec.Form, at place.Addr) Field {
	m := memberOf(f.Node)
	m.Omittable = true
	return Field{&field{form: f, pos: callsite.Here(), at: at, member: m, optional: true, faults: unfit(f.Node, true)}}
}

// NullableAt returns a property at a pointer, which is nil where the value is null.
func NullableAt(f codec.Form, at place.Addr, pointers *codec.Type) Field {
	null := NullableForm(f, pointers)
	return Field{&field{form: null, pos: callsite.Here(), at: at, member: memberOf(null.Node)}}
}

// NullableForm is the form of what may be null of a property, which the handle of the
// property still reads.
func NullableForm(f codec.Form, pointers *codec.Type) codec.Form {
	null := Nullable(f, pointers)
	null.Node = null.Node.Edit(func(n *ir.Prop) {
		n.ID, n.At = f.Node.ID, f.Node.At
		pointTo := func(s *ir.Sample) *ir.Sample {
			if s == nil {
				return nil
			}
			v := pointers.New()
			a, _ := f.Type.Unbox(s.Value)
			place.Store(v, a)
			return &ir.Sample{At: s.At, Value: pointers.Value(v)}
		}
		n.Default, n.AbsentMeans, n.Initial = pointTo(f.Node.Default), pointTo(f.Node.AbsentMeans), pointTo(f.Node.Initial)
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

// FieldFunc returns a field without an address. owner is a nil *T for a field of the struct
// T, and nil for a field of any struct.
func FieldFunc(f codec.Form, owner any, bind func() codec.Binding) Field {
	return Field{&field{form: f, pos: callsite.Here(), member: memberOf(f.Node), owner: owner, bind: bind}}
}

// Filled adds the fault of a property that does not suit its field, which always holds a
// value, or is empty if the value is absent.
func (f Field) Filled(optional bool) Field {
	return f.edit(func(f *field) {
		f.member.Omittable = optional
		f.faults = append(f.faults, unfit(f.form.Node, optional)...)
	})
}

// FieldRest returns a field that keeps the members without a field.
func FieldRest(f codec.Form, entries *codec.Entries, at place.Addr) Field {
	return Field{&field{form: f, pos: callsite.Here(), member: &ir.Member{Prop: f.Node}, rest: &codec.MapForm{Value: f, Entries: entries}, bindRest: codec.BindAdditional, at: at}}
}

// Placed is a field in a struct, for a collection.
type Placed struct {
	Member  *ir.Member
	Binding codec.Binding
	Rest    codec.AdditionalBinding // in place of a binding
	Names   *ir.Names               // of its members
	Faults  []ir.Fault
	At      callsite.PC // of the call that made the field
	// Offset and Size are where the field lies in the struct; Size is 0 of one without
	// an address.
	Offset place.Offset
	Size   uintptr
}

// Place returns where the field lies in a struct at start, which takes so many bytes.
func (f Field) Place(start place.Addr, whole uintptr) Placed {
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
		p.Size = f.f.rest.Entries.Maps.Size
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
		p.Rest, p.Names = f.f.bindRest(f.f.rest, codec.At(p.Offset)), f.f.names
	case f.f.optional:
		p.Binding = codec.BindOptional(f.f.form, codec.At(p.Offset))
	default:
		p.Binding = codec.Bind(f.f.form, codec.At(p.Offset))
	}
	return p
}

// Owner returns a nil *T if the field is one of the struct T, and nil if it may be of any.
func (f Field) Owner() any {
	if f.f == nil {
		return nil
	}
	return f.f.owner
}

// Faulty returns the field with a fault at the position of the field.
func (f Field) Faulty(what string) Field {
	return f.edit(func(f *field) { f.faults = append(f.faults, ir.Fault{At: f.pos, Message: what}) })
}

// fault returns the field with a mistake at the user's call in progress.
func (f Field) fault(format string, args ...any) Field {
	what := ir.Faultf(format, args...)
	return f.edit(func(f *field) { f.faults = append(f.faults, what) })
}

// Member returns the field with a changed member.
func (f Field) Member(change func(*ir.Member)) Field {
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

// Only leaves the field in the given modes, except those that Except has named.
func (f Field) Only(modes ir.ModeSet) Field {
	return f.edit(func(f *field) { f.member.Modes, f.member.Named = modes&^f.except, modes })
}

// Except takes the field out of the given modes.
func (f Field) Except(modes ir.ModeSet) Field {
	if modes == 0 {
		return f.fault("Except names no mode")
	}
	return f.edit(func(f *field) {
		f.except |= modes
		f.member.Modes &^= modes
	})
}

// Key marks a member that identifies an entity.
func (f Field) Key() Field { return f.edit(func(f *field) { f.member.Key = true }) }

// VisibleTo limits the member to identities that have one of the scopes.
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
	return f.edit(func(f *field) {
		f.member.Scopes, f.member.ScopesAt = slices.Clone(scopes), at
		f.member.Check, f.member.Visibility = verify.Visibility, ir.FindVisibility
	})
}
