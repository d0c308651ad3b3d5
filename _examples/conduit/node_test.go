package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon/oas"
)

// node runs a Node program of testdata/node.
func node(t *testing.T, args ...string) {
	t.Helper()
	if _, err := os.Stat("testdata/node/node_modules"); err != nil {
		t.Fatal("run npm install --prefix _examples/conduit/testdata/node --no-package-lock first")
	}
	c := exec.CommandContext(t.Context(), "node", args...)
	c.Dir = "testdata/node"
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("node %v: %v\n%s", args, err, out)
	}
}

// The collection has 311 assertions. Some depend on the articles that there are; these are all of
// them on an empty database.
const assertions = 311

func TestTheCollectionPasses(t *testing.T) {
	onEach(t, func(t *testing.T, api string) {
		file := filepath.Join(t.TempDir(), "newman.json")
		node(t, "node_modules/newman/bin/newman.js", "run", "../Conduit.postman_collection.json",
			"--global-var", "APIURL="+api, "--global-var", "USERNAME=johnjacob",
			"--global-var", "EMAIL=john@jacob.com", "--global-var", "PASSWORD=johnnyjacob",
			"--reporters", "json", "--reporter-json-export", file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var result struct {
			Run struct {
				Stats struct {
					Requests, Assertions struct{ Total, Failed, Pending int }
				}
				Executions []struct {
					Item     struct{ Name string }
					Response struct{ Code int }
				}
			}
		}
		if err := json.Unmarshal(text, &result); err != nil {
			t.Fatal(err)
		}
		if s := result.Run.Stats; s.Assertions.Total != assertions || s.Assertions.Failed+s.Assertions.Pending+s.Requests.Failed > 0 || s.Requests.Total != 32 {
			t.Errorf("%+v", s)
		}
		for _, e := range result.Run.Executions { // the collection does not test most statuses
			if e.Response.Code < 200 || e.Response.Code > 204 {
				t.Errorf("%s: %d", e.Item.Name, e.Response.Code)
			}
		}
	})
}

// Types made from the document must be those made from the specification: types.ts assigns each
// to the other, in both directions.
func TestTypesAreThoseOfTheSpecification(t *testing.T) {
	document, err := oas.YAML(newApp(t, filepath.Join(t.TempDir(), "types.db")), oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	generated := filepath.Join("testdata", "node", "generated") // git ignores it
	if err := os.RemoveAll(generated); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(generated, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(generated, "conduit.yaml"), document, 0o600); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"generated/conduit.yaml": "conduit.ts", "../openapi.yml": "specification.ts"} {
		// A member with a default may be absent from requests, which the generator assumes of
		// responses only.
		node(t, "node_modules/openapi-typescript/bin/cli.js", from, "--output", "generated/"+to, "--default-non-nullable", "false")
	}
	node(t, "node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--skipLibCheck", "types.ts")
}
