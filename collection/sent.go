package collection

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// sent is what a client sent to change an entity that is already there.
type sent[T any] struct {
	modes *compiled[T] // nil: no request made it
	value *T
	mask  *codec.Mask
	who   codec.Grants        // who sent it; nil: the program itself
	input bool                // it is the input of a call that is being served
	guard func(Version) error // nil: any version may be changed
	judge func(*T) error      // nil: any entity may be changed
}

func sentBy[T any](d *codec.Decoder, modes *compiled[T]) sent[T] {
	return sent[T]{modes: modes, value: new(T), mask: new(codec.Mask), who: d.Grants, input: d.Input}
}

// Guard lets Apply ask unchanged whether the version that it finds may be
// changed. It is for sibling packages.
func (s *sent[T]) Guard(_ ir.Key, unchanged func(Version) error) { s.guard = unchanged }

// Judge lets Apply ask whether an entity may be changed, as it was and as it will
// be. It is for sibling packages.
func (s *sent[T]) Judge(_ ir.Key, allow func(*T) error) { s.judge = allow }

// change makes *t what act makes of it, unless somebody objects: the judge to what
// was or to what comes of it, act to the rules of create mode that it breaks, or the
// guard to the version. A client that may not see the entity learns nothing of it.
func (s *sent[T]) change(t *T, act func(*codec.Report, *T)) error {
	if err := s.judged(t); err != nil {
		return err
	}
	changed := *t
	r := codec.Report{Grants: s.who}
	act(&r, &changed)
	if vs := prop.Gather(ir.Key{}, &r); vs != nil {
		if s.input {
			return prop.Invalid(ir.Key{}, vs)
		}
		return vs
	}
	if err := s.judged(&changed); err != nil {
		return err
	}
	if s.guard != nil && s.modes.version != nil {
		if err := s.guard(s.modes.version(t)); err != nil {
			return err
		}
	}
	*t = changed
	return nil
}

func (s *sent[T]) judged(t *T) error {
	if s.judge == nil {
		return nil
	}
	return s.judge(t)
}

// cell returns where the value holds a property of the mode, and whether the
// client gave it a value.
func (s *sent[T]) cell(mode ir.Mode, id *ir.ID) (cell any, given bool) {
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

// Named returns the member with a name. It is for sibling packages.
func (s sent[T]) Named(_ ir.Key, name string) *ir.Prop {
	if s.modes == nil {
		return nil
	}
	return s.modes.group.Node.Named(name)
}
