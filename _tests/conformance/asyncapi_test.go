package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/asyncapi"
)

// @asyncapi/parser says nothing about the documents but that there is a later version than 3.0, and
// finds faults that are put into them.
func TestAsyncAPIParser(t *testing.T) {
	app := everything.API().MustBuild()
	dir := t.TempDir()
	document := func(name string, write func() ([]byte, error), spoil ...string) string {
		text, err := write()
		if err != nil {
			t.Fatal(err)
		}
		if len(spoil) > 0 {
			spoilt := bytes.Replace(text, []byte(spoil[0]), []byte(spoil[1]), 1)
			if bytes.Equal(spoilt, text) {
				t.Fatalf("the document has no %s", spoil[0])
			}
			text = spoilt
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	plain := func() ([]byte, error) { return asyncapi.JSON(app) }
	staff := func() ([]byte, error) { return asyncapi.YAML(app, oas.ForAudience("staff")) }
	files := []string{
		document("everything.json", plain),
		document("staff.yaml", staff),
		document("action.json", plain, `"action": "send"`, `"action": "shout"`),
		document("schema.json", plain, `"type": "object"`, `"type": "thing"`),
		document("reference.json", plain, `"#/channels/paid"`, `"#/channels/none"`),
	}
	type found struct {
		Severity   int // 0 is an error
		Code, Text string
	}
	type parsed struct {
		File     string
		Messages []string
		Findings []found
	}
	results := read[[]parsed](t, node(t, "node", append([]string{"asyncapi.mjs"}, files...)...))[0]
	if len(results) != len(files) {
		t.Fatalf("%d results of %d documents", len(results), len(files))
	}
	for i, r := range results {
		if name := filepath.Base(r.File); i >= 2 {
			if !slices.ContainsFunc(r.Findings, func(f found) bool { return f.Severity == 0 }) {
				t.Errorf("%s: the parser accepts it", name)
			}
			continue
		}
		for _, f := range r.Findings {
			if f.Code != "asyncapi-latest-version" {
				t.Errorf("%s: %s: %s", filepath.Base(r.File), f.Code, f.Text)
			}
		}
	}
	const all = "send tellings.subscribed application/json, send paid application/json"
	if got := strings.Join(results[0].Messages, ", "); got != all {
		t.Errorf("the messages are %s, want %s", got, all)
	}
	if got := len(results[1].Messages); got != 3 {
		t.Errorf("staff have %d messages, want 3", got)
	}
}
