package oastest

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"github.com/tenon-go/tenon/tree"
)

// validator is a document with an independent validator for its schemas.
type validator struct {
	version  oas.Version
	api      *tree.API
	doc      any
	compiler *jsonschema.Compiler
	alike    *validator // an earlier one whose document has the same components; nil if there is none
}

// documentURL is the URL of the document for the validator; nothing is fetched.
const documentURL = "https://tenon.invalid/openapi.json"

func newValidator(app *tenon.App, v oas.Version, own map[string]func(string) bool) (*validator, error) {
	text, err := oas.JSON(app, v, oas.ForAudience(audiences(probe.Tree(app))...))
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if v == oas.V30 {
		modern(doc)
	}
	assertPatterns(doc)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseRegexpEngine(expression)
	for _, name := range named {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
	}
	for name, ok := range formats() {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: ofText(ok)})
	}
	for name, ok := range own {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: ofText(ok)})
	}
	c.RegisterFormat(&jsonschema.Format{Name: "double", Validate: double})
	for name, r := range node.IntegerRanges {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error { return inRange(r, v) }})
	}
	apart := splitComponents(doc)
	if err := c.AddResource(documentURL, apart); err != nil {
		return nil, err
	}
	for name, schema := range node.Object(look(apart, []string{"components", "schemas"})) {
		if err := c.AddResource(componentURL(name), schema); err != nil {
			return nil, err
		}
	}
	return &validator{v, probe.Tree(app), doc, c, nil}, nil
}

// components returns the schemas that others refer to.
func (j *validator) components() any { return look(j.doc, []string{"components", "schemas"}) }

// splitComponents returns a copy of a document that refers to each component by a URL of its own. The
// validator copies what it knows of a document for each reference into it, which takes quadratic time.
func splitComponents(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = splitComponents(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			out[name] = splitComponents(item)
		}
		if ref, ok := v["$ref"].(string); ok {
			if name, ok := strings.CutPrefix(ref, "#/components/schemas/"); ok {
				out["$ref"] = componentURL(name)
			}
		}
		return out
	}
	return v
}

// componentURL returns the URL of a component, whose name needs no escapes, for the validator.
func componentURL(name string) string { return "https://tenon.invalid/components/" + name }

// assertPatterns turns the extensions x-pattern and x-propertyNames into keywords, and removes the format
// regex; see named.
func assertPatterns(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			assertPatterns(item)
		}
	case map[string]any:
		for name, item := range v {
			switch name {
			case "properties", "schemas": // their names are free
				for _, schema := range node.Object(item) {
					assertPatterns(schema)
				}
			case "example", "examples", "default", "enum", "const":
			default:
				assertPatterns(item)
			}
		}
		if v["format"] == "regex" {
			delete(v, "format")
		}
		if expr, ok := v["x-pattern"].(string); ok && v["pattern"] == nil {
			v["pattern"] = expr
		}
		if names := node.Object(v["x-propertyNames"]); names != nil {
			v["propertyNames"] = names
		}
	}
}

// audiences returns all audiences of an API.
func audiences(api *tree.API) (all []string) {
	for _, op := range api.Operations {
		all = append(all, op.Audiences...)
	}
	return all
}

// schema is one schema of the document.
type schema struct {
	judge    *validator
	pointer  []string
	compiled *jsonschema.Schema
}

// schema returns the schema of a subject in the document. What is written like one of the earlier
// schemas, in a document with the same components, means the same and is not compiled again.
func (j *validator) schema(s *subject, earlier []*schema) (*schema, error) {
	at, err := j.place(s)
	if err != nil {
		return nil, err
	}
	raw := look(j.doc, at)
	if raw == nil {
		return nil, fmt.Errorf("the document has no schema at %s", fragment(at))
	}
	for _, e := range earlier {
		if e.judge == j.alike && node.Same(look(e.judge.doc, e.pointer), raw) {
			return &schema{judge: j, pointer: at, compiled: e.compiled}, nil
		}
	}
	compiled, err := j.compiler.Compile(documentURL + fragment(at))
	if err != nil {
		return nil, err
	}
	return &schema{judge: j, pointer: at, compiled: compiled}, nil
}

