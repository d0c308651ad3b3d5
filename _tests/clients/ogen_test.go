package clients_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The operations that ogen 1.24.0 omits, and why. It reports them.
var notOfOgen = map[string]string{
	"updateProduct": "a member that is null or one of a union, an anyOf that it passes over",
	"putPhoto":      "a form with files whose media types are told, an encoding that it passes over",
}

func TestGoClientOfOgen(t *testing.T) {
	for _, path := range []string{"/openapi.json", "/openapi-3.1.json"} {
		t.Run(path, func(t *testing.T) { clientOfOgen(t, startShop(t).document(t, path)) })
	}
}

// clientOfOgen generates a client, which must compile and have the operations of the document.
func clientOfOgen(t *testing.T, text []byte) {
	const folder = "testdata/ogen"
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	read(t, text, &document)
	var want []string
	for _, operations := range document.Paths {
		for _, o := range operations {
			if notOfOgen[o.OperationID] == "" {
				want = append(want, o.OperationID)
			}
		}
	}
	generated(t, folder)
	config := filepath.Join(t.TempDir(), "ogen.yml")
	const options = "generator:\n  ignore_not_implemented: [all]\n  features:\n    disable_all: true\n    enable: [paths/client]\n"
	if err := os.WriteFile(config, []byte(options), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, ".", "go", "tool", "ogen", "--target", folder, "--package", "shop", "--config", config, save(t, text))
	must(t, ".", "go", "build", "./"+folder)
	client, err := os.ReadFile(folder + "/oas_client_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^\t// (\w+) invokes (\w+) operation\.$`).FindAllStringSubmatch(string(client), -1) {
		got = append(got, m[2])
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(want) != 24-len(notOfOgen) {
		t.Errorf("with exceptions for %v: -want +got\n%s", slices.Collect(maps.Keys(notOfOgen)), diff)
	}
}

func read(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}
