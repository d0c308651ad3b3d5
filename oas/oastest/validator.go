package oastest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/pattern"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

// validator is a document with an independent validator for its schemas.
type validator struct {
	version  oas.Version
	api      *ir.API
	doc      any
	compiler *jsonschema.Compiler
}

// documentURL is the URL of the document for the validator; nothing is fetched.
const documentURL = "https://tenon.invalid/openapi.json"

func newValidator(app *tenon.App, v oas.Version, own map[string]func(string) bool) (*validator, error) {
	text, err := oas.JSON(app, v, oas.ForAudience(audiences(ir.APIOf(app))...))
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
	c.UseRegexpEngine(func(expr string) (jsonschema.Regexp, error) { return pattern.Compile(expr) })
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
	for name, r := range integerRanges {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: r.validate})
	}
	apart := splitComponents(doc)
	if err := c.AddResource(documentURL, apart); err != nil {
		return nil, err
	}
	for name, schema := range object(look(apart, []string{"components", "schemas"})) {
		if err := c.AddResource(componentURL(name), schema); err != nil {
			return nil, err
		}
	}
	return &validator{v, ir.APIOf(app), doc, c}, nil
}

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

// assertPatterns turns the extensions x-pattern and x-propertyNames into keywords.
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
				for _, schema := range object(item) {
					assertPatterns(schema)
				}
			case "example", "examples", "default", "enum", "const":
			default:
				assertPatterns(item)
			}
		}
		if expr, ok := v["x-pattern"].(string); ok && v["pattern"] == nil {
			v["pattern"] = expr
		}
		if names := object(v["x-propertyNames"]); names != nil {
			v["propertyNames"] = names
		}
	}
}

// formats returns the formats of documents with this library's meaning. Validators differ, for
// example on leap seconds.
func formats() map[string]func(string) bool {
	return map[string]func(string) bool{
		"uuid":          format.UUID,
		"email":         format.Email,
		"uri":           format.URI,
		"uri-reference": format.URIReference,
		"hostname":      format.Hostname,
		"ipv4":          format.IPv4,
		"ipv6":          format.IPv6,
		"date":          func(s string) bool { _, ok := format.ParseDate(s); return ok },
		"date-time":     func(s string) bool { t, ok := format.ParseDateTime(s); return ok && format.DateTimeInRange(t) },
		"time":          format.Time,
		"duration":      func(s string) bool { return format.Duration(s) && fits(s) },
	}
}

// named are formats that the validator checks, and that the library only documents: see Format of
// properties. JSON Schema 2020-12 does not assert formats by default (Validation §7.2.1).
var named = []string{
	"iri", "iri-reference", "json-pointer", "period", "regex", "relative-json-pointer", "semver", "uri-template",
}

// fits reports whether a duration is at most 2^63 nanoseconds.
func fits(duration string) bool {
	total, number := 0.0, 0.0
	for _, c := range duration[1:] {
		seconds := map[rune]float64{'W': 604800, 'D': 86400, 'H': 3600, 'M': 60, 'S': 1}[c]
		switch {
		case c >= '0' && c <= '9':
			number = 10*number + float64(c-'0')
			continue
		case c != 'T':
			total += number * seconds
		}
		number = 0
	}
	return total <= math.MaxInt64/1e9 // whole seconds, within the precision of a float64
}

var errFormat = errors.New("is not of the format")

func ofText(ok func(string) bool) func(any) error {
	return func(v any) error {
		if s, is := v.(string); is && !ok(s) {
			return errFormat
		}
		return nil
	}
}