// place returns the pointer to the schema of a subject.
func (j *validator) place(s *subject) ([]string, error) {
	at := []string{"paths", s.op.DocumentedPath(), j.methodOf(s.op)}
	if in := s.probe.Input; in != nil {
		for i, parameter := range node.List(node.Object(look(j.doc, at))["parameters"]) {
			is := node.Object(parameter)
			place := append(slices.Clip(at), "parameters", strconv.Itoa(i))
			if ref, ok := is["$ref"].(string); ok {
				place = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
				is = node.Object(look(j.doc, place))
			}
			if is["name"] == in.Prop.Name && is["in"] == string(in.In) {
				at := place
				if in.Style == tree.Content {
					at = append(at, "content", "application/json")
				}
				return append(at, "schema"), nil
			}
		}
		return nil, fmt.Errorf("the document has no %s parameter %q", in.In, in.Prop.Name)
	}
	if s.probe.Problem != nil {
		return j.problemPlace(s), nil
	}
	content := append([]string{"content", s.probe.Body.MediaTypes()[0]}, j.keywords(s.probe.Body.Format)...)
	if s.status == 0 {
		return slices.Concat(at, []string{"requestBody"}, content), nil
	}
	at = slices.Concat(at, []string{"responses", strconv.Itoa(s.status)}, content)
	if envelope := s.op.EnvelopeIn(j.api); envelope != "" && s.probe.Body.Format == tree.JSON {
		at = append(at, "properties", envelope)
	}
	return at, nil
}

// problemPlace returns the pointer to the schema of a format of problems, in the first response that
// has it alone; nil if there is none.
func (j *validator) problemPlace(s *subject) []string {
	at := []string{"paths", s.op.DocumentedPath(), j.methodOf(s.op), "responses"}
	responses := node.Object(look(j.doc, at))
	for _, status := range node.Sorted(responses) {
		if strings.HasPrefix(status, "2") || strings.HasPrefix(status, "3") || !s.fails(status) {
			continue
		}
		place := append(slices.Clip(at), status)
		if ref, ok := node.Object(responses[status])["$ref"].(string); ok {
			place = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		}
		place = append(place, "content", s.probe.Problem.MediaType, "schema")
		if schema := node.Object(look(j.doc, place)); schema != nil && schema["anyOf"] == nil {
			return place
		}
	}
	return nil
}

// fails reports whether all problems of a status have the format of the subject, and there are some.
func (s *subject) fails(status string) bool {
	some := false
	check := func(of int, f *tree.ProblemFormat) bool {
		of = f.Status(of)
		if r := s.op.RangeOf(of); strconv.Itoa(of) != status && (r == nil || string(r.Range) != status) {
			return true
		}
		some = true
		return f.For(of).Alike(s.probe.Problem)
	}
	for _, f := range s.op.Fails {
		if f.Range == tree.NoRange && !check(f.Status, s.op.FormatOf(f)) {
			return false
		}
	}
	for _, b := range s.op.BuiltinProblems() {
		if !check(b.Status, s.op.ProblemFormat) {
			return false
		}
	}
	return some
}

// methodOf returns the field of a path item with an operation.
func (j *validator) methodOf(op *tree.Operation) string {
	if op.Method == "QUERY" && j.version < oas.V32 {
		return "x-query"
	}
	return strings.ToLower(op.Method)
}

// keywords returns the path from a media type to its schema. A probe of a stream is of its
// items.
func (j *validator) keywords(f tree.Format) []string {
	switch {
	case f != tree.Events && f != tree.Lines:
		return []string{"schema"}
	case j.version < oas.V32:
		return []string{"x-itemSchema"}
	case f == tree.Events:
		return []string{"itemSchema", "properties", "data", "contentSchema"}
	}
	return []string{"itemSchema"}
}

// verdicts returns a function that returns why the validator rejects a text, or nil if it accepts it. It
// validates with each compiled schema at most once.
func verdicts(text []byte) func(*schema) error {
	v, malformed := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	known := map[*jsonschema.Schema]error{}
	return func(s *schema) error {
		if malformed != nil {
			return malformed
		}
		err, ok := known[s.compiled]
		if !ok {
			err = s.compiled.Validate(v)
			known[s.compiled] = err
		}
		return err
	}
}
