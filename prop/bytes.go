package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// BytesProp is a property that carries bytes.
type BytesProp struct{ core core }

func (*BytesProp) with(f codec.Form) *BytesProp { return &BytesProp{core{f}} }

// Bytes declares bytes, which are a string in base64 on the wire (RFC 4648 §4):
// padded, without line breaks, and with no bits left over.
func Bytes(name string) *BytesProp {
	return start[[]byte, *BytesProp](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Binary{}},
		Make: codec.Binary,
		Fork: codec.ForkBytes,
	})
}

// MinBytes sets the least number of bytes, before they are encoded.
func (p *BytesProp) MinBytes(n int) *BytesProp { return p.with(p.core.counted(ir.MinBytes{N: n})) }

// MaxBytes sets the greatest number of bytes, before they are encoded.
func (p *BytesProp) MaxBytes(n int) *BytesProp { return p.with(p.core.counted(ir.MaxBytes{N: n})) }
