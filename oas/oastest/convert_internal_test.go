package oastest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSchemasOf30AreRewritten(t *testing.T) {
	for _, c := range []struct{ name, old, now string }{
		{"nullable", `{"type":"string","nullable":true}`, `{"type":["string","null"]}`},
		{"not nullable", `{"type":"string","nullable":false}`, `{"type":"string"}`},
		{"nullable without a type says nothing", `{"nullable":true,"minLength":1}`, `{"minLength":1}`},
		{"an enumeration must list null itself", `{"type":"string","nullable":true,"enum":["a"]}`, `{"type":["string","null"],"enum":["a"]}`},
		{"an exclusive bound", `{"minimum":1,"exclusiveMinimum":true}`, `{"exclusiveMinimum":1}`},
		{"an upper one", `{"maximum":1.50,"exclusiveMaximum":true}`, `{"exclusiveMaximum":1.50}`},
		{"a bound that is not exclusive", `{"minimum":1,"exclusiveMinimum":false}`, `{"minimum":1}`},
		{"an exclusive bound of nothing", `{"exclusiveMinimum":true}`, `{}`},
		{"beside a reference nothing counts", `{"$ref":"#/a","minLength":1,"nullable":true}`, `{"$ref":"#/a"}`},
		{"an example is not a schema", `{"example":{"nullable":true,"type":"string"}}`, `{"examples":[{"nullable":true,"type":"string"}]}`},
		{"a property may be named like a keyword", `{"properties":{"nullable":{"type":"string","nullable":true}}}`, `{"properties":{"nullable":{"type":["string","null"]}}}`},
		{"deep", `{"items":{"allOf":[{"not":{"additionalProperties":{"type":"object","nullable":true}}}]}}`, `{"items":{"allOf":[{"not":{"additionalProperties":{"type":["object","null"]}}}]}}`},
		{"additionalProperties may be a boolean", `{"additionalProperties":false}`, `{"additionalProperties":false}`},
		{"what 3.0 has not does not help", `{"const":1,"if":{},"patternProperties":{},"type":"integer"}`, `{"type":"integer"}`},
	} {
		for _, at := range []struct{ name, before, after string }{
			{"component", `{"components":{"schemas":{"A":`, `}}}`},
			{"request", `{"paths":{"/":{"post":{"requestBody":{"content":{"application/json":{"schema":`, `}}}}}}}`},
			{"answer", `{"paths":{"/":{"get":{"responses":{"200":{"content":{"application/json":{"schema":`, `}}}}}}}}`},
			{"parameter", `{"paths":{"/":{"get":{"parameters":[{"schema":`, `}]}}}}`},
		} {
			got, want := parsed(t, at.before+c.old+at.after), parsed(t, at.before+c.now+at.after)
			modern(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, in a %s (-want +got):\n%s", c.name, at.name, diff)
			}
		}
	}
}
