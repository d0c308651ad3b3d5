package oas_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// rich returns an API with every text and link of the API itself.
func rich() *tenon.App {
	more := tree.Link{Name: "The handbook.", URL: "https://example.com/more"}
	id := prop.UUID("id").ReadOnly()
	order := collection.New("Order", id, prop.Int("n").Min(1))
	event := &tree.Operation{Method: "POST", Summary: "Tell of it", Body: answer(0, order.View()).Body, Success: tree.Response{Status: 204}}
	body := *codec.BodyOf(order.Create()).Node
	body.Examples = []tree.Example{{Name: "small", Summary: "A small one", Sample: tree.Sample{Value: collection.Record{}}}}
	body.Prop = body.Prop.Edit(func(p *tree.Prop) {
		p.Write = func(tree.Sample, tree.Mode) ([]byte, error) { return []byte(`{"n":1}`), nil }
	})
	old := getting("/internal/orders")
	old.Audiences, old.ExternalDocs = []string{"staff"}, more
	old.DeprecatedAt, old.Sunset = time.Unix(1, 0), time.Unix(2, 0)
	return appOf(&tree.API{
		Title: "Rich", Version: "1", Summary: "In short.", Terms: "https://example.com/terms", ExternalDocs: more,
		License: tree.Link{Name: "MIT"}, SPDX: "MIT", Envelope: "data",
		Servers: []tree.Server{{Name: "main", URL: "https://{region}.example.com", Variables: []tree.Variable{
			{Name: "region", Default: "eu", Doc: "Where.", Values: []string{"eu", "us"}}}}},
		Tags:     []tree.Tag{{Name: "all"}, {Name: "orders", Summary: "Orders", Parent: "all", Kind: "nav", Doc: "What is ordered.", ExternalDocs: more}},
		Webhooks: []tree.Webhook{{Name: "ordered", Operation: event}},
		Operations: []*tree.Operation{
			{Method: "POST", Path: "/v1/orders", ID: "createOrder", Summary: "Order", Body: &body, Success: answer(201, order.View()),
				Callbacks: []tree.Callback{{Name: "shipped", URL: "{$request.body#/url}", Operation: event}}},
			{Method: "GET", Path: "/v1/orders", ID: "listOrders", Success: answer(200, collection.Many(order.List()))},
			{Method: "GET", Path: "/v1/orders/{id}", ID: "viewOrder", Inputs: []tree.Input{{Prop: node(id), In: tree.InPath}}, Success: answer(200, order.View())},
			getting("/v10"), old,
		},
		Schemes: []*tree.Scheme{{Name: "device", Kind: tree.OAuth2, Flows: []tree.Flow{{Kind: tree.DeviceAuthorization,
			DeviceURL: "https://example.com/device", TokenURL: "https://example.com/token", Scopes: []tree.Scope{{Name: "a", Doc: "All."}}}}}},
	})

}

