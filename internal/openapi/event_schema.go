package openapi

import (
	"errors"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/verify"
)

// EventSchema implements oas.EventSchema.
func EventSchema(n *ir.Event) ([]byte, error) {
	if len(n.Faults) > 0 {
		return nil, errors.New(verify.Text("oas: the event has a fault", n.Faults))
	}
	return schemaOf(n.Data.Prop, site{mode: ir.View, nullable: n.Data.Prop.Nullable})
}
