package codec

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type boolean struct{ expected *Issue }

// Boolean compiles a property of a boolean type.
func Boolean(_ *Compiler, n *tree.Prop) Codec {
	return &boolean{Expected(n.Type.Word())}
}

func (c *boolean) Decode(d *Decoder, a place.Addr) {
	if k := d.Kind(); k != jsonx.True && k != jsonx.False {
		d.rejectType(c.expected)
		return
	}
	*place.To[bool](a) = d.Bool()
}

func (c *boolean) Check(*Report, place.Addr) {}

func (c *boolean) Encode(e *Encoder, a place.Addr) {
	e.keep(strconv.AppendBool(e.B, *place.To[bool](a)))
}

// ParseText implements half of [Text].
func (c *boolean) ParseText(r *Report, text string, a place.Addr) {
	v := place.To[bool](a)
	switch text {
	case "true":
		*v = true
	case "false":
		*v = false
	default:
		r.Add(c.expected)
	}
}

// AppendText implements half of [Text].
func (c *boolean) AppendText(b []byte, a place.Addr) []byte {
	return strconv.AppendBool(b, *place.To[bool](a))
}
