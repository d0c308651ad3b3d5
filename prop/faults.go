package prop

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/verify"
)

// Faults returns the mistakes in a declaration. It is for sibling packages.
func Faults(_ ir.Key, n *ir.Prop) []ir.Fault {
	return verify.Faults(n)
}

// FaultsIn is Faults for a property that is read and written in one mode.
func FaultsIn(_ ir.Key, n *ir.Prop, m ir.Mode) []ir.Fault {
	return verify.FaultsIn(n, m)
}
