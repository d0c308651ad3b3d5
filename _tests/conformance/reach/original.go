package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon/internal/pattern"
)

// originals validates values with the schemas of a document as they are written. It knows nothing of
// the canonical form: it is a JSON Schema validator, for which schemas of OpenAPI are translated.
// Requests and responses have validators of their own, because of readOnly and writeOnly.
type originals struct {
	document  *document
	side      originalKey
	compiler  *jsonschema.Compiler
	schemas   map[string]*jsonschema.Schema
	inline    map[string]any // schemas that have no name, by their URLs
	malformed map[string]error
}

// originals returns the validator of requests or of responses, with formats or without.
func (d *document) originals(request, formats bool) *originals {
	key := originalKey{request, formats}
	if d.validators[key] == nil {
		d.validators[key] = newOriginals(d, key)
	}
	return d.validators[key]
}

// openAPIFormats are formats of OpenAPI (3.0.4 §4.4) that JSON Schema lacks.
var openAPIFormats = map[string]func(any) error{
	"byte": func(v any) error {
		if s, ok := v.(string); ok {
			_, err := base64.StdEncoding.DecodeString(s)
			return err
		}
		return nil
	},
	"int32": func(v any) error { return integerOf(v, 32) },
	"int64": func(v any) error { return integerOf(v, 64) },
}

// integerOf returns an error if a number is an integer of more bits.
func integerOf(v any, bits int) error {
	n, ok := v.(fmt.Stringer) // the validator keeps the text of numbers
	if !ok {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.String())
	if ok && r.IsInt() && r.Num().IsInt64() && (bits == 64 || r.Num().Int64() == int64(int32(r.Num().Int64()))) {
		return nil
	}
	return fmt.Errorf("is no integer of %d bits", bits)
}

const originalURL = "https://reach.invalid/"

// originalKey identifies a validator of a document. Formats are rules, as publishers mean them; JSON
// Schema 2020-12 leaves the choice to validators (Validation §7.2.1).
type originalKey struct{ request, formats bool }

func newOriginals(d *document, side originalKey) *originals {
	o := &originals{d, side, jsonschema.NewCompiler(), map[string]*jsonschema.Schema{}, map[string]any{}, map[string]error{}}
	o.compiler.DefaultDraft(jsonschema.Draft2020)
	if side.formats {
		o.compiler.AssertFormat()
		for name, validate := range openAPIFormats {
			o.compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: validate})
		}
	}
	o.compiler.UseRegexpEngine(func(expr string) (jsonschema.Regexp, error) { return pattern.Compile(expr) })
	o.compiler.UseLoader(o)
	return o
}

// validate returns why a value violates a schema, or nil. The second error is of the schema.
func (o *originals) validate(schema, value any) (violation, malformed error) {
	at := originalURL + "inline/" + hex.EncodeToString(fmt.Appendf(nil, "%p", schema))
	if raw, ok := schema.(object); ok && raw["$ref"] != nil && (o.document.old || len(raw) == 1) {
		at = urlOf(text(raw["$ref"]))
	} else {
		o.inline[at] = schema
	}
	if err := o.malformed[at]; err != nil {
		return nil, err
	}
	s := o.schemas[at]
	if s == nil {
		var err error
		if s, err = o.compiler.Compile(at); err != nil {
			o.malformed[at] = err
			return nil, err
		}
		o.schemas[at] = s
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(written(value)))
	if err != nil {
		return nil, err
	}
	return s.Validate(v), nil
}

// urlOf returns the URL of what a reference refers to.
func urlOf(ref string) string { return originalURL + "at/" + hex.EncodeToString([]byte(ref)) }

// Load returns the schema with a URL, as JSON Schema 2020-12. It implements jsonschema.URLLoader.
func (o *originals) Load(url string) (any, error) {
	raw, ok := o.inline[url]
	if !ok {
		ref, err := hex.DecodeString(strings.TrimPrefix(url, originalURL+"at/"))
		if err != nil {
			return nil, err
		}
		if raw = o.document.at(string(ref)); raw == nil {
			return nil, fmt.Errorf("$ref %s: not found", ref)
		}
	}
	return jsonschema.UnmarshalJSON(strings.NewReader(written(o.modern(raw, nil))))
}

// keywords30 are the keywords that schemas of OpenAPI 3.0 have in common with JSON Schema; others have
// no meaning there.
var keywords30 = []string{
	"multipleOf", "maximum", "minimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems",
	"maxProperties", "minProperties", "required", "enum", "type", "allOf", "oneOf", "anyOf", "not", "items", "properties",
	"additionalProperties", "format",
}

// modern returns a schema in JSON Schema 2020-12. The members of absent are those that this side does
// not send, so that it need not have them.
func (o *originals) modern(raw any, absent []string) any {
	s, ok := raw.(object)
	if !ok {
		return raw
	}
	ref, refers := s["$ref"].(string)
	if refers && o.document.old {
		return object{"$ref": urlOf(ref)}
	}
	out := object{}
	for k, v := range s {
		if !o.document.old || slices.Contains(keywords30, k) {
			out[k] = v
		}
	}
	if refers {
		out["$ref"] = urlOf(ref)
	}
	if o.document.old {
		old(s, out)
	}
	absent = append(slices.Clip(absent), o.document.absent(s, o.side.request, 0)...)
	if required, ok := s["required"].([]any); ok {
		out["required"] = slices.DeleteFunc(slices.Clone(required), func(v any) bool { return slices.Contains(absent, text(v)) })
	}
	for _, k := range []string{"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema"} {
		if v, ok := out[k]; ok {
			out[k] = o.modern(v, nil)
		}
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf", "prefixItems"} {
		if parts, ok := out[k].([]any); ok {
			all := make([]any, len(parts))
			for i, v := range parts {
				all[i] = o.modern(v, absent)
			}
			out[k] = all
		}
	}
	for _, k := range []string{"properties", "patternProperties", "dependentSchemas", "$defs"} {
		if members, ok := out[k].(object); ok {
			all := maps.Clone(members)
			for name, v := range members {
				all[name] = o.modern(v, nil)
			}
			out[k] = all
		}
	}
	return out
}

// old adds what OpenAPI 3.0 says in other words: nullable, and flags for exclusive bounds (3.0.4
// §4.7.24).
func old(s, out object) {
	if t, ok := s["type"].(string); ok && isTrue(s["nullable"]) { // without a type it has no effect
		out["type"] = []any{t, "null"}
	}
	for _, k := range []string{"minimum", "maximum"} {
		exclusive := "exclusiveM" + k[1:]
		if v, ok := s[k]; ok && isTrue(s[exclusive]) {
			delete(out, k)
			out[exclusive] = v
		}
	}
}

// absent returns the members that a side does not send: a list of required members binds the other side
// alone (OpenAPI 3.0.4 and 3.1, readOnly and writeOnly).
func (d *document) absent(s object, request bool, depth int) (names []string) {
	const deepest = 16
	if depth > deepest {
		return nil
	}
	flag := map[bool]string{true: "readOnly", false: "writeOnly"}[request]
	members, _ := s["properties"].(object)
	for name, v := range members {
		if m, ok := v.(object); ok && (isTrue(m[flag]) || isTrue(d.resolve(m)[flag])) {
			names = append(names, name)
		}
	}
	for _, part := range list(s["allOf"]) {
		names = append(names, d.absent(d.resolve(part), request, depth+1)...)
	}
	return names
}
