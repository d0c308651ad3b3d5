package openapi

import (
	"errors"

	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
)

// EventSchema implements oas.EventSchema.
func EventSchema(n *tree.Event) ([]byte, error) {
	if len(n.Faults) > 0 {
		return nil, errors.New(verify.Text("oas: the event has a fault", n.Faults))
	}
	return schemaOf(n.Data.Prop, site{mode: tree.View, nullable: n.Data.Prop.Nullable})
}
