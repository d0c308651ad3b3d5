package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Binding is a property and its place in a struct, independent of a mode.
type Binding struct {
	location Location
	form     *Form // of what is there
	kept     *bound
	// behind is the form of the value if a pointer is there, which is nil for an absent value;
	// nil otherwise.
	behind *Form
	// computed values have no place.
	computed bool
	// constant values need no check.
	constant bool
	fixed    place.Addr  // the constant
	cell     *recordCell // of a record; nil otherwise
}

// Bind binds a property to a location that always holds a value.
func Bind(f Form, s Location) Binding { return bind(Binding{location: s}, f) }

// bound is what all copies of a binding share.
type bound struct {
	form    Form
	once    sync.Once
	ordered Order
}

//go:noinline
func bind(b Binding, f Form) Binding {
	b.kept = &bound{form: f}
	b.form = &b.kept.form
	return b
}

// BindOptional binds a property to a pointer; nil means absent.
//
//go:noinline
func BindOptional(f Form, s Location) Binding {
	outer := Form{Node: f.Node, Type: pointers, Null: &Null{Inner: f}, Make: pointerTo(&f, false), Fork: forkPointer(&f)}
	if f.Default != nil {
		outer.Default = func(a place.Addr) {
			v := f.Type.New()
			f.Default(v)
			place.Store(a, v)
		}
	}
	return bind(Binding{location: s, behind: &f}, outer)
}

// BindComputed binds a property to a function. It is in no input mode: a client that decodes
// the value checks and discards it.
func BindComputed(f Form, get func(t place.Addr) place.Addr) Binding {
	return bind(Binding{location: AtFunc(get), computed: true}, f)
}

// BindFixed binds a property to a constant: requests must have it, and all responses do.
func BindFixed(f Form, v place.Addr) Binding {
	b := BindComputed(f, func(place.Addr) place.Addr { return f.Type.Copy(v) })
	b.constant, b.fixed = true, v
	return b
}

// Cell returns the address of the value in a struct as a *V; nil if it is absent.
func (b *Binding) Cell(t place.Addr) any {
	switch {
	case b.cell != nil:
		return b.cell.visible(b, t)
	case b.behind != nil:
		return b.behind.Type.Cell(place.Load(b.location.in(t)))
	}
	return b.form.Type.Cell(b.location.in(t))
}

// Order compiles how the values compare.
func (b *Binding) Order() Order {
	b.kept.once.Do(func() { b.kept.ordered = OrderOf(b.kept.form) })
	return b.kept.ordered
}

// fork makes the value in a struct share nothing that can change.
func (b *Binding) fork(t place.Addr) {
	if b.form.Fork != nil && !b.computed {
		b.form.Fork(b.location.in(t))
	}
}

// field compiles the binding.
func (b *Binding) field(c *Compiler) *Field {
	f := &Field{Binding: b, codec: b.form.Compile(c)}
	f.plain = b.location.at == nil && b.behind == nil && !b.computed && b.cell == nil
	f.fills = c.Mode == tree.Create && b.form.Default != nil && !b.computed
	f.patched = c.Mode == tree.Update && !b.computed
	return f
}

// Location is where a value is in a struct: at an offset, or where a function says.
type Location struct {
	offset place.Offset
	at     func(t place.Addr) place.Addr // nil: at the offset
}

// At returns the location of a field.
func At(o place.Offset) Location { return Location{offset: o} }

// AtFunc returns the location that a function computes.
func AtFunc(at func(t place.Addr) place.Addr) Location { return Location{at: at} }

// in returns the address of the location in the struct at t.
func (s *Location) in(t place.Addr) place.Addr {
	if s.at == nil {
		return t.Plus(s.offset)
	}
	return s.at(t)
}

// In returns the address of the location in the struct at t.
func (s Location) In(t place.Addr) place.Addr { return s.in(t) }
