package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon/oas"
)

// The version of vacuum in judges/vacuum.mod does not support OpenAPI 3.2.
var vacuum = linter{
	name:     "vacuum",
	versions: []oas.Version{oas.V30, oas.V31},
	faults: []fault{
		{"a path has a parameter that is not declared", "/v1/health:", "/v1/health/{of}:", "path-params"},
		{"two operations have one ID", "operationId: createProduct", "operationId: listProducts", "operation-operationId-unique"},
	},
	shop: map[string]string{
		"description-duplication": "what stands in many places is described in each",
		"oas3-missing-example":    "members have examples, and a whole is made of them",
		"operation-description":   "a body is described by its schema",
		"oas3-api-servers":        "the server / is that of a document which names none (§4.8.1), and so it may be named",
		"oas3-no-$ref-siblings":   "a reference may have siblings since 3.1 (§4.8.24)",
	},
	everything: map[string]string{
		"oas3-parameter-description": "its parameters need none",
		"component-description":      "nor its components",
		"resolving-references":       "a list of a kind in itself may be empty: it is no endless circle",
		"circular-references":        "the same",
		"no-request-body":            "route.Method declares content of GET and DELETE, as some existing APIs have",
	},
	registry: map[string]string{
		"oas3-parameter-description":  "the specification describes them",
		"component-description":       "and the components",
		"path-keys-no-trailing-slash": "it has paths with a slash at the end",
	},
	find: func(t *testing.T, files []string) (all []finding) {
		program := filepath.Join(t.TempDir(), "vacuum")
		build := exec.CommandContext(t.Context(), "go", "build", "-modfile="+filepath.Join(judges, "vacuum.mod"), "-o", program, "github.com/daveshanley/vacuum")
		build.Env = append(os.Environ(), "GOWORK=off") // -modfile and go.work exclude each other
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, file := range files {
			out, err := exec.CommandContext(t.Context(), program, "spectral-report", "-o", file).Output()
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			for _, report := range read[[]spectralFinding](t, out) {
				for _, f := range report {
					all = append(all, finding{file, f.Code, fmt.Sprint(f.Message, " at ", f.Path)})
				}
			}
		}
		return all
	},
}
