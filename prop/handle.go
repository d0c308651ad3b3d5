package prop

import (
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// Get returns the value in s: what the client sent, or the default, or the zero
// value. It panics if s does not have the property, such as a route that does
// not declare it.
//
//go:noinline
func (d *decl[V, Self]) Get(s Source) V {
	v, _ := d.Lookup(s)
	return v
}

// Lookup is Get, and reports whether the client sent a value.
//
//go:noinline
func (d *decl[V, Self]) Lookup(s Source) (v V, given bool) {
	cell, given := s.Cell(ir.Key{}, d.id())
	switch p := cell.(type) {
	case *V:
		if p == nil {
			return v, false
		}
		return *p, given
	case **V: // bound as one that may be null
		if p == nil || *p == nil {
			return v, false
		}
		return **p, given
	}
	panic(d.missing(s))
}

// Pointer returns a copy of the value that the client sent, or of the default,
// and nil where there is neither: an optional input as databases take it.
//
//go:noinline
func (d *decl[V, Self]) Pointer(s Source) *V {
	v, given := d.Lookup(s)
	if !given && d.node().Default == nil {
		return nil
	}
	return &v
}

// Set puts a value into s. It panics if s does not have the property.
//
//go:noinline
func (d *decl[V, Self]) Set(s Sink, v V) {
	cell, ok := s.Place(ir.Key{}, d.id()).(*V)
	if !ok {
		panic(d.missing(s))
	}
	*cell = v
}

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
	text := "tenon: property \"" + c.Name() + "\" is not " + s.Missing(ir.Key{})
	if s, ok := s.(named); ok {
		text += ir.Namesake(s.Named(ir.Key{}, c.Name()), c.node().ID)
	}
	return text
}

// Check returns the rules that v breaks, the violations that a request with
// this value would get. It is for tests and for values that never were JSON. It
// panics if the declaration has a fault.
//
//go:noinline
func (d *decl[V, Self]) Check(v V) Violations { return d.check(place.Of(&v)) }

func (c *core) check(a place.Addr) Violations {
	var r codec.Report
	c.compile().Inspect(&r, a)
	return Gather(ir.Key{}, &r)
}

// Parse reads JSON text. The error is [Violations] or a [*Malformed]. It is for
// tests and programs without HTTP; it compiles the property on each call, and
// panics if the declaration has a fault.
//
//go:noinline
func (d *decl[V, Self]) Parse(text []byte) (V, error) {
	v := new(V)
	if err := d.parse(text, place.Of(v)); err != nil {
		return *new(V), err
	}
	return *v, nil
}

func (c *core) parse(text []byte, a place.Addr) error {
	compiled := c.compile()
	var d codec.Decoder
	d.Open(text, jsonx.Limits{})
	compiled.Decode(&d, a)
	return Outcome(ir.Key{}, &d)
}

// Append writes v as JSON at the end of dst. It fails where a value has no JSON
// text, such as NaN; it panics if the declaration has a fault.
//
//go:noinline
func (d *decl[V, Self]) Append(dst []byte, v V) ([]byte, error) { return d.append(dst, place.Of(&v)) }

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
	if faults := FaultsIn(ir.Key{}, c.node(), ir.Create); len(faults) > 0 {
		var b strings.Builder
		b.WriteString("tenon: the declaration of property \"" + c.Name() + "\" has a fault")
		for _, f := range faults {
			b.WriteString("\n\t" + f.At.String() + ": " + f.What)
		}
		panic(b.String())
	}
	return c.form.Compile(codec.NewCompiler(ir.Create))
}
