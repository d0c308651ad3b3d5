package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/oas"
)

// The document states what the specification states, and the other way around, except for the
// differences that README.md lists with their reasons.
func TestTheDocumentIsTheSpecification(t *testing.T) {
	specification, err := os.ReadFile("testdata/openapi.yml")
	if err != nil {
		t.Fatal(err)
	}
	document, err := oas.YAML(newApp(t, filepath.Join(t.TempDir(), "document.db")), oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	old, now := statements(t, specification), statements(t, document)
	if len(old) < 400 {
		t.Fatalf("the specification has only %d statements", len(old))
	}
	var differences []string
	for _, s := range old {
		if !slices.Contains(now, s) {
			differences = append(differences, "- "+s)
		}
	}
	for _, s := range now {
		if !slices.Contains(old, s) {
			differences = append(differences, "+ "+s)
		}
	}
	listed := listedDifferences(t)
	for _, d := range differences {
		matches := func(p *regexp.Regexp) bool { return p.MatchString(d) }
		if !slices.ContainsFunc(listed, matches) {
			t.Errorf("README.md does not list the difference\n%s", d)
		}
	}
	for _, p := range listed {
		if !slices.ContainsFunc(differences, p.MatchString) {
			t.Errorf("README.md lists a difference that there is not: %s", p)
		}
	}
}

// listedDifferences returns the first column of the table in README.md whose cells are patterns of
// differences.
func listedDifferences(t *testing.T) (all []*regexp.Regexp) {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		cell, ok := strings.CutPrefix(line, "| `\\+ ")
		if !ok {
			continue
		}
		pattern, reason, _ := strings.Cut(cell, "` | ")
		if len(reason) < 20 {
			t.Errorf("%s has no reason", pattern)
		}
		all = append(all, regexp.MustCompile(`^\+ `+pattern+"$"))
	}
	return all
}

// statements returns what a document states about its operations, each in a line such as
//
//	POST /users/login request application/json user.email type string
//
// without texts for people, examples and extensions.
func statements(t *testing.T, document []byte) []string {
	t.Helper()
	d := reader{seen: map[string]bool{}}
	if err := yaml.Unmarshal(document, &d.root); err != nil {
		t.Fatal(err)
	}
	for path, item := range d.object(d.root["paths"]) {
		for method, op := range d.object(item) {
			d.operation(strings.ToUpper(method)+" "+path, d.object(op))
		}
	}
	for name, scheme := range d.object(d.object(d.root["components"])["securitySchemes"]) {
		for _, key := range []string{"type", "in", "name"} {
			d.say("security scheme", name, key, d.object(scheme)[key])
		}
	}
	for _, tag := range d.root["tags"].([]any) {
		d.say("tag", d.object(tag)["name"])
	}
	return d.all
}

// reader collects statements.
type reader struct {
	root map[string]any
	all  []string
	seen map[string]bool
}

func (d *reader) say(words ...any) {
	line := strings.TrimSuffix(fmt.Sprintln(words...), "\n")
	if !d.seen[line] {
		d.seen[line] = true
		d.all = append(d.all, line)
	}
}

// object returns the object at v, or that which it refers to.
func (d *reader) object(v any) map[string]any {
	object, _ := v.(map[string]any)
	reference, ok := object["$ref"].(string)
	if !ok {
		return object
	}
	at := d.root
	for name := range strings.SplitSeq(strings.TrimPrefix(reference, "#/"), "/") {
		at = d.object(at[name])
	}
	return at
}

func (d *reader) operation(name string, op map[string]any) {
	d.say(name, "operationId", op["operationId"])
	d.say(name, "summary", op["summary"])
	for _, tag := range op["tags"].([]any) {
		d.say(name, "tag", tag)
	}
	if security, ok := op["security"].([]any); ok {
		d.say(name, "security", security)
	}
	if parameters, ok := op["parameters"].([]any); ok {
		for _, v := range parameters {
			p := d.object(v)
			at := fmt.Sprint(name, " ", p["in"], " ", p["name"])
			d.say(at, "required", p["required"] == true)
			d.schema(at, "", p["schema"])
		}
	}
	if body := d.object(op["requestBody"]); body != nil {
		d.say(name, "request required", body["required"] == true)
		d.content(name+" request", body["content"])
	}
	for status, v := range d.object(op["responses"]) {
		d.say(name, status)
		d.content(name+" "+status, d.object(v)["content"])
		for header := range d.object(d.object(v)["headers"]) {
			d.say(name, status, "header", header)
		}
	}
}

func (d *reader) content(at string, content any) {
	for mediaType, v := range d.object(content) {
		d.say(at, mediaType)
		d.schema(at+" "+mediaType, "", d.object(v)["schema"])
	}
}

// schema states the keywords of a schema; member is the path of the value.
func (d *reader) schema(at, member string, v any) {
	s := d.object(v)
	for word, value := range s {
		switch word {
		case "description", "title", "example", "examples", "$ref":
		case "properties":
			for name, property := range d.object(value) {
				d.schema(at, strings.TrimPrefix(member+"."+name, "."), property)
			}
		case "items":
			d.schema(at, member+"[]", value)
		case "allOf":
			for _, part := range value.([]any) {
				d.schema(at, member, part)
			}
		case "required":
			for _, name := range value.([]any) {
				d.say(at, strings.TrimPrefix(fmt.Sprint(member, ".", name), "."), "is required")
			}
		default:
			if !strings.HasPrefix(word, "x-") {
				d.say(at, strings.TrimSpace(member+" "+word), value)
			}
		}
	}
	if reference, ok := v.(map[string]any); ok && reference["$ref"] != nil && reference["readOnly"] != nil {
		d.say(at, member, "readOnly", reference["readOnly"])
	}
}
