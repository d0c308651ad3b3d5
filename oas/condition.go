package oas

import (
	"net/http"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

// addVersion writes the headers that tell the version of an entity. A 304 has
// those of the answer that it stands for (RFC 9110 §15.4.5).
func addVersion(r *v3.Response, op *ir.Operation, a ir.Answer) {
	if op.SendsVersion(a) || a.Status == http.StatusNotModified && op.Conditional() {
		addHeader(r, "ETag", "The version of the entity.", "", false)
		addHeader(r, "Last-Modified", "When the entity was last changed.", "", false)
	}
}

// addHeader writes a header field that the library sends itself.
func addHeader(r *v3.Response, name, doc, format string, required bool) {
	if r.Headers == nil {
		r.Headers = orderedmap.New[string, *v3.Header]()
	}
	if _, declared := r.Headers.Get(name); !declared {
		r.Headers.Set(name, &v3.Header{
			Description: doc,
			Required:    required,
			Schema:      base.CreateSchemaProxy(&base.Schema{Type: []string{"string"}, Format: format}),
		})
	}
}
