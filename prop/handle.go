package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
	"strings"
)

// missing returns the message of the panic if s does not have the property.
func missing(c *core, s Source) string { return codec.Missing(s, c.Name(), c.Node().ID) }

func check(c *core, a place.Addr) Violations {
	var r codec.Report
	compiled(c).Check(&r, a)
	return codec.Gather[Violations](&r)
}

func parse(c *core, text []byte, a place.Addr) error {
	codecs := compiled(c)
	var d codec.Decoder
	d.Open(text, jsonx.Limits{})
	codecs.Decode(&d, a)
	if err := d.End(); err != nil {
		return codec.SyntaxError[SyntaxError](err)
	}
	if vs := codec.Gather[Violations](&d.Report); vs != nil {
		return vs
	}
	return nil
}

func appendJSON(c *core, dst []byte, a place.Addr) ([]byte, error) {
	var e codec.Encoder
	e.Reset(dst)
	compiled(c).Encode(&e, a)
	if err := e.Err(); err != nil {
		return dst, err
	}
	return e.B, nil
}

// compiled compiles a property for use without HTTP. It panics with the faults of the
// declaration.
func compiled(c *core) codec.Codec {
	if faults := verify.FaultsIn(c.Node(), tree.Create); len(faults) > 0 {
		var b strings.Builder
		b.WriteString("tenon: the declaration of property \"" + c.Name() + "\" has a fault")
		for _, f := range faults {
			b.WriteString("\n\t" + f.At.String() + ": " + f.Message)
		}
		panic(b.String())
	}
	f := c.Form()
	return f.Compile(codec.NewCompiler(tree.Create))
}
