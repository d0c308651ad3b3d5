package conformance

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon/oas"
)

// spectral is @stoplight/spectral-cli with spectral:oas and the OWASP ruleset. It does not
// support OpenAPI 3.2.
var spectral = linter{
	name:     "spectral",
	versions: []oas.Version{oas.V30, oas.V31},
	faults: []fault{
		{"a parameter is nowhere", "in: query", "in: nowhere", "oas3-schema"},
		{"two operations have one ID", "operationId: createProduct", "operationId: listProducts", "operation-operationId-unique"},
		{"a token is a password", "scheme: bearer", "scheme: basic", "owasp:api2:2023-no-http-basic"},
	},
	shop: map[string]string{
		"oas3-operation-security-defined": "a scheme of any type may name what is needed of a token since 3.1 (§4.8.30)",

		"owasp:api3:2023-no-additionalProperties": "a problem may have members of its own, and the arguments of a rule have any name",
		"owasp:api4:2023-array-limit":             "how many items an answer has is what limit asks for",
		"owasp:api4:2023-integer-format":          "numbers in headers have no Go type",
		"owasp:api4:2023-integer-limit":           "numbers in headers have no greatest one",
		"owasp:api4:2023-integer-limit-legacy":    "the same, for 3.0",
		"owasp:api4:2023-string-limit":            "the application decides with MaxLen; the size of a request is limited anyway",
		"owasp:api4:2023-string-restricted":       "the application decides with Pattern",
		"owasp:api8:2023-define-cors-origin":      "cross-origin headers depend on the origin, and are no part of an answer's declaration",
		"owasp:api9:2023-inventory-access":        "who may reach a server is not known to the program on it",
		"owasp:api9:2023-inventory-environment":   "nor is what the server is there for",
	},
	everything: map[string]string{
		"operation-description": "each has a summary",
		"oas3-schema":           "the address of further documentation may be relative (3.1.1 §4.8.11)",

		"owasp:api1:2023-no-numeric-ids":                   "the application decides what an entity is called",
		"owasp:api3:2023-constrained-additionalProperties": "the application decides how many members a map has",
		"owasp:api4:2023-rate-limit":                       "the application decides with Throttle",
		"owasp:api4:2023-rate-limit-responses-429":         "the same",
		"owasp:api8:2023-define-error-responses-401":       "who is called back says what can go wrong there",
		"owasp:api8:2023-define-error-responses-500":       "the same",
		"owasp:api8:2023-define-error-validation":          "the same",
	},
	registry: map[string]string{
		"info-contact":                "an example need not have one",
		"oas3-api-servers":            "it is served where its user wants it",
		"operation-description":       "each has a summary",
		"path-keys-no-trailing-slash": "the specification has paths with one",

		"owasp:api4:2023-rate-limit":               "the application decides with Throttle",
		"owasp:api4:2023-rate-limit-responses-429": "the same",
	},
	find: func(t *testing.T, files []string) (all []finding) {
		out := node(t, filepath.Join("node_modules", ".bin", "spectral"), append([]string{"lint", "-q", "-r", "spectral.yaml", "-f", "json"}, files...)...)
		for _, report := range read[[]spectralFinding](t, out) {
			for _, f := range report {
				all = append(all, finding{f.Source, f.Code, fmt.Sprint(f.Message, " at ", f.Path)})
			}
		}
		return all
	},
}

// spectralFinding is a finding of spectral, or of vacuum in the same format.
type spectralFinding struct {
	Source, Code, Message string
	Path                  []any
}
