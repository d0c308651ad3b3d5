package endpoint

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Probes returns a probe of each body and input.
func (o *Operation) Probes() []ir.Probe {
	probes := append([]ir.Probe(nil), o.probes...)
	for i := range o.Inputs {
		in, p := o.Node.Inputs[i], o.Inputs[i]
		slot := property.SlotOf(p, codec.NewCompiler(ir.Create))
		probes = append(probes, ir.Probe{Input: &in, Try: triedInput(slot), Parse: parsedInput(slot)})
	}
	return probes
}

// triedInput returns the Try of an input.
func triedInput(s codec.Input) func([]byte) ([]byte, error) {
	return func(text []byte) ([]byte, error) {
		var d codec.Decoder
		again, err := s.Try(&d, text)
		if problem := media.Outcome(&d); problem != nil {
			return nil, problem
		}
		return again, err
	}
}

// parsedInput returns the Parse of an input.
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
