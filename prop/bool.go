package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// BoolProp is a property with a bool.
type BoolProp core

// Bool declares a bool. Parameters are written as true or false.
func Bool(name string) *BoolProp {
	return (*BoolProp)(property.New(name, codec.TypeOf[bool](), tree.Boolean{}, codec.Boolean))
}
