package conformance

import (
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon/oas"
)

// redocly is @redocly/cli with recommended-strict, which reports everything as an error.
var redocly = linter{
	name:     "redocly",
	versions: oas.Versions(),
	faults: []fault{
		{"a parameter is nowhere", "in: query", "in: nowhere", "struct"},
		{"two operations have one ID", "operationId: createProduct", "operationId: listProducts", "operation-operationId-unique"},
	},
	shop: map[string]string{
		"security-defined": "receivers of webhooks verify a signature, which is no scheme of the API",
	},
	everything: map[string]string{
		"no-required-schema-properties-undefined": "a rule between members names what stands in the schema that the part belongs to",
		"operation-2xx-response":                  "a redirect answers with 303",
		"tag-description":                         "its tags need none",
		"info-license-strict":                     "before 3.1 a license has no identifier, and its URL replaces it",
		"operation-4xx-response":                  "who is called back says what can go wrong there",
		"security-defined":                        "and whom it lets in",
		"no-server-example.com":                   "it is served nowhere",
		"no-illogical-composition-keywords":       "before 3.2 the tag of a union should be required, and existing APIs have optional ones",
	},
	registry: map[string]string{
		"info-license":           "an example need not have one",
		"no-empty-servers":       "it is served where its user wants it",
		"no-path-trailing-slash": "the specification has paths with one",
		"tag-description":        "its tags say what they are",
	},
	find: func(t *testing.T, files []string) (all []finding) {
		out := node(t, filepath.Join("node_modules", ".bin", "redocly"), append([]string{
			"lint", "--extends=recommended-strict", "--format=json", "--max-problems=10000",
		}, files...)...)
		type report struct {
			Problems []struct {
				RuleID, Message string
				Location        []struct {
					Source  struct{ Ref string }
					Pointer string
				}
			}
		}
		for _, r := range read[report](t, out) { // one for each file
			for _, p := range r.Problems {
				at := p.Location[0]
				file, err := filepath.Abs(filepath.Join(judges, at.Source.Ref)) // relative to that directory
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, finding{file, p.RuleID, p.Message + " at " + at.Pointer})
			}
		}
		return all
	},
}
