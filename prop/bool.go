package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// BoolProp is a property that carries a bool.
type BoolProp struct{ core core }

func (*BoolProp) with(f codec.Form) *BoolProp { return &BoolProp{core{f}} }

// Bool declares a bool. In a parameter it is written true or false.
func Bool(name string) *BoolProp {
	return start[bool, *BoolProp](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Boolean{}},
		Make: codec.Boolean,
	})
}
