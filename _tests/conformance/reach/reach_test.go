package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestVerdicts judges the operations of testdata, whose extension x-reach says what to find:
// "whole", "declared" (without its problems), or a reason.
func TestVerdicts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		d, err := readDocument(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range d.operations() {
			v := judge(d, op, false)
			for _, want := range list(op.raw["x-reach"]) {
				ok := slices.ContainsFunc(v.reasons, func(r string) bool { return strings.Contains(r, text(want)) })
				switch text(want) {
				case "whole":
					ok = v.declared && v.whole && len(v.reasons) == 0
				case "declared":
					ok = v.declared
				case "no":
					ok = !v.declared
				}
				if !ok {
					t.Errorf("%s: %s is not %q: %+v", f, v.operation, text(want), v)
				}
			}
			if len(list(op.raw["x-reach"])) == 0 {
				t.Errorf("%s: %s has no x-reach", f, v.operation)
			}
		}
	}
}

// TestSame compares pairs of schemas that mean the same in requests, and pairs that do not.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"type":"string"}`, `{"type":"string","description":"a","title":"b","example":"c"}`, true},
		{`{"type":"string"}`, `{"type":"integer"}`, false},
		{`{"type":"number"}`, `{"type":"integer"}`, false},
		{`{"type":"string"}`, `{"type":["string","null"]}`, false},
		{`{"type":["string","null"]}`, `{"oneOf":[{"type":"null"},{"type":"string"}]}`, true},
		{`{"type":["string","null"],"maxLength":3}`, `{"anyOf":[{"type":"string","maxLength":3},{"type":"null"}]}`, true},
		{`{"type":"string","format":"uuid"}`, `{"type":"string"}`, false},
		{`{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^b"}`, false},
		{`{"type":"string","minLength":0}`, `{"type":"string"}`, true},
		{`{"type":"string","minLength":1}`, `{"type":"string"}`, false},
		{`{"type":"integer","format":"int32","minimum":-2147483648}`, `{"type":"integer","format":"int32"}`, true},
		{`{"type":"integer","minimum":1}`, `{"type":"integer","exclusiveMinimum":1}`, false},
		{`{"type":"number","maximum":1.50}`, `{"type":"number","maximum":15e-1}`, true},
		{`{"enum":["a","b"]}`, `{"type":"string","enum":["b","a"],"maxLength":1}`, true},
		{`{"enum":["a","b"]}`, `{"enum":["a"]}`, false},
		{`{"const":"a"}`, `{"type":"string","enum":["a"]}`, true},
		{`{"type":"array","items":{}}`, `{"type":"array"}`, true},
		{`{"type":"array","items":{"type":"string"}}`, `{"type":"array"}`, false},
		{`{"type":"array","uniqueItems":true}`, `{"type":"array"}`, false},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{"type":"string"}},"additionalProperties":true}`, true},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, false},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"b":{}}}`, false},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"required":["a"]}`, false},
		{`{"type":"object","required":["a"]}`, `{"type":"object","properties":{"a":{}},"required":["a"]}`, true},
		{`{"type":"object","properties":{"a":{"type":"string","default":"x"}}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, false},
		{`{"type":"object","properties":{"a":{"type":"string","readOnly":true}}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, false},
		{`{"type":"object","properties":{"a":{"type":"string","deprecated":true}}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, false},
		{`{"type":"array","items":{"type":"string","readOnly":true}}`, `{"type":"array","items":{"type":"string"}}`, true},
		{`{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object"}`, false},
		{`{"type":"object","additionalProperties":false}`, `{"type":"object","maxProperties":0}`, true},
		{`{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"properties":{"a":{"maxLength":3}},"required":["a"]}]}`,
			`{"type":"object","properties":{"a":{"type":"string","maxLength":3}},"required":["a"]}`, true},
		{`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"oneOf":[{"type":"integer"},{"type":"string"}]}`, true},
		{`{"anyOf":[{"type":"string","maxLength":2},{"type":"string","minLength":1}]}`, `{"oneOf":[{"type":"string","maxLength":2},{"type":"string","minLength":1}]}`, false},
		{`{"anyOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}`,
			`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}`, true},
		{`{"type":"string","format":"byte"}`, `{"type":"string","contentEncoding":"base64"}`, true},
		{`{"type":"integer","format":"uint16","minimum":0,"maximum":65535}`, `{"type":"integer","format":"uint16"}`, true},
		{`{"type":"integer","minimum":0,"maximum":18446744073709552000}`, `{"type":"integer","minimum":0}`, true},
		{`{"type":"integer","minimum":0,"maximum":65535}`, `{"type":"integer","minimum":0}`, false},
		{`{"type":"null"}`, `{"enum":[null]}`, true},
		{`{"oneOf":[{"type":"string"},{"enum":["a"]}]}`, `{"anyOf":[{"type":"string"},{"enum":["a"]}]}`, true},
		{`{"oneOf":[{"type":"string"},{"oneOf":[{"type":"integer"},{"type":"boolean"}]}]}`, `{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"boolean"}]}`, true},
		{`{"oneOf":[{"type":"string","maxLength":2},{"type":"string","minLength":1}]}`, `{"oneOf":[{"type":"string","maxLength":2}]}`, false},
		{`{"type":"string","anyOf":[{"format":"date"},{"format":"uuid"}]}`, `{"anyOf":[{"type":"string","format":"date"},{"type":"string","format":"uuid"}]}`, true},
		{`{"allOf":[{"oneOf":[{"type":"string"},{"type":"integer"}]},{"oneOf":[{"maxLength":3},{"maximum":3}]}]}`,
			`{"oneOf":[{"type":"string","maxLength":3},{"type":"string"},{"type":"integer"},{"type":"integer","maximum":3}]}`, true},
	} {
		if a, b := parsed(t, c.a, c.b, true); same(a, b) != c.same {
			t.Errorf("%s and %s: same is %v: %q", c.a, c.b, !c.same, differences(a, b))
		}
	}
}

