package clients_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The operations that ogen 1.22.0 omits, and why. It reports the first two.
var notOfOgen = map[string]string{
	"updateProduct": "a member that is null or one of a union, an anyOf that it passes over",
	"putPhoto":      "a form with files whose media types are told, an encoding that it passes over",
	"watchProducts": "its code for a stream of events beside other answers does not compile: left out of what it reads",
}

func TestGoClientOfOgen(t *testing.T) {
	const folder = "testdata/ogen"
	text := startShop(t).document(t, "/openapi.json")
	var document, paths map[string]json.RawMessage
	read(t, text, &document)
	read(t, document["paths"], &paths)
	var want []string
	for _, path := range paths {
		var operations map[string]struct{ OperationID string }
		read(t, path, &operations)
		for _, o := range operations {
			if notOfOgen[o.OperationID] == "" {
				want = append(want, o.OperationID)
			}
		}
	}
	build := func(t *testing.T, document any) error {
		generated(t, folder)
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		config := filepath.Join(t.TempDir(), "ogen.yml")
		const options = "generator:\n  ignore_not_implemented: [all]\n  features:\n    disable_all: true\n    enable: [paths/client]\n"
		if err := os.WriteFile(config, []byte(options), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, ".", "go", "tool", "ogen", "--target", folder, "--package", "shop", "--config", config, save(t, text))
		_, err = command(t, ".", "go", "build", "./"+folder)
		return err
	}

	if err := build(t, document); err == nil || !strings.Contains(err.Error(), "initSSEStream undefined") {
		t.Errorf("the client of an event stream: %v", err)
	}
	delete(paths, "/v1/products/events")
	rest, err := json.Marshal(paths)
	if err != nil {
		t.Fatal(err)
	}
	document["paths"] = rest
	if err := build(t, document); err != nil {
		t.Fatal(err)
	}
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

// ogen does not support OpenAPI 3.1, in which a type may be a list.
func TestOgenRejectsOpenAPI31(t *testing.T) {
	file := save(t, startShop(t).document(t, "/openapi-3.1.json"))
	_, err := command(t, ".", "go", "tool", "ogen", "--target", t.TempDir(), "--package", "shop", file)
	if err == nil || !strings.Contains(err.Error(), "cannot unmarshal !!seq into string") {
		t.Errorf("ogen says of a document in 3.1: %v", err)
	}
}

func read(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}
