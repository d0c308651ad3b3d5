package property

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Field is a property at a field of a struct: a member of a collection. Package prop's
// Field is a defined type over it. Like a property it is not changed.
type Field struct{ f *field }

type field struct {
	member *tree.Member
	form   codec.Form
	pos    tree.Position // of the call that made it
	at     place.Addr    // of the field, in the value that the declaring function was given
	size   uintptr       // of the field
	except tree.ModeSet  // what Except has named
	faults []tree.Fault

	// fill sets the binding of a field with an address.
	fill func(f *field, p *Placed)
	// bind makes the binding of a field without an address, and owner is a nil *T for a
	// field of the struct T; nil for one of any struct.
	bind  func() codec.Binding
	owner any
	// rest is set for a field that keeps the members without a field.
	rest  *codec.MapForm
	names *tree.Names // of these members
}

// FieldAt returns a property at a field that always holds a value.
func FieldAt(p Any, at place.Addr) Field {
	f := FormOf(p)
	return fieldAt(&f, at, f.Type.Size, (*field).bindValue, unfit(f.Node, false))
}

//go:noinline
func fieldAt(f *codec.Form, at place.Addr, size uintptr, fill func(*field, *Placed), faults []tree.Fault) Field {
	return Field{&field{form: *f, pos: tree.Here(), at: at, size: size, fill: fill, member: memberOf(f.Node), faults: faults}}
}

func (f *field) bindValue(p *Placed) { p.Binding = codec.Bind(f.form, codec.At(p.Offset)) }

func (f *field) bindOptional(p *Placed) { p.Binding = codec.BindOptional(f.form, codec.At(p.Offset)) }

func (f *field) bindRest(p *Placed) {
	p.Rest, p.Names = codec.BindAdditional(f.rest, codec.At(p.Offset)), f.names
}

func memberOf(n *tree.Prop) *tree.Member { return &tree.Member{Prop: n, Modes: tree.EveryMode} }

// unfit is what is wrong with a property whose place always holds a value, or is empty
// where the value is absent.
func unfit(n *tree.Prop, optional bool) []tree.Fault {
	switch {
	case len(n.Faults) > 0:
		return nil
	case optional && !n.Optional:
		return []tree.Fault{tree.Faultf("property %q is not optional: use At, or say Optional", n.Name)}
	case !optional && n.Optional && n.Default == nil && !n.Nullable:
		return []tree.Fault{tree.Faultf("property %q is optional, and its field cannot be empty: use AtOptional, or give it a default", n.Name)}
	}
	return nil
}

// OptionalAt returns an optional property at a pointer, which is nil where it is absent.
func OptionalAt(p Any, at place.Addr) Field { return optionalAt(FormOf(p), at) }

// MaybeAt returns an optional property at a pointer to a pointer: the first is nil where it is absent, and
// the second where it is null.
func MaybeAt(p Any, at place.Addr, pointers *codec.Type) Field {
	return optionalAt(NullableForm(FormOf(p), pointers), at)
}

func optionalAt(f codec.Form, at place.Addr) Field {
	made := fieldAt(&f, at, place.PointerSize, (*field).bindOptional, unfit(f.Node, true))
	made.f.member.Omittable = true
	return made
}

// NullableAt returns a property at a pointer, which is nil where the value is null.
func NullableAt(p Any, at place.Addr, pointers *codec.Type) Field {
	null := NullableForm(FormOf(p), pointers)
	return fieldAt(&null, at, null.Type.Size, (*field).bindValue, nil)
}

// NullableForm is the form of what may be null of a property, which the handle of the
// property still reads.
func NullableForm(f codec.Form, pointers *codec.Type) codec.Form {
	null := sealed{Nullable(f, pointers)}
	null.finish(null.form.Node.Edit(func(n *tree.Prop) {
		n.ID, n.At = f.Node.ID, f.Node.At
		n.Default, n.AbsentMeans, n.Initial = pointTo(&f, pointers, f.Node.Default), pointTo(&f, pointers, f.Node.AbsentMeans), pointTo(&f, pointers, f.Node.Initial)
	}))
	if f.Default != nil {
		null.form.Default = func(a place.Addr) {
			v := f.Type.New()
			f.Default(v)
			place.Store(a, v)
		}
	}
	return null.form
}

// FieldFunc returns a field without an address. owner is a nil *T for a field of the struct
// T, and nil for a field of any struct.
func FieldFunc(f codec.Form, owner any, bind func() codec.Binding) Field {
	return Field{&field{form: f, pos: tree.Here(), member: memberOf(f.Node), owner: owner, bind: bind}}
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
	made := fieldAt(&f, at, entries.Maps.Size, (*field).bindRest, nil)
	made.f.member = &tree.Member{Prop: f.Node}
	made.f.rest = &codec.MapForm{Value: f, Entries: entries}
	return made
}

// Placed is a field in a struct, for a collection.
type Placed struct {
	Member  *tree.Member
	Binding codec.Binding
	Rest    *codec.AdditionalBinding // in place of a binding
	Names   *tree.Names              // of its members
	Faults  []tree.Fault
	At      tree.Position // of the call that made the field
	// Offset and Size are where the field lies in the struct; Size is 0 of one without
	// an address.
	Offset place.Offset
	Size   uintptr
}

// Place returns where the field lies in a struct at start, which takes so many bytes.
func (f Field) Place(start place.Addr, whole uintptr) *Placed {
	d := f.f
	if d == nil {
		return &Placed{Faults: []tree.Fault{tree.Faultf("a field was not made with At")}}
	}
	p := &Placed{Member: d.member, Faults: d.faults, At: d.pos}
	if d.bind != nil {
		p.Binding = d.bind()
		return p
	}
	if offset, ok := place.Within(start, whole, d.at, d.size); ok {
		p.Offset, p.Size = offset, d.size
	} else {
		p.Faults = d.faulty("property " + quote(d.form.Node.Name) +
			" is not at a field of the struct that the function is given; what lies elsewhere needs collection.AtFunc")
	}
	d.fill(d, p)
	return p
}

// faulty returns the faults, and another one at the position of the field.
//
//go:noinline
func (f *field) faulty(what string) []tree.Fault {
	return append(slices.Clip(f.faults), tree.Fault{At: f.pos, Message: what})
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
	return f.edit(func(f *field) { f.faults = f.faulty(what) })
}

// fault returns the field with a mistake at the user's call in progress.
func (f Field) fault(format string, args ...any) Field {
	what := tree.Faultf(format, args...)
	return f.edit(func(f *field) { f.faults = append(f.faults, what) })
}

// Member returns the field with a changed member.
func (f Field) Member(change func(*tree.Member)) Field {
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
func (f Field) Only(modes tree.ModeSet) Field {
	return f.edit(func(f *field) { f.member.Modes, f.member.Named = modes&^f.except, modes })
}

// Except takes the field out of the given modes.
func (f Field) Except(modes tree.ModeSet) Field {
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
	at := tree.Here()
	switch i := slices.IndexFunc(scopes, func(s string) bool { return !tree.ScopeToken(s) }); {
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
	})
}
