package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Binary is a property that carries bytes.
type Binary struct{ core core }

func (*Binary) with(f codec.Form) *Binary { return &Binary{core{f}} }

// Bytes declares bytes, which are a string in base64 on the wire (RFC 4648 §4):
// padded, without line breaks, and with no bits left over.
func Bytes(name string) *Binary {
	return start[[]byte, *Binary](codec.Form{
		Node: &ir.Prop{Name: name, Type: ir.Binary{}},
		Make: codec.Binary,
		Fork: codec.ForkBytes,
	})
}

// MinBytes sets the least number of bytes, before they are encoded.
func (p *Binary) MinBytes(n int) *Binary { return p.with(p.core.counted(ir.MinBytes{N: n})) }

// MaxBytes sets the greatest number of bytes, before they are encoded.
func (p *Binary) MaxBytes(n int) *Binary { return p.with(p.core.counted(ir.MaxBytes{N: n})) }
