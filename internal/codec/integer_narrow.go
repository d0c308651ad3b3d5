package codec

import (
	"cmp"

	"github.com/tenon-go/tenon/internal/place"
)

// narrow is an integer of fewer than 64 bits. It is read, checked and written as an int64,
// so that one codec serves all sizes.
type narrow struct {
	*integer[int64]
	width width
}

// width is the size and sign of an integer.
type width uint8

const (
	signed8 width = iota
	signed16
	signed32
	unsigned8
	unsigned16
	unsigned32
)

// widthOf returns the width of a format.
func widthOf(format string) width {
	switch format {
	case "int8":
		return signed8
	case "int16":
		return signed16
	case "uint8":
		return unsigned8
	case "uint16":
		return unsigned16
	case "uint32":
		return unsigned32
	default:
		return signed32
	}
}

func (w width) load(a place.Addr) int64 {
	switch w {
	case signed8:
		return int64(*place.To[int8](a))
	case signed16:
		return int64(*place.To[int16](a))
	case unsigned8:
		return int64(*place.To[uint8](a))
	case unsigned16:
		return int64(*place.To[uint16](a))
	case unsigned32:
		return int64(*place.To[uint32](a))
	default:
		return int64(*place.To[int32](a))
	}
}

// store writes i, which the width can represent.
func (w width) store(a place.Addr, i int64) {
	switch w {
	case signed8:
		*place.To[int8](a) = int8(i)
	case signed16:
		*place.To[int16](a) = int16(i)
	case unsigned8:
		*place.To[uint8](a) = uint8(i)
	case unsigned16:
		*place.To[uint16](a) = uint16(i)
	case unsigned32:
		*place.To[uint32](a) = uint32(i)
	default:
		*place.To[int32](a) = int32(i)
	}
}

// Decode implements [Codec].
func (c *narrow) Decode(d *Decoder, a place.Addr) {
	i := c.width.load(a)
	c.decode(d, &i)
	c.width.store(a, i)
}

// Check implements [Codec].
func (c *narrow) Check(r *Report, a place.Addr) { c.check(r, c.width.load(a)) }

// Encode implements [Codec].
func (c *narrow) Encode(e *Encoder, a place.Addr) { c.encode(e, c.width.load(a)) }

// ParseText implements half of [Text].
func (c *narrow) ParseText(r *Report, text string, a place.Addr) {
	i := c.width.load(a)
	c.parse(r, text, &i)
	c.width.store(a, i)
}

// AppendText implements half of [Text].
func (c *narrow) AppendText(b []byte, a place.Addr) []byte { return appendWhole(b, c.width.load(a)) }

// Ordering implements [Ordered].
func (c *narrow) Ordering() Ordering {
	o := c.integer.Ordering()
	o.Compare = func(a, b place.Addr) int { return cmp.Compare(c.width.load(a), c.width.load(b)) }
	o.Append = func(b []byte, a place.Addr) ([]byte, bool) { return c.AppendText(b, a), true }
	parse := o.Parse
	o.Parse = func(text string, a place.Addr) bool {
		var i int64
		if !parse(text, place.Of(&i)) || i < c.least || i > c.most {
			return false
		}
		c.width.store(a, i)
		return true
	}
	return o
}
