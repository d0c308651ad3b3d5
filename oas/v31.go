package oas

import (
	"github.com/pb33f/libopenapi/datamodel/high/base"
	"go.yaml.in/yaml/v4"
)

// v31 is the schema object of OpenAPI 3.1.1 §4.8.24, JSON Schema 2020-12.
type v31 struct{}

func (v31) nullable(s *base.Schema) {
	s.Type = append(s.Type, "null")
	if s.Enum != nil {
		s.Enum = append(s.Enum, nullNode())
	}
}

func (v31) atLeast(s *base.Schema, b bound) {
	if b.exclusive {
		b.writeExclusive(s, "exclusiveMinimum", &s.ExclusiveMinimum)
		return
	}
	b.write(s, "minimum", &s.Minimum)
}

func (v31) atMost(s *base.Schema, b bound) {
	if b.exclusive {
		b.writeExclusive(s, "exclusiveMaximum", &s.ExclusiveMaximum)
		return
	}
	b.write(s, "maximum", &s.Maximum)
}

func (v31) base64(s *base.Schema) { s.ContentEncoding = "base64" }

// file has no type: what is not text is not JSON either (§4.8.14.3).
func (v31) file(s *base.Schema) { s.ContentMediaType = "application/octet-stream" }

func (v31) examples(s *base.Schema, values []*yaml.Node) { s.Examples = values }

func (v31) reference(ref string, beside *base.Schema, nullable bool) *base.SchemaProxy {
	if !nullable {
		return base.CreateSchemaProxyRefWithSchema(ref, beside)
	}
	beside.AnyOf = []*base.SchemaProxy{
		base.CreateSchemaProxyRef(ref),
		base.CreateSchemaProxy(&base.Schema{Type: []string{"null"}}),
	}
	return base.CreateSchemaProxy(beside)
}