// All versions have these; keywords of later versions are extensions in earlier ones.
func TestDocumentsDescribeTheAPI(t *testing.T) {
	const more = `{"description":"The handbook.","url":"https://example.com/more"}`
	shipped := `{"{$request.body#/url}":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Order"}}},"required":true},` +
		`"responses":{"204":{"description":"No Content"}},"summary":"Tell of it"}}}`
	for _, test := range []struct {
		place string
		want  byVersion
	}{
		{"info", byVersion{
			`{"license":{"name":"MIT","x-identifier":"MIT"},"termsOfService":"https://example.com/terms","title":"Rich","version":"1","x-summary":"In short."}`,
			`{"license":{"identifier":"MIT","name":"MIT"},"summary":"In short.","termsOfService":"https://example.com/terms","title":"Rich","version":"1"}`}},
		{"externalDocs", byVersion{more}},
		{"servers", byVersion{
			`[{"url":"https://{region}.example.com","variables":{"region":{"default":"eu","description":"Where.","enum":["eu","us"]}},"x-name":"main"}]`, "",
			`[{"name":"main","url":"https://{region}.example.com","variables":{"region":{"default":"eu","description":"Where.","enum":["eu","us"]}}}]`}},
		{"tags", byVersion{
			`[{"name":"all"},{"description":"What is ordered.","externalDocs":` + more + `,"name":"orders","x-kind":"nav","x-parent":"all","x-summary":"Orders"}]`, "",
			`[{"name":"all"},{"description":"What is ordered.","externalDocs":` + more + `,"kind":"nav","name":"orders","parent":"all","summary":"Orders"}]`}},
		{"paths|/v1/orders|post|callbacks|shipped", byVersion{shipped}},
		{"paths|/v1/orders|post|responses|201|links", byVersion{`{"viewOrder":{"operationId":"viewOrder","parameters":{"id":"$response.body#/data/id"}}}`}},
		{"paths|/v1/orders|get|responses|200|links", byVersion{`{"viewOrder":{"operationId":"viewOrder","parameters":{"id":"$response.body#/data/0/id"}}}`}},
		{"paths|/v1/orders|post|requestBody|content|application/json|examples", byVersion{`{"small":{"summary":"A small one","value":{"n":1}}}`}},
		{"paths|/internal/orders|get|externalDocs", byVersion{more}},
		{"paths|/internal/orders|get|responses|204|headers", byVersion{
			`{"Deprecation":{"description":"The time since which the operation is deprecated (RFC 9745).","required":true,"schema":{"type":"string"}},` +
				`"Sunset":{"description":"The time at which the operation is going to become unavailable (RFC 8594).","required":true,"schema":{"type":"string"}}}`}},
		{"components|securitySchemes|device|flows", byVersion{
			`{"x-deviceAuthorization":{"deviceAuthorizationUrl":"https://example.com/device","scopes":{"a":"All."},"tokenUrl":"https://example.com/token"}}`, "",
			`{"deviceAuthorization":{"deviceAuthorizationUrl":"https://example.com/device","scopes":{"a":"All."},"tokenUrl":"https://example.com/token"}}`}},
	} {
		for _, v := range oas.Versions() {
			want := test.want.in(v)
			doc := decoded(t, rich(), v, oas.ForAudience("staff"))
			if got := part(t, doc, strings.Split(test.place, "|")...); got != want {
				t.Errorf("%s %s:\ngot  %s\nwant %s", v, test.place, got, want)
			}
		}
	}
	for v, word := range map[oas.Version]string{oas.V30: "x-webhooks", oas.V31: "webhooks", oas.V32: "webhooks"} {
		if part(t, decoded(t, rich(), v), word, "ordered", "post", "requestBody") == "" {
			t.Errorf("%s has no %s", v, word)
		}
	}
}

func pathsOf(t *testing.T, options ...oas.Option) []string {
	return keys(decoded(t, rich(), oas.V31, options...)["paths"].(map[string]any))
}

