package oas

import (
	"github.com/pb33f/libopenapi/datamodel/high"
	"github.com/pb33f/libopenapi/datamodel/high/base"
	"go.yaml.in/yaml/v4"
)

// v30 is the schema object of OpenAPI 3.0.4 §4.7.24.
type v30 struct{}

func (v30) nullable(s *base.Schema) {
	s.Nullable = yes()
	if s.Enum != nil { // nullable does not lift other keywords
		s.Enum = append(s.Enum, nullNode())
	}
}

func (v30) atLeast(s *base.Schema, b bound) {
	b.write(s, "minimum", &s.Minimum)
	if b.exclusive {
		s.ExclusiveMinimum = &base.DynamicValue[bool, float64]{A: true}
	}
}

func (v30) atMost(s *base.Schema, b bound) {
	b.write(s, "maximum", &s.Maximum)
	if b.exclusive {
		s.ExclusiveMaximum = &base.DynamicValue[bool, float64]{A: true}
	}
}

func (v30) base64(s *base.Schema) { s.Format = "byte" }

func (v30) file(s *base.Schema) { s.Type, s.Format = []string{"string"}, "binary" }

// examples has room for one only.
func (v30) examples(s *base.Schema, values []*yaml.Node) { s.Example = values[0] }

// reference wraps the reference where anything stands beside it, as siblings of
// $ref are ignored (§4.7.23). allOf with nullable would not admit null.
func (v30) reference(ref string, beside *base.Schema, nullable bool) *base.SchemaProxy {
	target := base.CreateSchemaProxyRef(ref)
	switch {
	case nullable:
		beside.AnyOf = []*base.SchemaProxy{target, base.CreateSchemaProxy(&base.Schema{
			Type:     []string{"object"},
			Nullable: yes(),
			Enum:     []*yaml.Node{nullNode()},
		})}
	case len(high.NewNodeBuilder(beside, nil).Nodes) == 0:
		return target
	default:
		beside.AllOf = []*base.SchemaProxy{target}
	}
	return base.CreateSchemaProxy(beside)
}
