package prop

import "github.com/tenon-go/tenon/internal/ir"

// Mode is a mode of a collection: the members that are read or written for one purpose. Package
// collection has the same constants.
type Mode uint8

// The modes.
const (
	Create = Mode(ir.Create) // a client creates an entity
	View   = Mode(ir.View)   // the server shows one entity
	Update = Mode(ir.Update) // a client changes an entity
	Delete = Mode(ir.Delete) // the server confirms which entity was deleted
	List   = Mode(ir.List)   // the server shows an entity in a list
)

// String returns the name of the mode.
func (m Mode) String() string { return ir.Mode(m).String() }

func setOf(modes []Mode) (set ir.ModeSet) {
	for _, m := range modes {
		set |= ir.SetOf(ir.Mode(m))
	}
	return set
}
