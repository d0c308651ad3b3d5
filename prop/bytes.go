package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
)

// BytesProp is a property that carries bytes.
type BytesProp core

// Bytes declares bytes, which are a string in base64 on the wire (RFC 4648 §4):
// padded, without line breaks, and with no bits left over.
func Bytes(name string) *BytesProp {
	return (*BytesProp)(property.StartOf[[]byte](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Binary{}},
		Make: codec.Binary,
		Fork: codec.ForkBytes,
	}))
}

// MinBytes sets the least number of bytes, before they are encoded.
func (p *BytesProp) MinBytes(n int) *BytesProp {
	return (*BytesProp)(counted((*core)(p), ir.MinBytes{N: n}))
}

// MaxBytes sets the greatest number of bytes, before they are encoded.
func (p *BytesProp) MaxBytes(n int) *BytesProp {
	return (*BytesProp)(counted((*core)(p), ir.MaxBytes{N: n}))
}
