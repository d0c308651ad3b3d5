package oas_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// getting is an operation with inputs and nothing else.
func getting(path string, inputs ...tree.Input) *tree.Operation {
	return &tree.Operation{Method: "GET", Path: path, Inputs: inputs, Success: tree.Response{Status: 204}}
}

func TestParameters(t *testing.T) {
	area := prop.Object(collection.New("Area", prop.Bool("b"))).As("p")
	list := prop.Array(prop.Bool("p"))
	for _, test := range []struct {
		name string
		in   tree.Input
		want string
	}{
		{"required", tree.Input{In: tree.InQuery, Prop: node(prop.Bool("p"))}, `{"in":"query","name":"p","required":true,"schema":{"type":"boolean"}}`},
		{"optional", tree.Input{In: tree.InHeader, Prop: node(prop.Bool("p").Optional())}, `{"in":"header","name":"p","schema":{"type":"boolean"}}`},
		{"default", tree.Input{In: tree.InCookie, Prop: node(prop.Bool("p").Default(false))}, `{"in":"cookie","name":"p","schema":{"default":false,"type":"boolean"}}`},
		{"a path has no optional ones", tree.Input{In: tree.InPath, Prop: node(prop.Bool("p").Optional())}, `{"in":"path","name":"p","required":true,"schema":{"type":"boolean"}}`},
		{"no flags", tree.Input{In: tree.InPath, Prop: node(prop.Bool("p").ReadOnly())}, `{"in":"path","name":"p","required":true,"schema":{"type":"boolean"}}`},
		{"texts", tree.Input{In: tree.InQuery, Prop: node(prop.Bool("p").Optional().Title("T").Describe("Long.").Deprecated().Example(true))},
			`{"deprecated":true,"description":"Long.","example":true,"in":"query","name":"p","schema":{"title":"T","type":"boolean"}}`},
		{"own rule", tree.Input{In: tree.InQuery, Prop: node(prop.Bool("p").Optional().Rule("even", "must be even", func(bool) bool { return true }))},
			"{\"description\":\"Rule `even`: it must be even.\"," + `"in":"query","name":"p","schema":{"type":"boolean","x-rules":[{"code":"even","message":"must be even"}]}}`},
		{"examples", tree.Input{In: tree.InQuery, Prop: node(prop.Bool("p").Optional().Example(true).Example(false))},
			`{"examples":{"example1":{"value":true},"example2":{"value":false}},"in":"query","name":"p","schema":{"type":"boolean"}}`},
		{"list in a query", tree.Input{In: tree.InQuery, Prop: node(list)}, `{"explode":true,"in":"query","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"form"}`},
		{"list with commas in a query", tree.Input{In: tree.InQuery, Prop: node(list), Style: tree.CSV}, `{"explode":false,"in":"query","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"form"}`},
		{"list in a path", tree.Input{In: tree.InPath, Prop: node(list)}, `{"explode":false,"in":"path","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"simple"}`},
		{"list in a header", tree.Input{In: tree.InHeader, Prop: node(list)}, `{"explode":false,"in":"header","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"simple"}`},
		{"list in a cookie", tree.Input{In: tree.InCookie, Prop: node(list), Style: tree.CSV}, `{"explode":false,"in":"cookie","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"form"}`},
		{"list with spaces in a query", tree.Input{In: tree.InQuery, Prop: node(list), Style: tree.SpaceDelimited}, `{"explode":false,"in":"query","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"spaceDelimited"}`},
		{"list with bars in a query", tree.Input{In: tree.InQuery, Prop: node(list), Style: tree.PipeDelimited}, `{"explode":false,"in":"query","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"pipeDelimited"}`},
		{"list in brackets", tree.Input{In: tree.InQuery, Prop: node(list), Style: tree.DeepObject},
			`{"description":"Members are in brackets, a[b][c]=1, and items have an index from 0, a[0]=1, or empty brackets, a[]=1.","explode":true,"in":"query","name":"p","required":true,"schema":{"items":{"type":"boolean"},"type":"array"},"style":"deepObject"}`},
		{"JSON", tree.Input{In: tree.InHeader, Prop: node(list), Style: tree.Content}, `{"content":{"application/json":{"schema":{"items":{"type":"boolean"},"type":"array"}}},"in":"header","name":"p","required":true}`},
		{"reserved characters", tree.Input{In: tree.InQuery, Prop: node(prop.Bool("p")), Reserved: true}, `{"allowReserved":true,"in":"query","name":"p","required":true,"schema":{"type":"boolean"}}`},
		{"object", tree.Input{In: tree.InQuery, Prop: node(area), Style: tree.DeepObject},
			`{"explode":true,"in":"query","name":"p","required":true,"schema":{"$ref":"#/components/schemas/AreaCreate"},"style":"deepObject"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				got := part(t, decoded(t, serving(getting("/", test.in)), v), "paths", "/", "get", "parameters")
				if got != "["+test.want+"]" {
					t.Errorf("%s:\ngot  %s\nwant [%s]", v, got, test.want)
				}
			}
		})
	}
}

func TestHeadersOfAnswers(t *testing.T) {
	op := getting("/")
	op.ResponseHeaders = []*tree.Prop{
		node(prop.Bool("A").Describe("Long.").Deprecated().Example(true).ReadOnly()),
		node(prop.Array(prop.Bool("B")).Optional()),
	}
	op.Also = []tree.Response{{Status: 202}}
	const want = `{"A":{"deprecated":true,"description":"Long.","example":true,"required":true,"schema":{"type":"boolean"}},` +
		`"B":{"schema":{"items":{"type":"boolean"},"type":"array"},"style":"simple"}}`
	doc := decoded(t, serving(op), oas.V30)
	for _, status := range []string{"204", "202"} {
		if got := part(t, doc, "paths", "/", "get", "responses", status, "headers"); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", status, got, want)
		}
	}
	if got := part(t, doc, "paths", "/", "get", "responses", "400", "headers"); got != "" {
		t.Errorf("a problem has the headers %s", got)
	}
}

func TestEnvelope(t *testing.T) {
	op := getting("/")
	op.Success = tree.Response{Status: 200, Body: &tree.Body{Prop: node(prop.Bool("b")), Mode: tree.View}}
	s := serving(op)
	for envelope, want := range map[string]string{
		"":     `{"type":"boolean"}`,
		"data": `{"properties":{"data":{"type":"boolean"}},"required":["data"],"type":"object"}`,
	} {
		probe.Tree(s).Envelope = envelope
		if got := part(t, decoded(t, s, oas.V30), "paths", "/", "get", "responses", "200", "content", "application/json", "schema"); got != want {
			t.Errorf("envelope %q: got %s, want %s", envelope, got, want)
		}
	}
}

func TestUpdatesAreMergePatches(t *testing.T) {
	content := part(t, decoded(t, serving(taking(node(prop.Bool("b")), tree.Update)), oas.V30), "paths", "/", "post", "requestBody")
	const want = `{"content":{"application/json":{"schema":{"type":"boolean"}},"application/merge-patch+json":{"schema":{"type":"boolean"}}},"required":true}`
	if content != want {
		t.Errorf("got  %s\nwant %s", content, want)
	}
}

func TestProblemsOfAnOperation(t *testing.T) {
	op := taking(node(prop.Bool("b")), tree.Create)
	op.Fails = []tree.Failure{
		{Status: 404, Code: "gone_away", Title: "It went away.", Type: "https://example.com/gone", Doc: "*For good.*"},
		{Status: 400, Code: "odd", Title: "It is odd"},
		{Status: 404, Code: "gone_away", Title: "It went away.", Type: "https://example.com/gone", Doc: "*For good.*"},
	}
	doc := decoded(t, serving(op), oas.V31)
	for status, want := range map[string]string{
		"204": `{"description":"No Content"}`,
		"400": `{"content":{"application/problem+json":{"examples":{` +
			`"malformed_request":{"summary":"The request is malformed.","value":{"code":"malformed_request","detail":"The request is malformed.","status":400,"title":"Bad Request"}},` +
			`"odd":{"summary":"It is odd","value":{"code":"odd","status":400,"title":"It is odd"}}},` +
			`"schema":{"$ref":"#/components/schemas/Problem"}}},"description":"- ` + "`malformed_request`: The request is malformed.\\n- `odd`: It is odd." + `"}`,
		"404": `{"content":{"application/problem+json":{"examples":{"gone_away":{"description":"*For good.*","summary":"It went away.",` +
			`"value":{"code":"gone_away","status":404,"title":"It went away.","type":"https://example.com/gone"}}},` +
			`"schema":{"$ref":"#/components/schemas/Problem"}}},"description":"- ` + "`gone_away`: It went away." + `"}`,
		"413": `{"$ref":"#/components/responses/ContentTooLarge"}`,
		"414": `{"$ref":"#/components/responses/UriTooLong"}`,
		"415": `{"$ref":"#/components/responses/UnsupportedMediaType"}`,
		"422": `{"$ref":"#/components/responses/UnprocessableContent"}`,
		"431": `{"$ref":"#/components/responses/RequestHeaderFieldsTooLarge"}`,
		"500": `{"$ref":"#/components/responses/InternalServerError"}`,
	} {
		if got := part(t, doc, "paths", "/", "post", "responses", status); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", status, got, want)
		}
	}
	if got := part(t, doc, "components", "responses", "BadRequest"); got != "" {
		t.Errorf("a component that nothing refers to: %s", got)
	}
}

func TestTagsAreListedOnce(t *testing.T) {
	a, b := getting("/a"), getting("/b")
	a.Tags, b.Tags = []string{"x", "known"}, []string{"x", "y"}
	s := serving(a, b)
	probe.Tree(s).Tags = []tree.Tag{{Name: "unused", Doc: "Doc."}, {Name: "known"}, {Name: "unused"}}
	const want = `[{"description":"Doc.","name":"unused"},{"name":"known"},{"name":"x"},{"name":"y"}]`
	if got := part(t, decoded(t, s, oas.V30), "tags"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnAPIWithoutOperations(t *testing.T) {
	for _, v := range oas.Versions() {
		text, err := oas.YAML(serving(), v)
		if err != nil {
			t.Fatal(err)
		}
		want := "openapi: \"" + v.String() + "\"\ninfo:\n  title: Test\n  version: \"1\"\nsecurity:\n  - {}\npaths: {}\n"
		if diff := cmp.Diff(want, string(text)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", v, diff)
		}
	}
}

func TestWhatOpenAPICannotExpressIsAnError(t *testing.T) {
	_, _, line, _ := runtime.Caller(0) // the declarations follow
	at := func(n int) string { return fmt.Sprintf("operation_test.go:%d", line+n) }
	one := collection.New("Thing", prop.Bool("b"))
	two := collection.New("Thing", prop.Bool("b"))
	made := func(p prop.Prop) *collection.Collection[collection.Record] { return collection.New("Made", p) }
	first, second := made(prop.Bool("a")), made(prop.Int("a"))
	of := func(cs ...*collection.Collection[collection.Record]) *tree.Operation {
		op := getting("/")
		for i, c := range cs {
			op.Also = append(op.Also, tree.Response{Status: 201 + i, Body: codec.BodyOf(c.Create()).Node})
		}
		return op
	}
	param := func(in tree.In, style tree.Style, p prop.Prop) *tree.Operation {
		return getting("/", tree.Input{Prop: node(p), In: in, Style: style})
	}
	with := func(change func(*tree.Operation)) *tree.Operation {
		op := getting("/")
		change(op)
		return op
	}
	named := func(id, path string) *tree.Operation {
		op := getting(path)
		op.ID = id
		return op
	}
	wrong := &tree.Prop{Type: tree.Boolean{}, Default: &tree.Sample{}, Write: node(prop.Bool("b")).Write}
	wrong.Write = node(prop.Int("n").Min(5)).Write
	wrong.Default.Value = 1
	for _, test := range []struct {
		name string
		s    *tenon.App
		want string
	}{
		{"two collections of one name", serving(of(one, two)), at(3) + `: two collections are named "Thing"; the first is at ` + at(2) + `; rename one with As`},
		{"two collections of one line", serving(of(first, second)), at(4) + `: two collections are named "Made"; the first is at ` + at(4) + `; rename one with As`},
		{"a derived collection beside its origin", serving(of(one, one.IgnoreUnknown())), `two collections are named "Thing"; the first is at ` + at(2) + `; rename one with As`},
		{"a mode with the name of a collection", serving(of(collection.New("A", prop.Bool("b").Default(true)), collection.New("ACreate", prop.Bool("b")).Closed())), `are both named "ACreate"`},
		{"two modes of one name", inModes(one.ComponentName(collection.Create, "In").ComponentName(collection.Update, "In"), tree.Create, tree.Update), `in Create mode are both named "In", and their schemas differ`},
		{"a chosen name that a collection has", serving(of(first.ComponentName(collection.Create, "Thing"), one.IgnoreUnknown())), `are both named "Thing", and their schemas differ`},
		{"the name of the library's own component", serving(of(collection.New("Problem", prop.Bool("b")))), `"Problem" is the name of a component that the library writes itself`},
		{"the name of its part", serving(of(collection.New("Violation", prop.Bool("b")))), `"Violation" is the name of`},
		{"a header that is ignored", serving(param(tree.InHeader, tree.Simple, prop.String("content-type"))), `header parameter "content-type": OpenAPI ignores a parameter of this name`},
		{"another", serving(param(tree.InHeader, tree.Simple, prop.String("Accept"))), `header parameter "Accept": OpenAPI ignores`},
		{"a third", serving(param(tree.InHeader, tree.Simple, prop.String("Authorization"))), `header parameter "Authorization": OpenAPI ignores`},
		{"an ignored header of an answer", serving(with(func(o *tree.Operation) { o.ResponseHeaders = []*tree.Prop{node(prop.String("content-type"))} })), `response 204: response header "content-type": OpenAPI ignores`},
		{"a header twice", serving(with(func(o *tree.Operation) { o.ResponseHeaders = []*tree.Prop{node(prop.Bool("A")), node(prop.Bool("A"))} })), `response header "A": is declared twice`},
		{"a header that is a map", serving(with(func(o *tree.Operation) { o.ResponseHeaders = []*tree.Prop{node(prop.Map(prop.Bool("A")))} })), `response header "A": an object needs the style deepObject`},
		{"a parameter twice", serving(getting("/", query(prop.Bool("b"), tree.Simple), query(prop.Bool("b"), tree.Simple))), `GET /: query parameter "b": is declared twice`},
		{"a header twice in other letters", serving(getting("/", tree.Input{Prop: node(prop.Bool("X-A")), In: tree.InHeader}, tree.Input{Prop: node(prop.Bool("x-a")), In: tree.InHeader})), `header parameter "x-a": is declared twice`},
		{"an object without a style", serving(param(tree.InQuery, tree.Simple, prop.Map(prop.Bool("m")))), `query parameter "m": an object needs the style deepObject`},
		{"an object in a path", serving(param(tree.InPath, tree.DeepObject, prop.Map(prop.Bool("m")))), `path parameter "m": deepObject is a style of query parameters only`},
		{"a deep text", serving(param(tree.InQuery, tree.DeepObject, prop.Bool("b"))), `deepObject is a style of objects and lists only`},
		{"a list of lists", serving(param(tree.InQuery, tree.Simple, prop.Array(prop.Array(prop.Bool("b"))))), `OpenAPI has no style for a list of lists or objects`},
		{"a method", serving(with(func(o *tree.Operation) { o.Method = "BREW" })), `BREW /: documents do not support the method`},
		{"an operation twice", serving(getting("/"), getting("/")), `GET /: is declared twice`},
		{"an operation ID twice", serving(named("a", "/a"), named("a", "/b")), `GET /b: the operation ID "a" is that of GET /a`},
		{"one path in two spellings", serving(getting("/a/{x}/b"), getting("/a/{y}/b")), `GET /a/{y}/b: OpenAPI takes /a/{x}/b and this for one path`},
		{"an answer twice", serving(with(func(o *tree.Operation) { o.Also = []tree.Response{{Status: 204}} })), `response 204: is declared twice`},
		{"a success that is a problem", serving(with(func(o *tree.Operation) { o.Success.Status = 400 })), `400 is a success and a problem`},
		{"two problems of one code", serving(with(func(o *tree.Operation) {
			o.Fails = []tree.Failure{{Status: 404, Code: "a", Title: "A"}, {Status: 404, Code: "a", Title: "B"}}
		})), `two problems of status 404 have the code "a"`},
		{"the library's code", serving(with(func(o *tree.Operation) {
			o.Fails = []tree.Failure{{Status: 422, Code: "invalid_request", Title: "No."}}
		})), `two problems of status 422 have the code "invalid_request"`},
		{"no type", serving(taking(&tree.Prop{Name: "p"}, tree.View)), `type <nil> has no schema`},
		{"no rule", serving(taking(&tree.Prop{Type: tree.Boolean{}, Rules: []tree.Rule{nil}}, tree.View)), `rule <nil> has no keyword`},
		{"a bound that is no number", serving(taking(&tree.Prop{Type: tree.Float{}, Rules: []tree.Rule{tree.Min{Bound: "x"}}}, tree.View)), `"x" is not a number`},
		{"a default that is none", serving(getting("/", tree.Input{Prop: wrong, In: tree.InQuery})), `the default: must be at least 5`},
		{"an extension beyond float64", serving(taking(&tree.Prop{Type: tree.Boolean{}, Extensions: []tree.Extension{{Name: "x-n", JSON: "[1e400]"}}}, tree.View)), `extension "x-n": a number is too large for a document`},
		{"an extension that is not JSON", serving(taking(&tree.Prop{Type: tree.Boolean{}, Extensions: []tree.Extension{{Name: "x-n", JSON: "[1"}}}, tree.View)), `extension "x-n": `},
		{"text that is not UTF-8", serving(taking(node(prop.Bool("b").Title("a\xff")), tree.View)), `the text "a\xff" is not valid UTF-8`},
		{"no title", appOf(&tree.API{Version: "1"}), `an API needs a title and a version`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				for name, write := range map[string]func(*tenon.App, oas.Version, ...oas.Option) ([]byte, error){"JSON": oas.JSON, "YAML": oas.YAML} {
					text, err := write(test.s, v)
					switch {
					case err == nil || !strings.Contains(err.Error(), test.want):
						t.Errorf("%s %s: got error %v, want %s", name, v, err, test.want)
					case text != nil:
						t.Errorf("%s %s: text beside an error", name, v)
					}
				}
			}
		})
	}
}

func TestAllMistakesAreToldTogether(t *testing.T) {
	_, err := oas.JSON(serving(
		getting("/a", query(prop.Map(prop.Bool("m")), tree.Simple), query(prop.Map(prop.Bool("n")), tree.Simple)),
		getting("/b", query(prop.Map(prop.Bool("o")), tree.Simple)),
	), oas.V30)
	for _, want := range []string{`"m"`, `"n"`, `GET /b: query parameter "o"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not mention %s", err, want)
		}
	}
}

func TestUnknownVersion(t *testing.T) {
	if _, err := oas.JSON(serving(), oas.Version(9)); err == nil || err.Error() != "oas: version 9 is unknown" {
		t.Errorf("got error %v", err)
	}
}