// double returns an error if a number overflows or underflows a float64.
func double(v any) error {
	n, ok := v.(fmt.Stringer) // a number is kept as its text
	if !ok {
		return nil
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	digits, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	if err != nil || f == 0 && strings.ContainsAny(digits, "123456789") {
		return errFormat
	}
	return nil
}

// audiences returns all audiences of an API.
func audiences(api *ir.API) (all []string) {
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

// schema returns the schema of a subject in the document.
func (j *validator) schema(s *subject) (*schema, error) {
	at, err := j.place(s)
	if err != nil {
		return nil, err
	}
	if look(j.doc, at) == nil {
		return nil, fmt.Errorf("the document has no schema at %s", fragment(at))
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
		for i, parameter := range list(object(look(j.doc, at))["parameters"]) {
			is := object(parameter)
			if is["name"] == in.Prop.Name && is["in"] == string(in.In) {
				at = append(at, "parameters", strconv.Itoa(i))
				if in.Style == ir.Content {
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
	if envelope := s.op.EnvelopeIn(j.api); envelope != "" && s.probe.Body.Format == ir.JSON {
		at = append(at, "properties", envelope)
	}
	return at, nil
}

// problemPlace returns the pointer to the schema of a format of problems, in the first response that
// has it alone; nil if there is none.
func (j *validator) problemPlace(s *subject) []string {
	at := []string{"paths", s.op.DocumentedPath(), j.methodOf(s.op), "responses"}
	responses := object(look(j.doc, at))
	for _, status := range sorted(responses) {
		if strings.HasPrefix(status, "2") || strings.HasPrefix(status, "3") || !s.fails(status) {
			continue
		}
		place := append(slices.Clip(at), status)
		if ref, ok := object(responses[status])["$ref"].(string); ok {
			place = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		}
		place = append(place, "content", s.probe.Problem.MediaType, "schema")
		if schema := object(look(j.doc, place)); schema != nil && schema["anyOf"] == nil {
			return place
		}
	}
	return nil
}

// fails reports whether all problems of a status have the format of the subject, and there are some.
func (s *subject) fails(status string) bool {
	some := false
	check := func(of int, f *ir.ProblemFormat) bool {
		of = f.Status(of)
		if r := s.op.RangeOf(of); strconv.Itoa(of) != status && (r == nil || string(r.Range) != status) {
			return true
		}
		some = true
		return f.For(of).Alike(s.probe.Problem)
	}
	for _, f := range s.op.Fails {
		if f.Range == ir.NoRange && !check(f.Status, s.op.FormatOf(f)) {
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
func (j *validator) methodOf(op *ir.Operation) string {
	if op.Method == "QUERY" && j.version < oas.V32 {
		return "x-query"
	}
	return strings.ToLower(op.Method)
}

// keywords returns the path from a media type to its schema. A probe of a stream is of its
// items.
func (j *validator) keywords(f ir.Format) []string {
	switch {
	case f != ir.Events && f != ir.Lines:
		return []string{"schema"}
	case j.version < oas.V32:
		return []string{"x-itemSchema"}
	case f == ir.Events:
		return []string{"itemSchema", "properties", "data", "contentSchema"}
	}
	return []string{"itemSchema"}
}

// verdict returns why the validator rejects a text, or nil if it accepts it.
func (s *schema) verdict(text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.compiled.Validate(v)
}

// widened reports whether the document lists the rule of a violation in x-rules at its
// place.
func (s *schema) widened(v prop.Violation) bool {
	here := s.judge.expand(look(s.judge.doc, s.pointer), 0)
	place := tokens(v.Pointer)
	for i, token := range place {
		if i == len(place)-1 && (says(here, v, token) || v.Code == "unique" && says(here, v, "")) {
			return true // a rule of the whole value, reported at a part
		}
		if i == len(place)-1 && ofName(v) {
			return s.widenedName(here, v)
		}
		var next []map[string]any
		for _, schema := range here {
			next = append(next, s.judge.expand(below(schema, token), 0)...)
		}
		here = next
	}
	return says(here, v, "")
}

// ofName reports whether a violation is of the name of a member, not of its value.
func ofName(v prop.Violation) bool {
	return slices.ContainsFunc(v.Params, func(p prop.Param) bool { return p.Name == "property_name" })
}

// widenedName is widened for the name of a member.
func (s *schema) widenedName(objects []map[string]any, v prop.Violation) bool {
	v.Params = slices.DeleteFunc(slices.Clone(v.Params), func(p prop.Param) bool { return p.Name == "property_name" })
	var names []map[string]any
	for _, o := range objects {
		names = append(names, s.judge.expand(o["propertyNames"], 0)...)
	}
	return says(names, v, "")
}

// says reports whether a schema lists a rule of a value or of one of its members.
func says(schemas []map[string]any, v prop.Violation, member string) bool {
	for _, s := range schemas {
		switch {
		case member != "":
		case v.Code == "precision" && (s["type"] == "number" || contains(list(s["type"]), "number")):
			return true // a float64 loses digits (RFC 8259 §6)
		case limited(s, v):
			return true
		}
		for _, r := range list(s["x-rules"]) {
			first := ""
			if members := list(object(r)["members"]); len(members) > 0 {
				first, _ = members[0].(string)
			}
			if object(r)["code"] == v.Code && first == member && sameParams(object(object(r)["params"]), v.Params) {
				return true
			}
		}
	}
	return false
}

// sameParams reports whether a rule has the same arguments in the document.
func sameParams(documented map[string]any, params []prop.Param) bool {
	if len(documented) != len(params) {
		return false
	}
	for _, p := range params {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(p.JSON))
		if d, has := documented[p.Name]; err != nil || !has || fmt.Sprint(d) != fmt.Sprint(v) {
			return false
		}
	}
	return true
}

// expand returns the schemas that a value must or may match: the schema itself, those that
// it refers to, and those that it combines.
func (j *validator) expand(v any, depth int) []map[string]any {
	const enough = 16
	s := object(v)
	if s == nil || depth > enough {
		return nil
	}
	out := []map[string]any{s}
	if ref, ok := s["$ref"].(string); ok {
		out = append(out, j.expand(look(j.doc, tokens(ref)), depth+1)...)
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range list(s[keyword]) {
			out = append(out, j.expand(part, depth+1)...)
		}
	}
	return out
}

func below(s map[string]any, token string) any {
	if p, ok := object(s["properties"])[token]; ok {
		return p
	}
	if items, ok := s["items"]; ok {
		return items
	}
	return s["additionalProperties"]
}

// look follows a pointer; it returns nil if there is no value.
func look(v any, pointer []string) any {
	for _, token := range pointer {
		switch in := v.(type) {
		case map[string]any:
			v = in[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// fragment writes a pointer as a URI fragment (RFC 6901 §6).
func fragment(pointer []string) string {
	var b strings.Builder
	b.WriteByte('#')
	for _, token := range pointer {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
		b.WriteString("/" + url.PathEscape(token))
	}
	return b.String()
}

// tokens reads a pointer in a URI fragment.
func tokens(fragment string) []string {
	path, ok := strings.CutPrefix(fragment, "#/")
	if !ok {
		return nil
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if text, err := url.PathUnescape(part); err == nil {
			part = text
		}
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	return slices.Clip(parts)
}
