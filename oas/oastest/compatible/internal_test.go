package compatible

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// judged compares two documents and returns the changes that break clients, and others.
func judged(t *testing.T, old, now string) (broken, others []string) {
	t.Helper()
	was, err := parseTree([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	is, err := parseTree([]byte(now))
	if err != nil {
		t.Fatal(err)
	}
	found, err := compare(was, is)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		text := f.where + f.direction.String() + ": " + f.what
		if f.breaking {
			broken = append(broken, text)
		} else {
			others = append(others, text)
		}
	}
	return broken, others
}

// with returns a document with a schema in a request, a response and a problem.
func with(version, schema string) string {
	return `{"openapi":"` + version + `","info":{"title":"A","version":"1"},"paths":{"/":{"post":{
		"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}},
		"responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}},
			"422":{"$ref":"#/components/responses/Bad"}}}}},
		"components":{
			"responses":{"Bad":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}}},
			"schemas":{"S":` + schema + `,"A":{"type":"integer"},"B":{"type":"string"},"C":{"type":"string"},"D":{"type":"integer"},
				"Node":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/Node"}}},
				"Knot":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/Knot"},"more":{}}}}}}`
}

func TestSchemasAreComparedByDirection(t *testing.T) {
	const a, b = `{"$ref":"#/components/schemas/A"}`, `{"$ref":"#/components/schemas/B"}`
	const likeB, likeA = `{"$ref":"#/components/schemas/C"}`, `{"$ref":"#/components/schemas/D"}`
	for _, c := range []struct {
		old, now string
		breaks   string // in requests, responses or problems
	}{
		{`{}`, `{}`, ""},
		{`true`, `{}`, ""},
		{`{}`, `false`, "rap"}, // an unknown keyword
		{`{"type":"integer"}`, `{"type":"number"}`, "a"},
		{`{"type":"integer","format":"int64","minimum":-9223372036854775808,"maximum":9223372036854775807}`, `{"type":"integer","format":"int64"}`, ""},
		{`{"type":"integer","format":"int64"}`, `{"type":"integer","format":"int64","minimum":-9223372036854775808,"maximum":9223372036854775807}`, ""},
		{`{"type":"integer","format":"int32","minimum":0,"maximum":2147483647}`, `{"type":"integer","format":"int32","minimum":0}`, ""},
		{`{"type":"integer","format":"uint64","minimum":0,"maximum":18446744073709551615}`, `{"type":"integer","format":"uint64"}`, ""},
		{`{"type":"integer","format":"int64"}`, `{"type":"integer","format":"int64","maximum":5}`, "r"},
		{`{"type":"integer","format":"int64","maximum":5}`, `{"type":"integer","format":"int64"}`, ""},
		{`{"type":"number"}`, `{"type":"integer"}`, "r"},
		{`{"type":"integer"}`, `{"type":"string"}`, "rap"},
		{`{"type":"integer"}`, `{}`, "a"},
		{`{}`, `{"type":"integer"}`, "r"},
		{`{"type":["integer","string"]}`, `{"type":"string"}`, "r"},
		{`{"type":"string"}`, `{"type":["string","null"]}`, "a"},
		{`{"type":["null","string"]}`, `{"type":"string"}`, "r"},
		{`{"type":["null","string"]}`, `{"type":["string","null"]}`, ""},
		{`{"enum":[1,2]}`, `{"enum":[2.0,1e0]}`, ""},
		{`{"enum":[1,2]}`, `{"enum":[1]}`, "r"},
		{`{"enum":[1]}`, `{"enum":[1,2]}`, "a"},
		{`{"enum":[1]}`, `{"enum":[2]}`, "ra"},
		{`{"enum":[1]}`, `{"const":1}`, ""},
		{`{"enum":[1]}`, `{}`, "a"},
		{`{}`, `{"const":1}`, "r"},
		{`{"minimum":1}`, `{"minimum":2}`, "r"},
		{`{"minimum":9007199254740992}`, `{"minimum":9007199254740993}`, "r"},
		{`{"minimum":2}`, `{"minimum":1}`, ""},
		{`{"minimum":2}`, `{}`, ""},
		{`{"minimum":1}`, `{"exclusiveMinimum":1}`, "r"},
		{`{"exclusiveMinimum":1}`, `{"minimum":1}`, ""},
		{`{"exclusiveMinimum":1}`, `{"minimum":1.5}`, "r"},
		{`{"minimum":2}`, `{"minimum":2,"exclusiveMinimum":1}`, ""},
		{`{"maximum":2}`, `{"maximum":1}`, "r"},
		{`{"maximum":1}`, `{"exclusiveMaximum":1}`, "r"},
		{`{"maximum":1}`, `{"maximum":2}`, ""},
		{`{}`, `{"maxLength":1}`, "r"},
		{`{"maxItems":1}`, `{"maxItems":2}`, ""},
		{`{"minProperties":1}`, `{"minProperties":2}`, "r"},
		{`{"multipleOf":2}`, `{"multipleOf":4}`, "r"},
		{`{"multipleOf":4}`, `{"multipleOf":2}`, ""},
		{`{"multipleOf":4}`, `{"multipleOf":6}`, "r"},
		{`{"multipleOf":0.1}`, `{"multipleOf":0.10}`, ""},
		{`{"multipleOf":4}`, `{}`, ""},
		{`{}`, `{"multipleOf":4}`, "r"},
		{`{}`, `{"uniqueItems":true}`, "r"},
		{`{"uniqueItems":true}`, `{"uniqueItems":false}`, ""},
		{`{"pattern":"a"}`, `{"pattern":"b"}`, "r"},
		{`{"pattern":"a"}`, `{}`, ""},
		{`{}`, `{"pattern":"a"}`, "r"},
		{`{"format":"date"}`, `{"format":"date-time"}`, "rap"},
		{`{"format":"date"}`, `{}`, "a"},
		{`{}`, `{"format":"date"}`, "r"},
		{`{"format":"int32"}`, `{"format":"int64"}`, "a"},
		{`{"format":"int64"}`, `{"format":"int32"}`, "r"},
		{`{"format":"double"}`, `{"format":"float"}`, "r"},
		{`{"contentEncoding":"base64"}`, `{}`, "a"},
		{`{"properties":{"a":{}}}`, `{}`, "rap"},
		{`{}`, `{"properties":{"a":{}}}`, ""},
		{`{}`, `{"properties":{"a":{}},"required":["a"]}`, "r"},
		{`{"properties":{"a":{}}}`, `{"properties":{"a":{}},"required":["a"]}`, "r"},
		{`{"properties":{"a":{}},"required":["a"]}`, `{"properties":{"a":{}}}`, "a"},
		{`{"properties":{"a":{"properties":{"b":{"minLength":1}}}}}`, `{"properties":{"a":{"properties":{"b":{"minLength":2}}}}}`, "r"},
		{`{"properties":{"a":{"default":1}}}`, `{"properties":{"a":{"default":1.0}}}`, ""},
		{`{"properties":{"a":{"default":1}}}`, `{"properties":{"a":{"default":2}}}`, "r"},
		{`{"properties":{"a":{}}}`, `{"properties":{"a":{"default":2}}}`, "r"},
		{`{"properties":{"a":{"default":null}}}`, `{"properties":{"a":{}}}`, "r"},
		{`{"properties":{"a":{}},"required":["a"]}`, `{"properties":{"a":{"default":1}}}`, "a"},
		{`{"properties":{"a":{}}}`, `{"properties":{"a":{"readOnly":true}}}`, "r"},
		{`{"properties":{"a":{}}}`, `{"properties":{"a":{"writeOnly":true}}}`, "a"},
		{`{"properties":{"a":{"writeOnly":true}}}`, `{"properties":{"a":{}}}`, ""},
		{`{"properties":{"a":{}}}`, `{"properties":{"a":{"x-visible-to":["s"]}}}`, "rap"},
		{`{"properties":{"a":{"x-visible-to":["s","t"]}}}`, `{"properties":{"a":{"x-visible-to":["s"]}}}`, "rap"},
		{`{"properties":{"a":{"x-visible-to":["s"]}}}`, `{"properties":{"a":{"x-visible-to":["t","s"]}}}`, ""},
		{`{"properties":{"a":{"x-visible-to":["s"]}}}`, `{"properties":{"a":{}}}`, ""},
		{`{"additionalProperties":false}`, `{}`, ""},
		{`{}`, `{"additionalProperties":false}`, "r"},
		{`{"additionalProperties":{}}`, `{"additionalProperties":false}`, "r"},
		{`{"additionalProperties":{"type":"string"}}`, `{}`, "a"},
		{`{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":"integer"}}`, "rap"},
		{`{}`, `{"propertyNames":{"type":"string"}}`, ""},
		{`{}`, `{"propertyNames":{"type":"string","maxLength":2}}`, "r"},
		{`{"propertyNames":{"type":"string","maxLength":2}}`, `{}`, ""},
		{`{"propertyNames":{"type":"string","maxLength":2}}`, `{"propertyNames":{"type":"string","maxLength":1}}`, "r"},
		{`{"propertyNames":{"type":"string","enum":["a","b"]}}`, `{"propertyNames":{"type":"string","enum":["a"]}}`, "r"},
		{`{"propertyNames":{"type":"string","enum":["a"]}}`, `{"propertyNames":{"type":"string","enum":["a","b"]}}`, "a"},
		{`{"propertyNames":{"type":"string","enum":["a"]}}`, `{}`, "a"},
		{`{"propertyNames":{"type":"string","format":"uuid"}}`, `{"x-propertyNames":{"type":"string","format":"uuid"}}`, ""},
		{`{"items":{"maxLength":2}}`, `{"items":{"maxLength":1}}`, "r"},
		{`{"items":` + a + `}`, `{"items":` + b + `}`, "rap"},
		{`{"items":` + a + `}`, `{"items":{"type":"integer"}}`, ""},
		{`{"items":{"type":"integer"}}`, `{"items":` + b + `}`, "rap"},
		{a, `{"allOf":[` + a + `],"description":"The same."}`, ""},
		{a, `{"anyOf":[` + a + `,{"type":"null"}]}`, "a"},
		{`{"anyOf":[` + a + `,{"type":"null"}]}`, a, "r"},
		{`{"anyOf":[` + a + `,` + b + `]}`, `{"oneOf":[` + b + `,` + a + `]}`, ""},
		{`{"anyOf":[` + a + `,` + b + `]}`, `{"anyOf":[` + b + `]}`, "r"},
		{`{"anyOf":[` + b + `]}`, `{"anyOf":[` + a + `,` + b + `]}`, "a"},
		{`{"anyOf":[{"minLength":1},` + a + `]}`, `{"anyOf":[` + a + `,{"minLength":2}]}`, "r"},
		{`{"anyOf":[` + a + `,` + b + `]}`, `{"anyOf":[` + likeB + `,` + likeA + `]}`, ""},
		{`{"anyOf":[` + a + `,` + b + `]}`, `{"anyOf":[` + likeB + `,` + likeB + `]}`, "rap"},
		{`{"oneOf":[` + a + `],"discriminator":{"propertyName":"k","mapping":{"x":"#/components/schemas/A"}}}`,
			`{"oneOf":[` + b + `],"discriminator":{"propertyName":"k","mapping":{"x":"#/components/schemas/B"}}}`, "rap"},
		{`{"oneOf":[` + a + `],"discriminator":{"propertyName":"k","mapping":{"x":"#/components/schemas/A"}}}`,
			`{"oneOf":[` + a + `],"discriminator":{"propertyName":"k","mapping":{"y":"#/components/schemas/A"}}}`, "ra"},
		{`{"oneOf":[` + a + `],"discriminator":{"propertyName":"k"}}`, `{"oneOf":[` + a + `],"discriminator":{"propertyName":"l"}}`, "rap"},
		{`{"$ref":"#/components/schemas/Node"}`, `{"$ref":"#/components/schemas/Node"}`, ""},
		{`{"$ref":"#/components/schemas/Knot"}`, `{"$ref":"#/components/schemas/Node"}`, "rap"},
		{`{"x-rules":[{"code":"even"}]}`, `{}`, ""},
		{`{}`, `{"x-rules":[{"code":"even"}]}`, "r"},
		{`{"x-rules":[{"code":"of","params":{"n":1}}]}`, `{"x-rules":[{"code":"of","params":{"n":2}}]}`, "r"},
		{`{"x-order":1}`, `{"x-order":2}`, ""},
		{`{"title":"A","description":"a","examples":[1],"deprecated":false}`, `{"title":"B","examples":[2],"deprecated":true}`, ""},
		{`{"if":{"minimum":1}}`, `{"if":{"minimum":2}}`, "rap"},
		{`{"unevaluatedProperties":false}`, `{}`, "rap"},
	} {
		broken, _ := judged(t, with("3.1.1", c.old), with("3.1.1", c.now))
		got := ""
		for i, d := range []direction{request, answer, refusal} {
			if slices.ContainsFunc(broken, func(line string) bool { return strings.Contains(line, d.String()) }) {
				got += string("rap"[i])
			}
		}
		if got != c.breaks {
			t.Errorf("%s -> %s breaks %q, want %q: %v", c.old, c.now, got, c.breaks, broken)
		}
		if same, _ := judged(t, with("3.1.1", c.now), with("3.1.1", c.now)); len(same) > 0 {
			t.Errorf("%s breaks itself: %v", c.now, same)
		}
	}
}

func TestSchemasOf30AreComparedAlike(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{`{"type":"string"}`, `{"type":"string","nullable":true}`, "S, in responses: it may be null now"},
		{`{"minimum":1,"exclusiveMinimum":true}`, `{"minimum":1,"exclusiveMinimum":false}`, ""},
		{`{"minimum":1}`, `{"minimum":1,"exclusiveMinimum":true}`, "S, in requests: minimum is 1 (exclusive), was 1"},
		{`{"$ref":"#/components/schemas/A"}`, `{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"integer","nullable":true,"enum":[null]}]}`,
			"S, in responses: the alternative null is new"},
	} {
		broken, _ := judged(t, with("3.0.4", c.old), with("3.0.4", c.now))
		if got := strings.Join(broken, "\n"); got != c.want {
			t.Errorf("%s -> %s: %s, want %s", c.old, c.now, got, c.want)
		}
	}
}

