package conformance

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The rules of linters that the documents break, and why they may. A rule that
// none breaks any more must not stay.
var (
	exceptions = map[string]string{
		// redocly, recommended-strict
		"no-required-schema-properties-undefined": "a rule between members names what stands in the schema that the part belongs to",
		"operation-2xx-response":                  "a redirect answers with 303",

		// spectral:oas
		"info-contact":          "a matter of the declaration",
		"operation-description": "a matter of the declaration; each has a summary",

		// the OWASP ruleset
		"owasp:api1:2023-no-numeric-ids":                   "the application decides what an entity is called",
		"owasp:api3:2023-no-additionalProperties":          "a map has members of any name",
		"owasp:api3:2023-constrained-additionalProperties": "the application decides how many members a map has",
		"owasp:api4:2023-array-limit":                      "the application decides with MaxItems; the size of a request is limited anyway",
		"owasp:api4:2023-integer-format":                   "numbers in headers have no Go type",
		"owasp:api4:2023-integer-limit":                    "numbers in headers have no greatest one",
		"owasp:api4:2023-integer-limit-legacy":             "the same, for 3.0",
		"owasp:api4:2023-rate-limit":                       "the application decides with Throttle",
		"owasp:api4:2023-rate-limit-responses-429":         "the application decides with Throttle",
		"owasp:api4:2023-string-limit":                     "the application decides with MaxLen; the size of a request is limited anyway",
		"owasp:api4:2023-string-restricted":                "the application decides with Pattern",
		"owasp:api8:2023-define-cors-origin":               "cross-origin headers depend on the origin, and are no part of an answer's declaration",
		"owasp:api9:2023-inventory-access":                 "a matter of the declaration",
		"owasp:api9:2023-inventory-environment":            "a matter of the declaration",
	}

	// ofTests are what only the API with everything breaks, which is no example of
	// how to declare one.
	ofTests = map[string]string{
		"tag-description":       "its tags need none",
		"info-license":          "it has none",
		"no-server-example.com": "it is served nowhere",
	}
)

// written writes the documents to a folder and returns their files.
func written(t *testing.T, but ...string) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for _, d := range documents(t) {
		if slices.ContainsFunc(but, func(part string) bool { return strings.Contains(d.name, part) }) {
			continue
		}
		file := filepath.Join(dir, d.name)
		if err := os.WriteFile(file, d.text, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// npx runs a tool and returns what it prints. A linter that finds something says
// so with its exit status too.
func npx(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "npx", append([]string{"--yes"}, args...)...)
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if len(out) == 0 {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	return out
}

func TestRedoclyAcceptsTheDocuments(t *testing.T) {
	var report struct {
		Problems []struct {
			RuleID, Message string
			Location        []struct {
				Source struct{ Ref string }
			}
		}
	}
	read(t, npx(t, append([]string{"@redocly/cli@2.77.0", "lint", "--extends=recommended-strict", "--format=json", "--max-problems=10000"}, written(t)...)...), &report)
	seen := map[string]bool{}
	for _, p := range report.Problems {
		_, of := ofTests[p.RuleID]
		seen[p.RuleID] = true
		if exceptions[p.RuleID] == "" && !(of && strings.Contains(p.Location[0].Source.Ref, "everything")) {
			t.Errorf("%s: %s: %s", filepath.Base(p.Location[0].Source.Ref), p.RuleID, p.Message)
		}
	}
	for rule := range ofTests {
		if !seen[rule] {
			t.Errorf("nothing breaks %s", rule)
		}
	}
	needed(t, seen, func(rule string) bool {
		return !strings.HasPrefix(rule, "owasp:") && rule != "info-contact" && rule != "operation-description"
	})
}

// Spectral knows no OpenAPI 3.2.
func TestSpectralAcceptsTheDocuments(t *testing.T) {
	dir := t.TempDir()
	rules := filepath.Join(dir, "spectral.yaml")
	const text = "extends:\n  - spectral:oas\n  - \"@stoplight/spectral-owasp-ruleset\"\n"
	if err := os.WriteFile(rules, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	install := exec.CommandContext(t.Context(), "npm", "install", "--no-audit", "--no-fund", "--prefix", dir,
		"@stoplight/spectral-cli@6.16.3", "@stoplight/spectral-owasp-ruleset@2.0.1")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := map[string]bool{}
	for _, file := range written(t, "3.2", ".yaml") {
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "node_modules/.bin/spectral"), "lint", "-q", "-r", rules, "-f", "json", file)
		out, _ := cmd.Output() // the status says that something was found
		var found []struct {
			Code, Message string
			Path          []any
		}
		read(t, out, &found)
		for _, p := range found {
			seen[p.Code] = true
			if exceptions[p.Code] == "" {
				t.Errorf("%s: %s: %s at %v", filepath.Base(file), p.Code, p.Message, p.Path)
			}
		}
	}
	needed(t, seen, func(rule string) bool {
		return strings.HasPrefix(rule, "owasp:") || rule == "info-contact" || rule == "operation-description"
	})
}

// needed reports the exceptions of a linter that nothing needs.
func needed(t *testing.T, seen map[string]bool, of func(rule string) bool) {
	t.Helper()
	for _, rule := range slices.Sorted(maps.Keys(exceptions)) {
		if of(rule) && !seen[rule] {
			t.Errorf("nothing breaks %s", rule)
		}
	}
}

// read decodes the first JSON value of what a tool prints.
func read(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.NewDecoder(strings.NewReader(string(text))).Decode(v); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
}
