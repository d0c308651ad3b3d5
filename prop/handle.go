package prop

import (
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Get returns the value in s: what the client sent, or the default, or the zero
// value. It panics if s does not have the property, such as a route that does
// not declare it.
func (d *decl[V, Self]) Get(s Source) V {
	v, _ := d.Lookup(s)
	return v
}

// Lookup is Get, and reports whether the client sent a value.
func (d *decl[V, Self]) Lookup(s Source) (v V, given bool) {
	var id *ir.ID
	if d.form.Node != nil {
		id = d.form.Node.ID
	}
	cell, given := s.Cell(ir.Key{}, id)
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
func (d *decl[V, Self]) Pointer(s Source) *V {
	v, given := d.Lookup(s)
	if !given && d.node().Default == nil {
		return nil
	}
	return &v
}

// Set puts a value into s. It panics if s does not have the property.
func (d *decl[V, Self]) Set(s Sink, v V) {
	var id *ir.ID
	if d.form.Node != nil {
		id = d.form.Node.ID
	}
	cell, ok := s.Place(ir.Key{}, id).(*V)
	if !ok {
		panic(d.missing(s))
	}
	*cell = v
}

// named is a source that finds its properties by their names.
type named interface {
	Named(key ir.Key, name string) *ir.Prop
}

// missing says that s does not have the property, and which one it has by that name.
func (d *decl[V, Self]) missing(s Source) string {
	text := "tenon: property \"" + d.Name() + "\" is not " + s.Missing(ir.Key{})
	if s, ok := s.(named); ok {
		text += ir.Namesake(s.Named(ir.Key{}, d.Name()), d.node().ID)
	}
	return text
}

// Check returns the rules that v breaks, the violations that a request with
// this value would get. It is for tests and for values that never were JSON. It
// panics if the declaration has a fault.
func (d *decl[V, Self]) Check(v V) Violations {
	c := d.compile()
	var r codec.Report
	c.Inspect(&r, &v)
	return Gather(ir.Key{}, &r)
}

// Parse reads JSON text. The error is [Violations] or a [*Malformed]. It is for
// tests and programs without HTTP; it compiles the property on each call, and
// panics if the declaration has a fault.
func (d *decl[V, Self]) Parse(text []byte) (v V, err error) {
	c := d.compile()
	var dec codec.Decoder
	dec.Open(text, jsonx.Limits{})
	c.Decode(&dec, &v)
	if err := Outcome(ir.Key{}, &dec); err != nil {
		var zero V
		return zero, err
	}
	return v, nil
}

// Append writes v as JSON at the end of dst. It fails where a value has no JSON
// text, such as NaN; it panics if the declaration has a fault.
func (d *decl[V, Self]) Append(dst []byte, v V) ([]byte, error) {
	var e codec.Encoder
	e.Reset(dst)
	d.compile().Encode(&e, &v)
	if err := e.Err(); err != nil {
		return dst, err
	}
	return e.B, nil
}

func (d *decl[V, Self]) compile() codec.Codec[V] {
	if faults := FaultsIn(ir.Key{}, d.node(), ir.Create); len(faults) > 0 {
		var b strings.Builder
		b.WriteString("tenon: the declaration of property \"" + d.Name() + "\" has a fault")
		for _, f := range faults {
			b.WriteString("\n\t" + f.At.String() + ": " + f.What)
		}
		panic(b.String())
	}
	return d.form.Compile(codec.NewCompiler(ir.Create))
}
