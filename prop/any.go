package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
)

// JSON is the text of any JSON value.
type JSON string

// AnyProp is a property that carries JSON text.
type AnyProp core

// Any declares any JSON value, also null, kept as the text that the client
// wrote. It has been checked to be valid: unique member names, valid UTF-8, and
// within the limits of depth and size.
func Any(name string) *AnyProp {
	return (*AnyProp)(property.StartOf[JSON](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Any{}},
		Make: codec.Any,
	}))
}
