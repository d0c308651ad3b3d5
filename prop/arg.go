package prop

import (
	"bytes"
	"io"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Arg is a value of a property, for a call of a route that declares it:
//
//	show.Call(ctx, client, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// It is made with Is of the property.
type Arg struct {
	node *ir.Prop
	cell any // *V
}

// Name is the name of the property on the wire.
func (g Arg) Name() string {
	if g.node == nil {
		return ""
	}
	return g.node.Name
}

// ID identifies the property. It is for sibling packages.
func (g Arg) ID(ir.Key) *ir.ID {
	if g.node == nil {
		return nil
	}
	return g.node.ID
}

// Cell returns the place of the value, a *V. It is for sibling packages.
func (g Arg) Cell(ir.Key) any { return g.cell }

// To returns the value as one of another property that carries the same Go type.
// It is for sibling packages.
func (g Arg) To(key ir.Key, p Prop) Arg { return Arg{p.Node(key), g.cell} }

// UploadOf makes a file that a client sends in a form: its name, its media type
// and what is in it, which must not be changed.
func UploadOf(name, mediaType string, content []byte) Upload {
	return Upload{&codec.Part{
		Name: name, Type: mediaType, Size: int64(len(content)),
		Open: func() (io.ReadSeekCloser, error) { return held{bytes.NewReader(content)}, nil },
	}}
}

// held is content in memory, which needs no closing.
type held struct{ *bytes.Reader }

func (held) Close() error { return nil }