// TestSameInResponses compares pairs that mean the same in responses alone: a server sends a value of one
// case, whatever else it matches.
func TestSameInResponses(t *testing.T) {
	for _, c := range [][2]string{
		{`{"anyOf":[{"type":"string","maxLength":2},{"type":"string","minLength":1}]}`, `{"oneOf":[{"type":"string","maxLength":2},{"type":"string","minLength":1}]}`},
		{`{"oneOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"type":"object","properties":{"b":{}},"required":["b"]}]}`,
			`{"anyOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"type":"object","properties":{"b":{}},"required":["b"]}]}`},
	} {
		if a, b := parsed(t, c[0], c[1], false); !same(a, b) {
			t.Errorf("%s and %s in a response: %q", c[0], c[1], differences(a, b))
		}
		if a, b := parsed(t, c[0], c[1], true); same(a, b) {
			t.Errorf("%s and %s are the same in a request", c[0], c[1])
		}
	}
}

// parsed returns two schemas in canonical form.
func parsed(t *testing.T, a, b string, request bool) (_, _ *schema) {
	t.Helper()
	d, err := parseDocument(fmt.Appendf(nil, `{"openapi":"3.1.0","components":{"schemas":{"A":%s,"B":%s}}}`, a, b))
	if err != nil {
		t.Fatal(a, b, err)
	}
	x := d.schemaOf(d.at("#/components/schemas/A"), "A", request)
	y := d.schemaOf(d.at("#/components/schemas/B"), "B", request)
	x.settle()
	y.settle()
	return x, y
}

// TestReport counts operations and their reasons.
func TestReport(t *testing.T) {
	r := &report{reasons: map[string]*reason{}}
	r.add("a", verdict{operation: "GET /1", declared: true, whole: true})
	r.add("a", verdict{operation: "GET /2", declared: true, reasons: []string{"x"}})
	r.add("b", verdict{operation: "GET /3", reasons: []string{"x", "y"}})
	var b strings.Builder
	r.write(&b, 1)
	for _, want := range []string{
		"a                     2       1   50.0%       2  100.0%",
		"all                   3       1   33.3%       2   66.7%",
		"         2      1  x",
		"a GET /2",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), "  y") {
		t.Error("more reasons than asked for")
	}
}
