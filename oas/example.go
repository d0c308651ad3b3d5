package oas

import (
	"fmt"
	"strconv"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/pb33f/libopenapi/orderedmap"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/ir"
)

// examples returns the examples of p as they stand in a mode. A value that is
// none there is left out, such as a user without the password that only
// requests have; in view mode each must be one.
func examples(p *ir.Prop, m ir.Mode) ([]*yaml.Node, error) {
	var out []*yaml.Node
	for _, x := range p.Examples {
		n, err := sampleNode(p, x, m)
		if err != nil && m == ir.View {
			return nil, fmt.Errorf("the example at %s: %w", x.At, err)
		}
		if err == nil {
			out = append(out, n)
		}
	}
	return out, nil
}

func sampleNode(p *ir.Prop, s ir.Sample, m ir.Mode) (*yaml.Node, error) {
	text, err := p.Write(s, m)
	if err != nil {
		return nil, err
	}
	return jsonNode(string(text))
}

// parameterExamples writes the examples of a parameter or a header, which are
// either a value or named objects (OpenAPI 3.1.1 §4.8.12.2).
func parameterExamples(p *ir.Prop, m ir.Mode) (one *yaml.Node, many *orderedmap.Map[string, *base.Example], err error) {
	values, err := examples(p, m)
	if err != nil {
		return nil, nil, err
	}
	switch len(values) {
	case 0:
		return nil, nil, nil
	case 1:
		return values[0], nil, nil
	}
	many = orderedmap.New[string, *base.Example]()
	for i, v := range values {
		many.Set("example"+strconv.Itoa(i+1), &base.Example{Value: v})
	}
	return nil, many, nil
}
