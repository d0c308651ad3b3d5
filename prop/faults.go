package prop

import "github.com/tenon-go/tenon/internal/ir"

// Faults returns the mistakes in a declaration. It is for sibling packages.
func Faults(_ ir.Key, n *ir.Prop) []ir.Fault {
	var v ir.Verify
	v.Prop(n)
	return v.Faults
}

// FaultsIn is Faults for a property that is read and written in one mode.
func FaultsIn(_ ir.Key, n *ir.Prop, m ir.Mode) []ir.Fault {
	var v ir.Verify
	v.In(n, m)
	return v.Faults
}
