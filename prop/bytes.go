package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// BytesProp is a property with bytes.
type BytesProp core

// Bytes declares bytes, which JSON and parameters have as a base64 string (RFC 4648 §4): with
// padding, without line breaks and without unused bits that are set.
func Bytes(name string) *BytesProp {
	return (*BytesProp)(property.Start(codec.Form{
		Type: codec.TypeOf[[]byte](),
		Node: &tree.Prop{Name: name, Type: tree.Binary{}},
		Make: codec.Binary,
		Fork: codec.ForkBytes,
	}))
}

// MinBytes sets the minimum number of bytes before encoding.
func (p *BytesProp) MinBytes(n int) *BytesProp {
	return (*BytesProp)(counted((*core)(p), tree.MinBytes{N: n}))
}

// MaxBytes sets the maximum number of bytes before encoding.
func (p *BytesProp) MaxBytes(n int) *BytesProp {
	return (*BytesProp)(counted((*core)(p), tree.MaxBytes{N: n}))
}
