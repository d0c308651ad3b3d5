package codec

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

type boolean[V ~bool] struct{ expected *Issue }

// Boolean compiles a property of a boolean type.
func Boolean[V ~bool](_ *Compiler, n *ir.Prop) Codec[V] {
	return &boolean[V]{Expected(n.Type.Word())}
}

func (c *boolean[V]) Decode(d *Decoder, v *V) {
	if k := d.Kind(); k != jsonx.True && k != jsonx.False {
		d.refuse(c.expected)
		return
	}
	*v = V(d.Bool())
}

func (c *boolean[V]) Inspect(*Report, *V) {}

func (c *boolean[V]) Encode(e *Encoder, v *V) { e.keep(strconv.AppendBool(e.B, bool(*v))) }

// ParseText is half of [Text].
func (c *boolean[V]) ParseText(r *Report, text string, v *V) {
	switch text {
	case "true":
		*v = true
	case "false":
		*v = false
	default:
		r.Note(c.expected)
	}
}

// AppendText is half of [Text].
func (c *boolean[V]) AppendText(b []byte, v *V) []byte { return strconv.AppendBool(b, bool(*v)) }
