package oas

import "github.com/tenon-go/tenon/internal/ir"

// SchemaOfNode is [JSONSchema] for a property of a tree.
func SchemaOfNode(p *ir.Prop) ([]byte, error) {
	return schemaOf(p, site{mode: ir.View, nullable: p.Nullable})
}
