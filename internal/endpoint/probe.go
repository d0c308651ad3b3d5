package route

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// probe makes a probe of a body in JSON.
func (o *Operation) probe(n *ir.Body, try func([]byte) ([]byte, error)) {
	if n != nil && n.Prop != nil && (n.Format == ir.JSON || n.Format == ir.Events || n.Format == ir.Lines) {
		o.probes = append(o.probes, ir.Probe{Body: n, Try: try})
	}
}

// Probes returns a probe of each body and input. It is for sibling packages.
func (o *Operation) Probes(key ir.Key) []ir.Probe {
	probes := append([]ir.Probe(nil), o.probes...)
	for i := range o.inputs {
		in, p := o.Node.Inputs[i], o.inputs[i]
		slot := property.SlotOf(p, codec.NewCompiler(ir.Create))
		probes = append(probes, ir.Probe{Input: &in, Try: triedInput(slot), Parse: parsedInput(slot)})
	}
	return probes
}

// probed is a body that has what is tried inside.
type probed interface {
	tried(t *codec.Type) func([]byte) ([]byte, error)
}

func (s stream[T, F]) tried(*codec.Type) func([]byte) ([]byte, error) {
	return tried(s.item, codec.TypeOf[T]())
}

func (a anyOf) tried(t *codec.Type) func([]byte) ([]byte, error) {
	if len(a.bodies) == 0 {
		return nil // Build says so
	}
	return tried(a.bodies[0], t) // the one whose format the node has
}

// tried makes the probe of a body.
func tried(b body, t *codec.Type) func([]byte) ([]byte, error) {
	if p, ok := b.(probed); ok {
		return p.tried(t)
	}
	return func(text []byte) ([]byte, error) {
		c := b.Codec()
		v := t.New()
		var d codec.Decoder
		d.Open(text, jsonx.Limits{})
		c.Decode(&d, v)
		if err := outcomeOf(&d); err != nil {
			return nil, err
		}
		var e codec.Encoder
		if d.Withheld && !b.Node().Mode.Input() {
			e.Grants = codec.Anonymous // the text is of somebody who is not shown all
		}
		c.Encode(&e, v)
		return e.B, e.Err()
	}
}

// triedInput makes the probe of an input.
func triedInput(s codec.Input) func([]byte) ([]byte, error) {
	return func(text []byte) ([]byte, error) {
		var d codec.Decoder
		again, err := s.Try(&d, text)
		if problem := outcomeOf(&d); problem != nil {
			return nil, problem
		}
		return again, err
	}
}

// parsedInput reads the texts of an input.
func parsedInput(s codec.Input) func([]string) error {
	if s.Shape() != codec.Single && s.Shape() != codec.Several {
		return nil
	}
	return func(texts []string) error {
		var r codec.Report
		switch cell := s.Cell(); {
		case s.Shape() == codec.Several:
			s.ParseList(&r, texts, cell)
		case len(texts) == 1:
			s.Parse(&r, texts[0], cell)
		default:
			r.Add(codec.Repeated)
		}
		if vs := codec.Gather[prop.Violations](&r); vs != nil {
			return vs
		}
		return nil
	}
}

// outcomeOf is the error of what a decoder has read: a [*prop.SyntaxError],
// [prop.Violations] or nil.
func outcomeOf(d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	if vs := codec.Gather[prop.Violations](&d.Report); vs != nil {
		return vs
	}
	return nil
}
