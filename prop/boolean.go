package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Boolean is a property that carries a bool.
type Boolean struct{ core core }

func (*Boolean) with(f codec.Form) *Boolean { return &Boolean{core{f}} }

// Bool declares a bool. In a parameter it is written true or false.
func Bool(name string) *Boolean {
	return start[bool, *Boolean](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Boolean{}},
		Make: codec.Boolean,
	})
}
