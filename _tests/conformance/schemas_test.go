package conformance

import (
	"testing"

	"github.com/tenon-go/tenon/oas"
)

// schemas are the official schemas of OpenAPI in @hyperjump/json-schema, which documents must
// not violate. The rule of a violation is its location. The schemas of 3.1 and 3.2 leave schema
// objects to the meta-schema of JSON Schema 2020-12.
var schemas = linter{
	name:     "schemas",
	versions: oas.Versions(),
	faults: []fault{
		{"a parameter is nowhere", "in: query", "in: nowhere", "#/paths/~1v1~1products/get/parameters/0/in"},
		{"a schema has a type that there is not", "type: integer", "type: whole", "#/paths/~1v1~1products/get/parameters/1/schema/type"},
	},
	find: func(t *testing.T, files []string) (all []finding) {
		type broken struct{ File, Keyword, Instance string }
		for _, found := range read[[]broken](t, node(t, "node", append([]string{"schemas.mjs"}, files...)...)) {
			for _, b := range found {
				all = append(all, finding{b.File, b.Instance, "it breaks " + b.Keyword})
			}
		}
		return all
	},
}