// operation returns a document with one operation.
func operation(members string) string {
	return `{"openapi":"3.1.1","info":{"title":"A","version":"1"},"security":[{"token":[]}],"paths":{"/a/{b}":{"get":{"responses":{"200":{"description":""}}` +
		members + `}}}}`
}

func TestOperationsAreCompared(t *testing.T) {
	hook := func(schema string) string {
		return `{"openapi":"3.1.1","info":{"title":"A","version":"1"},"webhooks":{"sold":{"post":{
			"requestBody":{"content":{"application/json":{"schema":` + schema + `}}},
			"responses":{"200":{"description":"","content":{"application/json":{"schema":` + schema + `}}}}}}}}`
	}
	callback := func(schema string) string {
		return operation(`,"callbacks":{"done":{"{$request.body#/url}":{"post":{"requestBody":{"content":{"application/json":{"schema":` + schema + `}}},"responses":{"200":{"description":""}}}}}}`)
	}
	event := func(body, responses string) string {
		return `{"openapi":"3.1.1","info":{"title":"A","version":"1"},"webhooks":{"sold":{"post":{"requestBody":{` + body + `},"responses":{` + responses + `}}}}}`
	}
	hook30 := func(schema string) string {
		return strings.NewReplacer("3.1.1", "3.0.4", "webhooks", "x-webhooks").Replace(hook(schema))
	}
	parameter := func(members string) string {
		return operation(`,"parameters":[{"name":"q","in":"query"` + members + `}]`)
	}
	for _, c := range []struct {
		what, old, now string
		broken         []string
	}{
		{"a style", parameter(``), parameter(`,"explode":false`), []string{"query parameter q, in requests: explode is false, was true"}},
		{"a style that is the usual one", parameter(``), parameter(`,"style":"form","explode":true,"allowReserved":false`), nil},
		{"a default", parameter(``), parameter(`,"schema":{"default":1}`), []string{"query parameter q, in requests: its default is 1, had none"}},
		{"a parameter for some", parameter(``), parameter(`,"x-visible-to":["a","b"]`),
			[]string{"query parameter q, in requests: it is for a or b, was for everybody"}},
		{"a header in other letters", operation(`,"parameters":[{"name":"X-A","in":"header"}]`), operation(`,"parameters":[{"name":"x-a","in":"header"}]`), nil},
		{"security that is the document's", operation(``), operation(`,"security":[{"token":[]}]`), nil},
		{"security that is another", operation(``), operation(`,"security":[{"token":["admin"]},{"key":[]}]`),
			[]string{"who may call: not any more with token; with token (admin), or key"}},
		{"security of both", operation(``), operation(`,"security":[{"token":[],"key":[]}]`), []string{"who may call: not any more with token; with key and token"}},
		{"no security", operation(``), operation(`,"security":[{"token":["admin"]},{}]`), nil},
		{"more to need", operation(`,"x-access":[[{"scope":"a"},{"permission":"b"}]]`), operation(`,"x-access":[[{"scope":"a"}]]`),
			[]string{"who may call: now only with the scope a"}},
		{"something else to need", operation(`,"x-access":[[{"scope":"a"}]]`), operation(`,"x-access":[[{"role":"a"}]]`),
			[]string{"who may call: now only with the role a"}},
		{"one thing more to need", operation(`,"x-access":[[{"scope":"a"}]]`), operation(`,"x-access":[[{"scope":"a"}],[{"scope":"b"},{"role":"c"}]]`),
			[]string{"who may call: now only with the scope b or the role c"}},
		{"less to need", operation(`,"x-access":[[{"scope":"a"}]]`), operation(`,"x-access":[[{"scope":"a"},{"permission":"b"}]]`), nil},
		{"words of who may call", operation(``), operation(`,"description":"Needs the scope ` + "`a`" + `."`), nil},
		{"a rate limit", operation(``), operation(`,"x-rate-limits":{"a":{"requests":5,"window":1,"per":"ip"}}`),
			[]string{"the rate limit a, per ip: it is new: 5 in 1 s"}},
		{"a rate limit of another kind", operation(`,"x-rate-limits":{"a":{"requests":5,"window":1,"per":"identity"}}`),
			operation(`,"x-rate-limits":{"a":{"requests":5,"window":1,"per":"ip"}}`), []string{"the rate limit a, per ip: it is new: 5 in 1 s"}},
		{"a rate limit of another window", operation(`,"x-rate-limits":{"a":{"requests":5,"window":1,"per":"header","of":"X-A"}}`),
			operation(`,"x-rate-limits":{"a":{"requests":7,"window":1.5,"per":"header","of":"X-A"}}`),
			[]string{"the rate limit a, per header X-A: it is 7 in 1.5 s, was 5 in 1 s"}},
		{"a rate limit that admits more", operation(`,"x-rate-limits":{"a":{"requests":5,"window":1,"per":"ip"}}`),
			operation(`,"x-rate-limits":{"a":{"requests":5,"window":0.5,"per":"ip"}}`), nil},
		{"the order of a list", operation(`,"x-list":{"order":["id"]}`), operation(`,"x-list":{"order":["-id"]}`),
			[]string{`the order of the list: unless a client asks for another it is ["-id"], was ["id"]`}},
		{"the order of a list with cursors", operation(`,"x-list":{"order":["id"],"cursor":{"version":1}}`), operation(`,"x-list":{"order":["-id"],"cursor":{"version":1}}`),
			[]string{`the order of the list: unless a client asks for another it is ["-id"], was ["id"]; older cursors are rejected`}},
		{"what a filter compares", operation(`,"x-list":{"filters":{"p":{"equal":"price"}}}`), operation(`,"x-list":{"filters":{"p":{"at_least":"price"},"q":{"in":"size"}}}`),
			[]string{`the filter p: it is {"at_least":"price"}, was {"equal":"price"}`}},
		{"the version of cursors", operation(`,"x-list":{"cursor":{"version":1}}`), operation(`,"x-list":{"cursor":{"version":2}}`),
			[]string{"cursors: they are of the version 2, were of 1; older cursors are rejected"}},
		{"whom cursors are for", operation(`,"x-list":{"cursor":{"bound":false}}`), operation(`,"x-list":{"cursor":{"bound":true}}`),
			[]string{"cursors: they are for one identity only; older cursors are rejected"}},
		{"whom cursors were for", operation(`,"x-list":{"cursor":{"bound":true}}`), operation(`,"x-list":{"cursor":{"bound":false}}`),
			[]string{"cursors: they are for every identity; older cursors are rejected"}},
		{"a list that is one now", operation(``), operation(`,"x-list":{"order":["id"]}`), nil},
		{"what the server sends to a webhook", hook(`{"enum":[1]}`), hook(`{"enum":[1,2]}`), []string{"the request body, in events: it may be 2 now"}},
		{"what a webhook answers", hook(`{"minimum":1}`), hook(`{"minimum":2}`), []string{"the response 200, in replies: minimum is 2, was 1"}},
		{"a webhook that is gone", hook(`{}`), operation(``), []string{"the operation: it is gone"}},
		{"what the server sends back", callback(`{"type":"string"}`), callback(`{"type":["string","null"]}`), []string{"the request body, in events: it may be null now"}},
		{"what the server sends to a webhook of 3.0", hook30(`{"enum":[1]}`), hook30(`{"enum":[1,2]}`), []string{"the request body, in events: it may be 2 now"}},
		{"a webhook of 3.0 that is gone", hook30(`{}`), strings.Replace(operation(``), "3.1.1", "3.0.4", 1), []string{"the operation: it is gone"}},
		{"a media type that an event may have", event(`"content":{"a/a":{}}`, ``), event(`"content":{"a/a":{},"b/b":{}}`, ``),
			[]string{"the request body as b/b, in events: it is new"}},
		{"a media type that no event has", event(`"content":{"a/a":{},"b/b":{}}`, ``), event(`"content":{"a/a":{}}`, ``), nil},
		{"an event that may have no body", event(`"required":true,"content":{}`, ``), event(`"content":{}`, ``),
			[]string{"the request body, in events: it may be absent now"}},
		{"an event that always has a body", event(`"content":{}`, ``), event(`"required":true,"content":{}`, ``), nil},
		{"a status to reply with", event(``, `"410":{}`), event(``, `"410":{},"429":{}`), nil},
		{"a status to reply with that is gone", event(``, `"410":{},"429":{}`), event(``, `"410":{}`), []string{"the response 429, in replies: it is gone"}},
		{"a media type to reply with", event(``, `"200":{"content":{"a/a":{}}}`), event(``, `"200":{"content":{"a/a":{},"b/b":{}}}`), nil},
		{"a media type to reply with that is gone", event(``, `"200":{"content":{"a/a":{},"b/b":{}}}`), event(``, `"200":{"content":{"a/a":{}}}`),
			[]string{"the response 200 as b/b, in replies: it is gone"}},
		{"a header to reply with", event(``, `"200":{}`), event(``, `"200":{"headers":{"X-A":{"required":true}}}`),
			[]string{"the response 200, header X-A, in replies: it is new and required"}},
		{"a header to reply with if one likes", event(``, `"200":{}`), event(``, `"200":{"headers":{"X-A":{}}}`), nil},
		{"a header to reply with that is needed", event(``, `"200":{"headers":{"X-A":{}}}`), event(``, `"200":{"headers":{"X-A":{"required":true}}}`),
			[]string{"the response 200, header X-A, in replies: it is required now"}},
		{"a header that need not be replied with", event(``, `"200":{"headers":{"X-A":{"required":true}}}`), event(``, `"200":{}`), nil},
		{"an operation id of an event", event(``, `"200":{}`), strings.Replace(event(``, `"200":{}`), `"post":{`, `"post":{"operationId":"b",`, 1),
			[]string{`operationId: it is "b", was null`}},
		{"where a callback is sent", callback(`{}`), strings.Replace(callback(`{}`), "body#/url", "body#/uri", 1),
			[]string{"the callback done: it is sent to {$request.body#/uri}, was to {$request.body#/url}"}},
		{"one more place for a callback", callback(`{}`), strings.Replace(callback(`{}`), `"{$request.body#/url}":`, `"{$request.body#/uri}":{"post":{}},"{$request.body#/url}":`, 1), nil},
		{"what the server sends back no more", callback(`{"type":"string"}`), operation(``), []string{"the operation: it is gone"}},
	} {
		broken, _ := judged(t, c.old, c.now)
		if diff := cmp.Diff(c.broken, broken); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

func TestSharedChangesAreReportedOnce(t *testing.T) {
	doc := func(schema string) string {
		text := `{"openapi":"3.1.1","info":{"title":"A","version":"1"},"components":{"schemas":{"S":{"properties":{"t":{"$ref":"#/components/schemas/T"}}},"T":` + schema + `}},"paths":{"/0":{}`
		for _, path := range []string{"a", "b", "c", "d", "e", "f"} {
			text += `,"/` + path + `":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}}}}}`
		}
		return text + "}}"
	}
	was, err := parseTree([]byte(doc(`{"type":"string"}`)))
	if err != nil {
		t.Fatal(err)
	}
	is, err := parseTree([]byte(doc(`{"type":"integer","title":"T"}`)))
	if err != nil {
		t.Fatal(err)
	}
	found, err := compare(was, is)
	if err != nil {
		t.Fatal(err)
	}
	broken, others := report(found)
	want := "\t- T, in responses: its type is integer, was string\n\t  GET /a, GET /b, GET /c, GET /d and 2 more"
	if broken != want || others != "" {
		t.Errorf("told\n%s\n%s\nwant\n%s", broken, others, want)
	}
}

// Any file can be compared, and has no difference from itself.
func FuzzCompatible(f *testing.F) {
	const loop = `{"$ref":"#/components/schemas/S"}`
	for _, schema := range []string{`{"type":"string"}`, `{"enum":[1]}`, loop, `{"anyOf":[` + loop + `]}`, `{"anyOf":[` + loop + `,` + loop + `]}`, `{"items":` + loop + `}`} {
		f.Add(with("3.1.1", schema), with("3.0.4", `{"type":"integer"}`))
	}
	f.Add(operation(`,"callbacks":{"c":{"$ref":"#/paths"}}`), operation(`,"x-rate-limits":{"a":{"requests":9,"window":3600,"per":"ip"}},"x-list":{"order":["a"],"cursor":{}}`))
	f.Add("openapi: 3.0.4\npaths:\n  /{a}/{b}:\n    get:\n      parameters: [{name: b, in: path}]", "{}")
	f.Fuzz(func(t *testing.T, old, now string) {
		was, err := parseTree([]byte(old))
		if err != nil {
			return
		}
		is, err := parseTree([]byte(now))
		if err != nil {
			return
		}
		held := func(old, now map[string]any) []*finding {
			c := newComparison(old, now)
			c.operations()
			return c.found
		}
		held(was, is)
		if found := held(was, was); len(found) > 0 {
			t.Errorf("it differs from itself: %v", found)
		}
	})
}
