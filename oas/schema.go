package oas

import (
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/openapi"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Body is a body of package collection, such as products.Create().
type Body interface{ body }

type body = codec.Content

// JSONSchema returns the JSON Schema (2020-12) of a property in requests. The schema is
// self-contained: it has the schemas of collections and unions in $defs. Equal declarations
// give the same bytes.
//
// The error lists the faults of the declaration, or what JSON Schema cannot express.
func JSONSchema(p prop.Prop) ([]byte, error) { return openapi.PropSchema(property.NodeOf(p)) }

// BodySchema returns the JSON Schema (2020-12) of a body of package collection; see
// [JSONSchema].
func BodySchema(b Body) ([]byte, error) { return openapi.BodySchema(codec.BodyOf(b)) }

// EventSchema returns the JSON Schema (2020-12) of the data of an event as a document of its own,
// for consumers without an OpenAPI document:
//
//	schema, err := oas.EventSchema(Created)
//
// The error lists the faults of the declaration.
func EventSchema(e event.Any) ([]byte, error) { return openapi.EventSchema(event.Tree(e)) }
