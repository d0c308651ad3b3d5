package oas

import (
	"errors"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/verify"
)

// EventSchema returns the JSON Schema (2020-12) of the data of an event as a document of its own,
// for consumers without an OpenAPI document:
//
//	schema, err := oas.EventSchema(Created)
//
// The error lists the faults of the declaration.
func EventSchema(e event.Any) ([]byte, error) {
	n := emit.NodeOf(e)
	if len(n.Faults) > 0 {
		return nil, errors.New(verify.Text("oas: the event has a fault", n.Faults))
	}
	return schemaOf(n.Data.Prop, site{mode: ir.View, nullable: n.Data.Prop.Nullable})
}