func TestDocumentsCanHaveAPartOfTheAPI(t *testing.T) {
	for _, test := range []struct {
		name    string
		options []oas.Option
		want    []string
	}{
		{"of everybody", nil, []string{"/v1/orders", "/v1/orders/{id}", "/v10"}},
		{"of an audience", []oas.Option{oas.ForAudience("staff")}, []string{"/internal/orders", "/v1/orders", "/v1/orders/{id}", "/v10"}},
		{"of another audience", []oas.Option{oas.ForAudience("partners")}, []string{"/v1/orders", "/v1/orders/{id}", "/v10"}},
		{"of a version", []oas.Option{oas.PathPrefix("/v1/")}, []string{"/v1/orders", "/v1/orders/{id}"}},
		{"of two versions", []oas.Option{oas.PathPrefix("/v1"), oas.PathPrefix("/v10")}, []string{"/v1/orders", "/v1/orders/{id}", "/v10"}},
		{"of a version for an audience", []oas.Option{oas.PathPrefix("/internal"), oas.ForAudience("staff")}, []string{"/internal/orders"}},
	} {
		if diff := cmp.Diff(test.want, pathsOf(t, test.options...)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
	doc := decoded(t, rich(), oas.V31, oas.Titled("Orders", "2"))
	if part(t, doc, "info", "title") != `"Orders"` || part(t, doc, "info", "version") != `"2"` {
		t.Errorf("titled %s", part(t, doc, "info"))
	}
	if _, err := oas.JSON(rich(), oas.V31, oas.Titled("", "2")); err == nil {
		t.Error("a document without a title")
	}
	if _, err := oas.JSON(rich(), oas.V31, oas.Language("de", nil, nil)); err == nil {
		t.Error("a document in no language")
	}
}

func TestDocumentsAreTranslated(t *testing.T) {
	german := oas.Language("de", l10n.Builtin(), map[string]string{"What is ordered.": "Was bestellt wird.", "Order": "Bestellen"})
	doc := decoded(t, rich(), oas.V31, german)
	for place, want := range map[string]string{
		"paths|/v1/orders|post|summary": `"Bestellen"`,
		"components|responses|BadRequest|content|application/problem+json|example|code": `"malformed_request"`,
	} {
		if got := part(t, doc, strings.Split(place, "|")...); got != want {
			t.Errorf("%s: got %s, want %s", place, got, want)
		}
	}
	text := part(t, doc)
	for _, not := range []string{"What is ordered.", "The request is malformed."} {
		if strings.Contains(text, not) {
			t.Errorf("the document still says %q", not)
		}
	}
	if !strings.Contains(text, "Was bestellt wird.") {
		t.Error("the document does not say what is ordered")
	}
}

func TestDowngradesAreRecorded(t *testing.T) {
	for v, want := range map[oas.Version]int{oas.V30: 8, oas.V31: 5, oas.V32: 0} {
		got, err := oas.Downgrades(rich(), v)
		if err != nil || len(got) != want || !slices.IsSorted(got) {
			t.Errorf("%s: %v %d %q, want %d", v, err, len(got), got, want)
		}
	}
}

func TestStreamsHaveTheirItems(t *testing.T) {
	body := &tree.Body{Prop: node(prop.Bool("b")), Mode: tree.View}
	for _, test := range []struct {
		format    tree.Format
		mediaType string
		want      byVersion
	}{
		{tree.Lines, "application/jsonl", byVersion{`{"schema":{"type":"string"},"x-itemSchema":{"type":"boolean"}}`, "", `{"itemSchema":{"type":"boolean"}}`}},
		{tree.Events, "text/event-stream", byVersion{`{"schema":{"type":"string"},"x-itemSchema":{"type":"boolean"}}`, "",
			`{"itemSchema":{"properties":{"data":{"contentMediaType":"application/json","contentSchema":{"type":"boolean"},"type":"string"},` +
				`"event":{"type":"string"},"id":{"type":"string"},"retry":{"minimum":0,"type":"integer"}},"required":["data"],"type":"object"}}`}},
	} {
		b := *body
		b.Format = test.format
		op := getting("/")
		op.Success = tree.Response{Status: 200, Body: &b}
		for _, v := range oas.Versions() {
			want := test.want.in(v)
			if got := part(t, decoded(t, serving(op), v), "paths", "/", "get", "responses", "200", "content", test.mediaType); got != want {
				t.Errorf("%s:\ngot  %s\nwant %s", v, got, want)
			}
		}
	}
}

// Headers and problems that several operations have are written once.
func TestHeadersAndProblemsAreComponents(t *testing.T) {
	doc := decoded(t, shop(), oas.V31)
	bad := doc["paths"].(map[string]any)["/payments"].(map[string]any)["post"].(map[string]any)["responses"].(map[string]any)["400"]
	if got := bad.(map[string]any)["$ref"]; got != "#/components/responses/BadRequest" {
		t.Errorf("400 is %v", bad)
	}
	text, err := oas.JSON(rich(), oas.V31, oas.ForAudience("staff"))
	if err != nil || !strings.Contains(string(text), `"$ref": "#/components/headers/Sunset"`) {
		t.Errorf("%v: a header is no component", err)
	}
}
