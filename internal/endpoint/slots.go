package route

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Slots are the compiled properties of one Build: many routes have the same ones.
// The zero value is ready. It is for sibling packages.
type Slots struct {
	compiler *codec.Compiler
	of       map[*ir.Prop]codec.Input
}

// Of returns the slot of a property. It is for sibling packages.
func (s *Slots) Of(key ir.Key, p prop.Prop) codec.Input {
	n := property.NodeOf(p)
	if slot := s.of[n]; slot != nil {
		return slot
	}
	if s.of == nil {
		s.compiler, s.of = codec.NewCompiler(ir.Create), map[*ir.Prop]codec.Input{}
	}
	slot := property.SlotOf(p, s.compiler)
	s.of[n] = slot
	return slot
}
