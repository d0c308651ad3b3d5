package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// sent is what a client sent to change an entity that is already there.
type sent struct {
	modes *state // nil: no request made it
	value place.Addr
	mask  *codec.Mask
	who   codec.Grants                  // who sent it; nil: the program itself
	input bool                          // it is the input of a call that is being served
	guard func(Version) error           // nil: any version may be changed
	judge func(entity place.Addr) error // nil: any entity may be changed
}

func sentBy(d *codec.Decoder, modes *state) sent {
	return sent{modes: modes, value: modes.group.Type.New(), mask: new(codec.Mask), who: d.Grants, input: d.Input}
}

// change makes the entity at t what act makes of it, unless somebody objects: the judge
// to what was or to what comes of it, act to the rules of create mode that it breaks, or
// the guard to the version. A client that may not see the entity learns nothing of it.
func (s *sent) change(t place.Addr, act func(*codec.Report, place.Addr)) error {
	if err := s.judged(t); err != nil {
		return err
	}
	changed := s.modes.group.Type.Copy(t)
	r := codec.Report{Grants: s.who}
	act(&r, changed)
	if vs := prop.Gather(ir.Key{}, &r); vs != nil {
		if s.input {
			return prop.Invalid(ir.Key{}, vs)
		}
		return vs
	}
	if err := s.judged(changed); err != nil {
		return err
	}
	if s.guard != nil && s.modes.version != nil {
		if err := s.guard(s.modes.version(t)); err != nil {
			return err
		}
	}
	s.modes.group.Type.Assign(t, changed)
	return nil
}

func (s *sent) judged(t place.Addr) error {
	if s.judge == nil {
		return nil
	}
	return s.judge(t)
}

// cell returns where the value holds a property of the mode, and whether the
// client gave it a value.
func (s *sent) cell(mode ir.Mode, id *ir.ID) (cell any, given bool) {
	if s.modes == nil {
		return nil, false
	}
	o := s.modes.in(mode)
	cell, ok := o.Cell(id, s.value)
	if !ok {
		return nil, false
	}
	set, null, _ := o.Carries(id, s.mask)
	return cell, set && !null
}

// named returns the member with a name.
func (s *sent) named(name string) *ir.Prop {
	if s.modes == nil {
		return nil
	}
	return s.modes.group.Node.Named(name)
}
