package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
)

func (c *core) id() *ir.ID {
	if c.form.Node == nil {
		return nil
	}
	return c.form.Node.ID
}

// named is a source that finds its properties by their names.
type named interface {
	Named(key ir.Key, name string) *ir.Prop
}

// missing says that s does not have the property, and which one it has by that name.
func (c *core) missing(s Source) string {
	text := "tenon: property \"" + c.name() + "\" is not " + s.Missing(ir.Key{})
	if s, ok := s.(named); ok {
		text += ir.Namesake(s.Named(ir.Key{}, c.name()), c.node().ID)
	}
	return text
}

func (c *core) check(a place.Addr) Violations {
	var r codec.Report
	c.compile().Check(&r, a)
	return Gather(ir.Key{}, &r)
}

func (c *core) parse(text []byte, a place.Addr) error {
	compiled := c.compile()
	var d codec.Decoder
	d.Open(text, jsonx.Limits{})
	compiled.Decode(&d, a)
	return Outcome(ir.Key{}, &d)
}

func (c *core) append(dst []byte, a place.Addr) ([]byte, error) {
	var e codec.Encoder
	e.Reset(dst)
	c.compile().Encode(&e, a)
	if err := e.Err(); err != nil {
		return dst, err
	}
	return e.B, nil
}

func (c *core) compile() codec.Codec {
	if faults := verify.FaultsIn(c.node(), ir.Create); len(faults) > 0 {
		panic(verify.Text("tenon: the declaration of property \""+c.name()+"\" has a fault", faults))
	}
	return c.form.Compile(codec.NewCompiler(ir.Create))
}
