package endpoint

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// bodyProbe is a body of an operation that tests can read and write.
type bodyProbe struct {
	node *tree.Body
	body media.Body
	typ  *codec.Type
	open bool // undeclared members are ignored
}

// try returns the Try of a body.
func (p bodyProbe) try() probe.Try {
	try := media.RoundTrip(p.body, p.typ)
	if !p.open {
		return try
	}
	return func(text []byte, _ bool) ([]byte, error) { return try(text, true) }
}

// Probes returns a probe of each body, each format of problems and each input.
func (o *Operation) Probes() []probe.Probe {
	var probes []probe.Probe
	for _, p := range o.probes {
		probes = append(probes, probe.Probe{Body: p.node, Try: p.try()})
	}
	for i, f := range o.allFormats() {
		if try := f.Spec().Try; try != nil && !slices.Contains(o.allFormats()[:i], f) {
			probes = append(probes, probe.Probe{Body: f.Node().Body, Problem: f.Node(), Try: try})
		}
	}
	for i := range o.Inputs {
		in, p := o.Node.Inputs[i], o.Inputs[i]
		slot := property.SlotOf(p, codec.NewCompiler(tree.Create))
		probe := probe.Probe{Input: &in, Try: triedInput(slot)}
		if in.Style != tree.Content { // Try reads its text
			probe.Parse = parsedInput(slot)
		}
		probes = append(probes, probe)
	}
	return probes
}

// withOthers appends a format, those of its statuses, and the choices of each.
func withOthers(all []*problem.Format, f *problem.Format) []*problem.Format {
	all = append(all, f)
	for _, other := range f.Spec().Others {
		all = withOthers(all, other)
	}
	for _, choice := range f.Spec().Choices {
		all = withOthers(all, choice)
	}
	return all
}

// allFormats returns the formats of the operation's problems.
func (o *Operation) allFormats() (all []*problem.Format) {
	if f := o.Options().ProblemFormat; f != nil {
		all = withOthers(all, f)
	}
	for _, f := range o.Options().OwnFormats {
		all = withOthers(all, f)
	}
	return all
}

// triedInput returns the Try of an input.
func triedInput(s codec.Input) probe.Try {
	return func(text []byte, ignoreUnknown bool) ([]byte, error) {
		var d codec.Decoder
		d.IgnoreUnknown = ignoreUnknown
		again, err := s.Try(&d, text)
		if wrong := media.Outcome(&d); wrong != nil {
			return nil, wrong
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
		switch a := s.At(s.Cell()); {
		case s.Shape() == codec.Several:
			s.ParseList(&r, texts, a)
		case len(texts) == 1:
			s.Parser()(&r, texts[0], a)
		default:
			r.Add(codec.Repeated)
		}
		if vs := codec.Gather[prop.Violations](&r); vs != nil {
			return vs
		}
		return nil
	}
}
