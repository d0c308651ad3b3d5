package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Binding is a property and its place in a struct, before a mode is chosen.
type Binding struct {
	location Location
	form     *Form // of what lies there
	kept     *bound
	// behind is the property where a pointer to its value lies there, which is nil
	// where the value is absent; nil otherwise.
	behind *Form
	// computed values are made when somebody asks for them, and have no place.
	computed bool
	// constant values need no check: the library made them.
	constant bool
	cell     *recordCell // of a record; nil otherwise
}

// Bind ties a property to a spot that always holds a value.
func Bind(f Form, s Location) Binding { return bind(Binding{location: s}, f) }

// bound is what bindings of a property keep, of which there are copies.
type bound struct {
	form    Form
	once    sync.Once
	ordered Order
}

func bind(b Binding, f Form) Binding {
	b.kept = &bound{form: f}
	b.form = &b.kept.form
	return b
}

// BindOptional ties a property to a pointer; nil stands for "absent".
func BindOptional(f Form, s Location) Binding {
	outer := Form{Node: f.Node, Type: pointers, Null: nullOf(f), Make: pointerTo(f, false), Fork: forkPointer(f)}
	if f.Default != nil {
		outer.Default = func(a place.Addr) {
			v := f.Type.New()
			f.Default(v)
			place.Store(a, v)
		}
	}
	return bind(Binding{location: s, behind: &f}, outer)
}

// BindComputed ties a property to a value that is only ever written. It is in no
// input mode: what somebody reads as an answer is judged and let go.
func BindComputed(f Form, get func(t place.Addr) place.Addr) Binding {
	return bind(Binding{location: AtFunc(get), computed: true}, f)
}

// BindFixed ties a property to a value that is always the same: a request must
// send it, and every answer has it.
func BindFixed(f Form, v place.Addr) Binding {
	b := BindComputed(f, func(place.Addr) place.Addr { return f.Type.Copy(v) })
	b.constant = true
	return b
}

// Cell returns the place of the value in a struct, a *V; of a value that is absent it
// is a nil pointer.
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

// fork makes the value in a struct share nothing that may be changed.
func (b *Binding) fork(t place.Addr) {
	if b.form.Fork != nil && !b.computed {
		b.form.Fork(b.location.in(t))
	}
}

// field compiles the binding.
func (b *Binding) field(c *Compiler) *Field {
	f := &Field{Binding: b, codec: b.form.Compile(c)}
	mode := c.Mode
	f.plain = b.location.at == nil && b.behind == nil && !b.computed && b.cell == nil
	f.fills = mode == ir.Create && b.form.Default != nil && !b.computed
	f.value = sync.OnceValue(func() *compiled { return compileWith(b.form, f.codec, mode) })
	f.textual = f.value
	if b.behind != nil {
		f.textual = sync.OnceValue(func() *compiled { return compileWith(b.behind, pointee(f.codec), mode) })
	}
	return f
}

// Location is where a value lies in a struct: in a field of it, or wherever a function says.
type Location struct {
	offset place.Offset
	at     func(t place.Addr) place.Addr // nil: at the offset
}

// At is the spot of a field.
func At(o place.Offset) Location { return Location{offset: o} }

// AtFunc is the spot that a function returns.
func AtFunc(at func(t place.Addr) place.Addr) Location { return Location{at: at} }

// in returns the spot in a struct.
func (s *Location) in(t place.Addr) place.Addr {
	if s.at == nil {
		return t.Plus(s.offset)
	}
	return s.at(t)
}

// In returns the spot in a struct.
func (s Location) In(t place.Addr) place.Addr { return s.in(t) }
