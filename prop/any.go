package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// JSON is the text of any JSON value.
type JSON string

// AnyProp is a property with any JSON value.
type AnyProp core

// Any declares any JSON value, including null, stored as the text that the client wrote. It is
// valid JSON with unique member names and valid UTF-8, within the limits of depth and size.
func Any(name string) *AnyProp {
	return (*AnyProp)(property.New(name, codec.TypeOf[JSON](), tree.Any{}, codec.Any))
}
