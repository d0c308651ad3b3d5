package main

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples tries the examples of testdata, whose extension x-examples says what becomes of each: a
// fate, and a part of the reason.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, f := range files {
		d, err := readDocument(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range d.operations() {
			want, _ := op.raw["x-examples"].(object)
			want = maps.Clone(want)
			v := judge(d, op, false)
			for _, o := range tryExamples(d, op, v) {
				tried++
				name, reason, _ := strings.Cut(text(want[o.name]), ": ")
				if name != fateNames[o.fate] || !strings.Contains(o.reason, reason) {
					t.Errorf("%s %s: %s is %s: %s; want %s", f, v.operation, o.name, fateNames[o.fate], o.reason, want[o.name])
				}
				delete(want, o.name)
			}
			for name := range want {
				t.Errorf("%s %s: there is no example %s", f, v.operation, name)
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d examples", tried)
	}
}

// TestExampleReport counts examples and their reasons.
func TestExampleReport(t *testing.T) {
	r := newExampleReport()
	add := func(publisher, kind string, f fate, reason string, times int) {
		for range times {
			r.add(publisher, "GET /1", outcome{example: example{kind: kind, name: "200"}, fate: f, reason: reason})
		}
	}
	add("a", ofRequest, kept, "", 3)
	add("a", ofRequest, rejected, "no", 1)
	add("a", ofHeader, kept, "", 94)
	add("b", ofHeader, altered, "other", 2)
	add("b", ofHeader, skipped, "unknown", 5)
	add("b", ofHeader, invalid, "wrong", 6)
	add("b", ofHeader, misformed, "time", 7)
	var b strings.Builder
	if least := r.write(&b, 20); least != 75 {
		t.Errorf("%g %% of bodies or of all examples are accepted, want 75", least)
	}
	for _, want := range []string{
		"request bodies               4       0       0         0       4       3  75.00%       3  75.00%",
		"all                        118       5       6         7     100      99  99.00%      97  97.00%",
		"         1  no\n            a GET /1, 200",
		"         5  unknown\n            b GET /1, 200",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// TestOriginals validates values with schemas as they are written.
func TestOriginals(t *testing.T) {
	for _, c := range []struct {
		version, schema, value string
		request, valid         bool
	}{
		{"3.0.3", `{"type": "string", "nullable": true}`, `null`, true, true},
		{"3.1.0", `{"type": "string", "nullable": true}`, `null`, true, false},
		{"3.0.3", `{"nullable": true, "enum": ["a"]}`, `null`, true, false},
		{"3.0.3", `{"type": "string", "nullable": true, "enum": ["a"]}`, `null`, true, false},
		{"3.0.3", `{"type": "integer", "minimum": 1, "exclusiveMinimum": true}`, `1`, true, false},
		{"3.0.3", `{"type": "integer", "minimum": 1, "exclusiveMinimum": false}`, `1`, true, true},
		{"3.1.0", `{"type": "integer", "exclusiveMinimum": 1}`, `1`, true, false},
		{"3.0.3", `{"const": 1}`, `2`, true, true},
		{"3.1.0", `{"const": 1}`, `2`, true, false},
		{"3.0.3", `{"$ref": "#/components/schemas/Text", "maxLength": 1}`, `"ab"`, true, true},
		{"3.1.0", `{"$ref": "#/components/schemas/Text", "maxLength": 1}`, `"ab"`, true, false},
		{"3.1.0", `{"$ref": "#/components/schemas/Text"}`, `1`, true, false},
		{"3.0.3", `{"type": "object", "properties": {"a": {"readOnly": true}}, "required": ["a"]}`, `{}`, true, true},
		{"3.0.3", `{"type": "object", "properties": {"a": {"readOnly": true}}, "required": ["a"]}`, `{}`, false, false},
		{"3.0.3", `{"type": "object", "properties": {"a": {"writeOnly": true}}, "required": ["a"]}`, `{}`, false, true},
		{"3.0.3", `{"allOf": [{"properties": {"a": {"readOnly": true}}}, {"required": ["a"]}]}`, `{}`, true, true},
		{"3.0.3", `{"type": "object", "properties": {"required": {"type": "string"}}}`, `{"required": 1}`, true, false},
		{"3.0.3", `{"type": "string", "format": "date-time"}`, `"2030"`, true, false},
		{"3.0.3", `{"type": "string", "format": "byte"}`, `"YQ"`, true, false},
		{"3.0.3", `{"type": "integer", "format": "int32"}`, `2147483648`, true, false},
		{"3.0.3", `{"type": "integer", "format": "int64"}`, `2147483648`, true, true},
		{"3.0.3", `{"type": "string", "format": "made-up"}`, `"a"`, true, true},
		{"3.1.0", `{"type": "array", "prefixItems": [{"$ref": "#/components/schemas/Text"}]}`, `[1]`, true, false},
		{"3.0.3", `{"type": "object", "additionalProperties": {"type": "string", "nullable": true}}`, `{"a": null}`, true, true},
	} {
		d, err := parseDocument([]byte(`{"openapi": "` + c.version + `", "components": {"schemas": {"Text": {"type": "string"}, "A": ` + c.schema + `}}}`))
		if err != nil {
			t.Fatal(err)
		}
		v, err := parseJSON([]byte(c.value))
		if err != nil {
			t.Fatal(err)
		}
		violation, malformed := d.originals(c.request, true).validate(d.at("#/components/schemas/A"), v)
		if malformed != nil || (violation == nil) != c.valid {
			t.Errorf("%s, %s, %s, request %v: %v, %v", c.version, c.schema, c.value, c.request, violation, malformed)
		}
	}
}

// TestRewriting compares values with what was written in their place.
func TestRewriting(t *testing.T) {
	d, err := parseDocument([]byte(`{"openapi": "3.0.3", "components": {"schemas": {"A": {"type": "object", "properties": {
		"a": {"type": "string"}, "n": {"type": "number"}, "r": {"readOnly": true}, "d": {"default": 1}, "list": {"items": {"properties": {"x": {}}}}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ want, got, reason string }{
		{`{"a": "1", "n": 1.0}`, `{"n": 1, "a": "1"}`, ""},
		{`{"a": "1"}`, `{"a": "2"}`, "a value is written differently"},
		{`{"a": "2030-01-02T03:04:05.10Z"}`, `{"a": "2030-01-02T03:04:05.100000Z"}`, ""},
		{`{"a": "2030-01-02T03:04:05Z"}`, `{"a": "2030-01-02T03:04:06Z"}`, "a value is written differently"},
		{`{"a": "P1DT1H"}`, `{"a": "PT25H"}`, ""},
		{`{"a": "P1D"}`, `{"a": "PT25H"}`, "a value is written differently"},
		{`{"a": "1"}`, `{}`, "a declared member is lost"},
		{`{"a": null}`, `{}`, "null of a member is lost"},
		{`{"z": 1}`, `{}`, ""},
		{`{"r": 1}`, `{}`, ""},
		{`{}`, `{"d": 1}`, ""},
		{`{}`, `{"d": 2}`, "a member is added"},
		{`{}`, `{"a": "1"}`, "a member is added"},
		{`{"list": [{"x": 1}]}`, `{"list": []}`, "a list is written as another value"},
		{`{"list": [{"x": 1}]}`, `{"list": [{}]}`, "a declared member is lost"},
		{`{"list": {}}`, `{"list": []}`, "an object is written as another value"},
	} {
		want, err := parseJSON([]byte(c.want))
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseJSON([]byte(c.got))
		if err != nil {
			t.Fatal(err)
		}
		w := rewriting{d, true}
		if reason := w.lost(w.expand(d.at("#/components/schemas/A"), 0), want, got); reason != c.reason {
			t.Errorf("%s, written as %s: %q, want %q", c.want, c.got, reason, c.reason)
		}
	}
}
