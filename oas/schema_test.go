package oas_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// bytesRules are the bounds that a number of characters does not say.
const bytesRules = `"x-rules":[{"code":"min_bytes","message":"must have at least 1 byte","params":{"min":1}},{"code":"max_bytes","message":"must have at most 4 bytes","params":{"max":4}}]`

// serving is an API with the given operations.
func serving(ops ...*tree.Operation) *tenon.App {
	return appOf(&tree.API{Title: "Test", Version: "1", Operations: ops})
}

// taking is an operation with a body, whose schema is that of p.
func taking(p *tree.Prop, m tree.Mode) *tree.Operation {
	return &tree.Operation{Method: "POST", Path: "/", Body: &tree.Body{Prop: p, Mode: m}, Success: tree.Response{Status: 204}}
}

// decoded is the JSON document, with numbers as they are spelled.
func decoded(t *testing.T, s *tenon.App, v oas.Version, options ...oas.Option) map[string]any {
	t.Helper()
	text, err := oas.JSON(s, v, options...)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// part is what stands at a place of a document as JSON with sorted names, or ""
// where there is nothing. References to headers are replaced by what they lead to.
func part(t *testing.T, doc map[string]any, place ...string) string {
	t.Helper()
	var at any = doc
	for _, name := range place {
		object, _ := at.(map[string]any)
		if at = object[name]; at == nil {
			return ""
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(withHeaders(doc, at)); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func withHeaders(doc map[string]any, at any) any {
	switch at := at.(type) {
	case map[string]any:
		if ref, _ := at["$ref"].(string); strings.HasPrefix(ref, "#/components/headers/") {
			components := doc["components"].(map[string]any)
			return components["headers"].(map[string]any)[strings.TrimPrefix(ref, "#/components/headers/")]
		}
		out := map[string]any{}
		for name, v := range at {
			out[name] = withHeaders(doc, v)
		}
		return out
	case []any:
		out := make([]any, len(at))
		for i, v := range at {
			out[i] = withHeaders(doc, v)
		}
		return out
	}
	return at
}

var bodySchema = []string{"paths", "/", "post", "requestBody", "content", "application/json", "schema"}

const base64Pattern = `"x-pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"`

func TestSchemasOfProperties(t *testing.T) {
	type cents int16
	for _, test := range []struct {
		name     string
		p        prop.Prop
		v30, v31 string // "": as v30
	}{
		{name: "int64 without a format", p: prop.Int64("n").Format(""), v30: `{"type":"integer"}`},
		{name: "int64 with a format of its own", p: prop.Int64("n").Min(0).Format("unix-time"), v30: `{"format":"unix-time","minimum":0,"type":"integer"}`},
		{name: "int32 without a format", p: prop.Int32("n").Format(""), v30: `{"maximum":2147483647,"minimum":-2147483648,"type":"integer"}`},
		{name: "uint64 without a format", p: prop.Uint64("n").Format(""), v30: `{"minimum":0,"type":"integer"}`},
		{name: "float64 as a float", p: prop.Float64("x").Format("float"), v30: `{"format":"float","type":"number"}`},
		{name: "string with a format", p: prop.String("s").Format("phone"), v30: `{"format":"phone","type":"string"}`},
		{name: "UUID without a format", p: prop.UUID("u").Format(""), v30: `{"description":"It must be a UUID such as 123e4567-e89b-12d3-a456-426614174000.",` +
			`"type":"string","x-rules":[{"code":"format","message":"must be a UUID such as 123e4567-e89b-12d3-a456-426614174000","params":{"format":"uuid"}}]}`},
		{name: "date with another format", p: prop.Date("d").Format("day"), v30: `{"description":"It must be a date such as 2006-01-02.","format":"day","pattern":` + strconv.Quote(format.DatePattern) +
			`,"type":"string","x-rules":[{"code":"format","message":"must be a date such as 2006-01-02","params":{"format":"date"}}]}`},
		{name: "bytes with a format", p: prop.Bytes("b").Format("key"), v30: `{"format":"key","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","type":"string"}`,
			v31: `{"contentEncoding":"base64","format":"key","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","type":"string"}`},
		{name: "array and item with formats", p: prop.Array(prop.String("a").Format("word")).Format("words"), v30: `{"format":"words","items":{"format":"word","type":"string"},"type":"array"}`},
		{name: "int8", p: prop.IntOf[int8]("n"), v30: `{"format":"int8","maximum":127,"minimum":-128,"type":"integer"}`},
		{name: "int32", p: prop.Int32("n"), v30: `{"format":"int32","type":"integer"}`},
		{name: "named integer type", p: prop.IntOf[cents]("n"), v30: `{"format":"int16","maximum":32767,"minimum":-32768,"type":"integer"}`},
		{name: "greatest int64", p: prop.Int64("n"), v30: `{"format":"int64","type":"integer"}`},
		{name: "greatest uint64", p: prop.Uint64("n"), v30: `{"format":"uint64","minimum":0,"type":"integer"}`},
		{name: "above 2^53", p: prop.Int64("n").Min(-9007199254740993).Max(9007199254740993),
			v30: `{"format":"int64","maximum":9007199254740993,"minimum":-9007199254740993,"type":"integer"}`},
		{name: "tighter bounds", p: prop.Int32("n").Min(0).Max(9), v30: `{"format":"int32","maximum":9,"minimum":0,"type":"integer"}`},
		{name: "exclusive bounds", p: prop.Int32("n").ExclusiveMin(1).ExclusiveMax(9),
			v30: `{"exclusiveMaximum":true,"exclusiveMinimum":true,"format":"int32","maximum":9,"minimum":1,"type":"integer"}`,
			v31: `{"exclusiveMaximum":9,"exclusiveMinimum":1,"format":"int32","type":"integer"}`},
		{name: "exclusive bounds above 2^53", p: prop.Int64("n").ExclusiveMin(9007199254740993).ExclusiveMax(9223372036854775807),
			v30: `{"exclusiveMaximum":true,"exclusiveMinimum":true,"format":"int64","maximum":9223372036854775807,"minimum":9007199254740993,"type":"integer"}`,
			v31: `{"exclusiveMaximum":9223372036854775807,"exclusiveMinimum":9007199254740993,"format":"int64","type":"integer"}`},
		{name: "looser exclusive bounds", p: prop.Int32("n").Min(5).ExclusiveMin(1).Max(6).ExclusiveMax(9),
			v30: `{"format":"int32","maximum":6,"minimum":5,"type":"integer"}`},
		{name: "equal bounds", p: prop.Int32("n").Min(5).ExclusiveMin(5),
			v30: `{"exclusiveMinimum":true,"format":"int32","minimum":5,"type":"integer"}`,
			v31: `{"exclusiveMinimum":5,"format":"int32","type":"integer"}`},
		{name: "integer multiples", p: prop.Int64("n").Min(1).Max(2000000).MultipleOf(9007199254740993),
			v30: `{"format":"int64","maximum":2000000,"minimum":1,"multipleOf":9007199254740993,"type":"integer"}`},
		{name: "float", p: prop.Float64("x").MultipleOf(0.01).Min(-0.1).Max(1e300),
			v30: `{"format":"double","maximum":1e+300,"minimum":-0.1,"multipleOf":0.01,"type":"number"}`},
		{name: "small float", p: prop.Float64("x").Min(1e-300).ExclusiveMax(1000000),
			v30: `{"exclusiveMaximum":true,"format":"double","maximum":1000000,"minimum":1e-300,"type":"number"}`,
			v31: `{"exclusiveMaximum":1000000,"format":"double","minimum":1e-300,"type":"number"}`},
		{name: "zero bounds", p: prop.Float64("x").Min(0).Max(0), v30: `{"format":"double","maximum":0,"minimum":0,"type":"number"}`},
		{name: "text", p: prop.String("s").MinLen(0).MaxLen(80).Pattern("^[<>&]+$"), v30: `{"maxLength":80,"minLength":0,"pattern":"^[<>&]+$","type":"string"}`},
		{name: "format", p: prop.Email("s"), v30: `{"format":"email","type":"string"}`},
		{name: "strict format", p: prop.Date("d"), v30: `{"format":"date","type":"string","x-pattern":"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"}`},
		{name: "choice", p: prop.Enum("s", "on", "1"), v30: `{"enum":["on","1"],"type":"string"}`},
		{name: "nullable choice", p: prop.Nullable(prop.Enum("s", "a")),
			v30: `{"enum":["a",null],"nullable":true,"type":"string"}`,
			v31: `{"enum":["a",null],"type":["string","null"]}`},
		{name: "nullable", p: prop.Nullable(prop.Bool("b")),
			v30: `{"nullable":true,"type":"boolean"}`,
			v31: `{"type":["boolean","null"]}`},
		{name: "list", p: prop.Array(prop.Nullable(prop.String("s"))).MinItems(0).MaxItems(3).Unique(),
			v30: `{"items":{"nullable":true,"type":"string"},"maxItems":3,"minItems":0,"type":"array","uniqueItems":true}`,
			v31: `{"items":{"type":["string","null"]},"maxItems":3,"minItems":0,"type":"array","uniqueItems":true}`},
		{name: "map", p: prop.Map(prop.Bool("m")), v30: `{"additionalProperties":{"type":"boolean"},"type":"object"}`},
		{name: "texts", p: prop.Bool("b").Title("A *title*").Describe("Long.").Deprecated(), v30: `{"deprecated":true,"description":"Long.","title":"A *title*","type":"boolean"}`},
		{name: "examples", p: prop.Int64("n").Example(9007199254740993).Example(2).Min(0).Max(9007199254740993),
			v30: `{"example":9007199254740993,"format":"int64","maximum":9007199254740993,"minimum":0,"type":"integer"}`,
			v31: `{"examples":[9007199254740993,2],"format":"int64","maximum":9007199254740993,"minimum":0,"type":"integer"}`},
		{name: "null example", p: prop.Nullable(prop.Bool("b")).Example(nil),
			v30: `{"example":null,"nullable":true,"type":"boolean"}`,
			v31: `{"examples":[null],"type":["boolean","null"]}`},
		{name: "extensions", p: prop.Bool("b").Docs(meta.Extension("x-z", `{"b":[1.50,null],"a":""}`)).Docs(meta.Extension("x-a", "null")),
			v30: `{"type":"boolean","x-a":null,"x-z":{"a":"","b":[1.50,null]}}`},
		{name: "own rules", p: prop.Bool("b").Describe("Long.").
			Rule("even", "must be even.", func(bool) bool { return true }).
			Rule("near", "must be near {to} or {others}", func(bool) bool { return true }, prop.Param{Name: "to", JSON: `"Rome"`}, prop.Param{Name: "others", JSON: `["a","b"]`}),
			v30: `{"description":"Long.\n\nRule ` + "`even`: it must be even.\\nRule `near`: it must be near Rome or a, b." + `","type":"boolean",` +
				`"x-rules":[{"code":"even","message":"must be even."},{"code":"near","message":"must be near Rome or a, b","params":{"others":["a","b"],"to":"Rome"}}]}`},
		{name: "bounds of a decimal in words", p: prop.Decimal("d").Scale(2).Min("0.10").Max("5").Describe("In euros."),
			v30: `{"description":"In euros.\n\nIt must be at least 0.10.\nIt must be at most 5.","format":"decimal","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$","type":"string",` +
				`"x-rules":[{"code":"min","message":"must be at least 0.10","params":{"min":0.10}},{"code":"max","message":"must be at most 5","params":{"max":5}}]}`},
		{name: "bounds of a quoted integer in words", p: prop.Int64("n").Quoted().Min(9007199254740993),
			v30: `{"description":"It must be at least 9007199254740993.\nIt must be at most 9223372036854775807.","format":"int64","pattern":"^-?(0|[1-9][0-9]*)$","type":"string",` +
				`"x-rules":[{"code":"min","message":"must be at least 9007199254740993","params":{"min":9007199254740993}},{"code":"max","message":"must be at most 9223372036854775807","params":{"max":9223372036854775807}}]}`},
		{name: "one value", p: prop.Const("s", "a"), v30: `{"enum":["a"],"type":"string"}`, v31: `{"const":"a","type":"string"}`},
		{name: "one value or null", p: prop.Nullable(prop.Const("s", "a")),
			v30: `{"enum":["a",null],"nullable":true,"type":"string"}`,
			v31: `{"enum":["a",null],"type":["string","null"]}`},
		{name: "bytes", p: prop.Bytes("b").MinBytes(1).MaxBytes(4),
			v30: `{"description":"It must have at least 1 byte.\nIt must have at most 4 bytes.","format":"byte","maxLength":8,"minLength":4,"type":"string",` + base64Pattern + `,` + bytesRules + `}`,
			v31: `{"contentEncoding":"base64","description":"It must have at least 1 byte.\nIt must have at most 4 bytes.","maxLength":8,"minLength":4,"type":"string",` + base64Pattern + `,` + bytesRules + `}`},
		{name: "any value", p: prop.Any("a"), v30: `{}`},
		{name: "any value, described", p: prop.Nullable(prop.Any("a")).Describe("Long."), v30: `{"description":"Long."}`},
		{name: "size of a map", p: prop.Map(prop.Any("m")).MinProperties(1).MaxProperties(3), v30: `{"additionalProperties":{},"maxProperties":3,"minProperties":1,"type":"object"}`},
		{name: "flags and defaults are a member's", p: prop.Bool("b").ReadOnly().Default(true), v30: `{"type":"boolean"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := byVersion{test.v30, test.v31}
			for _, v := range oas.Versions() {
				got := part(t, decoded(t, serving(taking(node(test.p), tree.Create)), v), bodySchema...)
				if got != want.in(v) {
					t.Errorf("%s:\ngot  %s\nwant %s", v, got, want.in(v))
				}
			}
		})
	}
}

func TestPatternOfAFormatMovesAside(t *testing.T) {
	p := &tree.Prop{Type: tree.Text{Format: "date", Pattern: "^[0-9]"}, Rules: []tree.Rule{tree.Pattern{Expr: "1$"}}}
	const want = `{"description":"It must match the pattern 1$.","format":"date","type":"string","x-pattern":"^[0-9]",` +
		`"x-rules":[{"code":"pattern","message":"must match the pattern 1$","params":{"pattern":"1$"}}]}`
	for _, v := range oas.Versions() {
		if got := part(t, decoded(t, serving(taking(p, tree.Create)), v), bodySchema...); got != want {
			t.Errorf("%s: got %s, want %s", v, got, want)
		}
	}
}

func TestMembersOfObjects(t *testing.T) {
	inner := collection.New("Inner", prop.Bool("b")).Closed()
	object := inner.Object().As("m")
	for _, test := range []struct {
		name     string
		p        prop.Prop
		mode     tree.Mode
		v30, v31 string // "": as v30
	}{
		{name: "plain", p: object, v30: `{"$ref":"#/components/schemas/Inner"}`},
		{name: "described", p: object.Describe("Long."),
			v30: `{"allOf":[{"$ref":"#/components/schemas/Inner"}],"description":"Long."}`,
			v31: `{"$ref":"#/components/schemas/Inner","description":"Long."}`},
		{name: "read-only", p: object.ReadOnly(), mode: tree.View,
			v30: `{"allOf":[{"$ref":"#/components/schemas/Inner"}],"readOnly":true}`,
			v31: `{"$ref":"#/components/schemas/Inner","readOnly":true}`},
		{name: "nullable", p: prop.Nullable(object),
			v30: `{"anyOf":[{"$ref":"#/components/schemas/Inner"},{"enum":[null],"nullable":true,"type":"object"}]}`,
			v31: `{"anyOf":[{"$ref":"#/components/schemas/Inner"},{"type":"null"}]}`},
		{name: "nullable and deprecated", p: prop.Nullable(object).Deprecated(),
			v30: `{"anyOf":[{"$ref":"#/components/schemas/Inner"},{"enum":[null],"nullable":true,"type":"object"}],"deprecated":true}`,
			v31: `{"anyOf":[{"$ref":"#/components/schemas/Inner"},{"type":"null"}],"deprecated":true}`},
		{name: "list", p: prop.Array(object), v30: `{"items":{"$ref":"#/components/schemas/Inner"},"type":"array"}`},
		{name: "list in an update is written anew", p: prop.Array(object), mode: tree.Update, v30: `{"items":{"$ref":"#/components/schemas/Inner"},"type":"array"}`},
		{name: "object in an update", p: object, mode: tree.Update, v30: `{"$ref":"#/components/schemas/InnerUpdate"}`},
		{name: "null removes from a map in an update", p: prop.Map(prop.Bool("m")), mode: tree.Update,
			v30: `{"additionalProperties":{"nullable":true,"type":"boolean"},"type":"object"}`,
			v31: `{"additionalProperties":{"type":["boolean","null"]},"type":"object"}`},
		{name: "a patch of a map has only what changes", p: prop.Map(prop.Bool("m")).MinProperties(1), mode: tree.Update,
			v30: `{"additionalProperties":{"nullable":true,"type":"boolean"},"type":"object"}`,
			v31: `{"additionalProperties":{"type":["boolean","null"]},"type":"object"}`},
		{name: "null removes an optional member in an update", p: prop.Bool("m").Optional(), mode: tree.Update,
			v30: `{"nullable":true,"type":"boolean"}`,
			v31: `{"type":["boolean","null"]}`},
		{name: "optional in a request", p: prop.Bool("m").Optional(), v30: `{"type":"boolean"}`},
		{name: "default in a request", p: prop.Bool("m").Default(false), v30: `{"default":false,"type":"boolean"}`},
		{name: "null as a default", p: prop.Nullable(prop.Bool("m")).Default(nil),
			v30: `{"default":null,"nullable":true,"type":"boolean"}`,
			v31: `{"default":null,"type":["boolean","null"]}`},
		{name: "no default in an answer", p: prop.Bool("m").Default(false), mode: tree.View, v30: `{"type":"boolean"}`},
		{name: "no default in an update", p: prop.Bool("m").Default(false), mode: tree.Update, v30: `{"type":"boolean"}`},
		{name: "read-only in an answer", p: prop.Bool("m").ReadOnly(), mode: tree.List, v30: `{"readOnly":true,"type":"boolean"}`},
		{name: "read-only is in no request", p: prop.Bool("m").ReadOnly(), v30: ""},
		{name: "write-only in a request", p: prop.Bool("m").WriteOnly(), v30: `{"type":"boolean","writeOnly":true}`},
		{name: "write-only is in no answer", p: prop.Bool("m").WriteOnly(), mode: tree.View, v30: ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			outer := collection.New("Outer", prop.Bool("other"), test.p)
			want := byVersion{test.v30, test.v31}
			for _, v := range oas.Versions() {
				doc := decoded(t, serving(taking(node(prop.Object(outer)), test.mode)), v)
				ref := strings.Trim(part(t, doc, append(bodySchema, "$ref")...), `"`)
				schema := []string{"components", "schemas", ref[strings.LastIndexByte(ref, '/')+1:], "properties"}
				if part(t, doc, append(schema, "other")...) == "" {
					t.Fatalf("%s: %s has no members", v, ref)
				}
				if got := part(t, doc, append(schema, "m")...); got != want.in(v) {
					t.Errorf("%s:\ngot  %s\nwant %s", v, got, want.in(v))
				}
			}
		})
	}
}

func TestEveryTypeHasASchema(t *testing.T) {
	for _, typ := range tree.AllTypes() {
		for _, v := range oas.Versions() {
			doc := decoded(t, serving(taking(&tree.Prop{Name: "p", Type: typ}, tree.View)), v)
			got := part(t, doc, append(bodySchema, "type")...)
			want := `"` + typ.Word() + `"`
			switch typ.(type) {
			case tree.Object:
				got = part(t, doc, "components", "schemas", "Group", "type")
			case tree.Alternatives:
				got = part(t, doc, append(bodySchema, "$ref")...)
				want = `"#/components/schemas/Groups"`
			case tree.Any:
				got, want = part(t, doc, bodySchema...), "{}"
			case tree.File:
				got = part(t, doc, bodySchema...)
				want = byVersion{`{"format":"binary","type":"string"}`, `{"contentMediaType":"application/octet-stream"}`}.in(v)
			}
			if got != want {
				t.Errorf("%s: %T has type %s, want %s", v, typ, got, want)
			}
		}
	}
}

func TestEveryRuleHasAKeyword(t *testing.T) {
	keywords := map[string]string{
		"min": "minimum", "max": "maximum", "exclusive_min": "exclusiveMinimum", "exclusive_max": "exclusiveMaximum",
		"multiple_of": "multipleOf", "min_length": "minLength", "max_length": "maxLength", "pattern": "pattern",
		"min_items": "minItems", "max_items": "maxItems", "unique": "uniqueItems", "even": "x-rules",
		"min_bytes": "minLength", "max_bytes": "maxLength", "min_properties": "minProperties", "max_properties": "maxProperties",
	}
	for _, r := range tree.AllRules() {
		for _, v := range oas.Versions() {
			p := &tree.Prop{Name: "p", Type: tree.Float{}, Rules: []tree.Rule{r}}
			keyword := keywords[r.Code()]
			if r.Kind().Pattern != "" {
				p.Type, keyword = tree.Text{}, "pattern"
			}
			if strings.HasSuffix(r.Code(), "_bytes") {
				p.Type = tree.Binary{}
			}
			doc := decoded(t, serving(taking(p, tree.View)), v)
			if part(t, doc, append(bodySchema, keyword)...) == "" || keyword == "" {
				t.Errorf("%s: rule %T is not in %s", v, r, part(t, doc, bodySchema...))
			}
		}
	}
}

func TestNumbersKeepEveryDigitInYAML(t *testing.T) {
	for _, test := range []struct {
		p    prop.Prop
		want string
	}{
		{prop.Int64("n").Max(math.MaxInt64), "maximum: 9223372036854775807"},
		{prop.Int64("n").Min(math.MinInt64), "minimum: -9223372036854775808"},
		{prop.Uint64("n").Max(math.MaxUint64), "maximum: 18446744073709551615"},
		{prop.Int64("n").Max(9007199254740993), "maximum: 9007199254740993"},
		{prop.Float64("x").MultipleOf(0.01), "multipleOf: 0.01"},
		{prop.Float64("x").Min(1e-300), "minimum: 1.0e-300"},
		{prop.Int64("n").Example(9007199254740993), "example: 9007199254740993"},
		{prop.Int64("n").Docs(meta.Extension("x-n", "123456789012345678901234567890.10")), "x-n: 123456789012345678901234567890.10"},
	} {
		text, err := oas.YAML(serving(taking(node(test.p), tree.Create)), oas.V30)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
		found := false
		for _, l := range lines {
			found = found || strings.TrimSpace(l) == test.want
		}
		if !found {
			t.Errorf("no line %q:\n%s", test.want, cmp.Diff("", string(text)))
		}
	}
}
