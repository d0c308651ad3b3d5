package oas

import (
	"slices"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

// retryHeaders describes Retry-After where one of the refusals has it; it is
// required where all answers of the status do.
func (w *writer) retryHeaders(refusals []ir.Refusal, all bool) *orderedmap.Map[string, *v3.Header] {
	if !slices.ContainsFunc(refusals, ir.Refusal.Retried) {
		return nil
	}
	out := orderedmap.New[string, *v3.Header]()
	out.Set("Retry-After", &v3.Header{
		Description: "After how many seconds to try again.",
		Required:    all && !slices.ContainsFunc(refusals, func(r ir.Refusal) bool { return !r.Retried() }),
		Schema:      base.CreateSchemaProxy(whole(w.dialect, "0", "", "")),
	})
	return out
}
