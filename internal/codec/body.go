package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Body is what a route reads or writes, whatever its Go type is: a collection in one
// mode, a list of such, or another format.
type Body struct {
	// Format is what package route makes of a body in another format than JSON; the
	// rest is empty then.
	Format any
	Node   *tree.Body
	Type   *Type
	Rows   Rows // nil unless a value is what a collection describes
	// Version returns the version of a value; nil unless a value is what a collection
	// with versions describes.
	Version func(entity place.Addr) Version
	Codec   func() Codec // nil if the content is not made of properties
	// Valid reports the faults of the declaration.
	Valid func() error
	Spare *sync.Pool // of *Decoder
}

// Sealed is what public types of bodies embed. The zero Sealed has no body.
type Sealed struct{ content *Body }

// Seal returns what a public type embeds to be b.
func Seal(b *Body) Sealed { return Sealed{b} }

// Unseal returns the body; nil if there is none.
func Unseal(s Sealed) *Body { return s.content }

func (s *Sealed) body() *Body { return s.content }

// Content is any public type that embeds [Sealed].
type Content interface{ body() *Body }

// BodyOf returns what a public type is below; nil if it has no body, also if it is a nil
// pointer, whose promoted method panics.
func BodyOf(c Content) (b *Body) {
	defer func() {
		if b == nil {
			_ = recover()
		}
	}()
	return c.body()
}
