package property

import "github.com/tenon-go/tenon/tree"

// Arg is a value of a property, for a call of a route. Package prop's Arg is a defined
// type over it.
type Arg struct {
	node *tree.Prop
	cell any // *V
}

// ArgOf returns an argument; cell is a pointer to the value.
func ArgOf(n *tree.Prop, cell any) Arg { return Arg{n, cell} }

// Name returns the name of the property on the wire; "" for the zero Arg.
func (a Arg) Name() string {
	if a.node == nil {
		return ""
	}
	return a.node.Name
}

// ID returns the identity of the property; nil for the zero Arg.
func (a Arg) ID() *tree.ID {
	if a.node == nil {
		return nil
	}
	return a.node.ID
}

// Cell returns a pointer to the value.
func (a Arg) Cell() any { return a.cell }

// To returns the value as one of another property that carries the same Go type.
func (a Arg) To(p Any) Arg { return Arg{NodeOf(p), a.cell} }
