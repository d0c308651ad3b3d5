package problems_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var (
	which    = prop.String("which").Optional()
	teapot   = render.NewProblem(418, "teapot", "I am a teapot.")
	broken   = render.NewProblem(502, "broken_upstream", "The printer does not answer.")
	missing  = render.NewProblem(404, "missing", "It is missing.")
	ownForm  = teapot.FormattedAs(render.NoContent())
	errorsOf = map[string]error{"teapot": teapot, "broken": broken, "missing": missing, "range": render.AnyClientError, "own": ownForm, "other": errors.New("x")}
)

// failing declares a route that fails as its query says.
func failing(types ...*render.Problem) *route.ReadRoute[collection.Empty] {
	return route.Get("/fail", kit.Empty).Query(which).Fails(types...)
}

func serveFailing(c *route.Call) (n collection.Empty, err error) { return n, errorsOf[which.Get(c)] }

func TestARangeAdmitsItsProblems(t *testing.T) {
	tests := []struct {
		name   string
		types  []*render.Problem
		status map[string]int
	}{
		{"none", nil, map[string]int{"teapot": 500, "broken": 500, "missing": 500, "other": 500}},
		{"4XX", []*render.Problem{render.AnyClientError}, map[string]int{"teapot": 418, "broken": 500, "missing": 404, "range": 500, "own": 500}},
		{"5XX", []*render.Problem{render.AnyServerError}, map[string]int{"teapot": 500, "broken": 502, "other": 500}},
		{"default", []*render.Problem{render.AnyError, missing}, map[string]int{"teapot": 418, "broken": 502, "missing": 404, "range": 500, "own": 500, "other": 500}},
	}
	for _, tt := range tests {
		app := kit.Build(t, kit.API(failing(tt.types...).Handle(serveFailing)))
		for name, want := range tt.status {
			got := kit.Send(t, app, "GET", "/fail?which="+name, "")
			if got.Status != want || want == 500 && got.Code() != "internal_error" {
				t.Errorf("%s, %s: %d %s, want %d", tt.name, name, got.Status, got.Body, want)
			}
		}
	}
}

func TestClientsCompareProblemsWithRanges(t *testing.T) {
	fail := failing(render.AnyError)
	server, _ := kit.Start(t, tenon.New("Ranges", "1"), fail.Handle(serveFailing))
	for name, want := range map[string][2]bool{"teapot": {true, false}, "broken": {false, true}} {
		_, err := fail.Call(context.Background(), client.New(server.URL), which.Is(name))
		if got := [2]bool{errors.Is(err, render.AnyClientError), errors.Is(err, render.AnyServerError)}; got != want || !errors.Is(err, render.AnyError) {
			t.Errorf("%s: %v, %v", name, err, got)
		}
	}
	wrapped := fmt.Errorf("wrapped: %w", render.AnyClientError)
	if !errors.Is(teapot.Detail("x"), render.AnyClientError) || errors.Is(teapot, render.AnyServerError) || errors.Is(wrapped, teapot) {
		t.Error("a problem is compared with a wrong range")
	}
}

// responsesOf returns the responses of GET /fail.
func responsesOf(t *testing.T, app *tenon.App, v oas.Version) map[string]map[string]any {
	t.Helper()
	text, err := oas.JSON(app, v)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths      map[string]map[string]struct{ Responses map[string]map[string]any }
		Components struct{ Responses map[string]map[string]any }
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	all := doc.Paths["/fail"]["get"].Responses
	for status, r := range all {
		if ref, ok := r["$ref"].(string); ok {
			all[status] = doc.Components.Responses[strings.TrimPrefix(ref, "#/components/responses/")]
		}
	}
	return all
}

// A range takes the place of the built-in problems that it covers, and lists them.
func TestDocumentsHaveRanges(t *testing.T) {
	tests := []struct {
		types    []*render.Problem
		statuses string
		says     map[string][]string
	}{
		{[]*render.Problem{render.AnyClientError}, "204 4XX 500", map[string][]string{"4XX": {"Another error of the client.", "`uri_too_long`", "`invalid_request`"}}},
		{[]*render.Problem{render.AnyServerError, teapot}, "204 400 414 418 422 431 5XX", map[string][]string{"5XX": {"`internal_error`"}}},
		{[]*render.Problem{render.AnyError.Describe("It failed."), missing}, "204 404 default", map[string][]string{"default": {"It failed.", "`invalid_request`", "`internal_error`"}}},
		{[]*render.Problem{render.AnyError, render.AnyClientError, render.AnyClientError}, "204 4XX default", map[string][]string{"4XX": {"`invalid_request`"}, "default": {"`internal_error`"}}},
	}
	for _, tt := range tests {
		app := kit.Build(t, kit.API(failing(tt.types...).Handle(serveFailing), route.Get("/other", kit.Empty).Handle(kit.ServeEmpty)))
		for _, v := range oas.Versions() {
			all := responsesOf(t, app, v)
			statuses := sortedKeys(all)
			if got := strings.Join(statuses, " "); got != tt.statuses {
				t.Errorf("%s: %s, want %s", v, got, tt.statuses)
			}
			for status, texts := range tt.says {
				description, _ := all[status]["description"].(string)
				for _, text := range texts {
					if !strings.Contains(description, text) {
						t.Errorf("%s, %s: %q does not say %q", v, status, description, text)
					}
				}
				if content, _ := all[status]["content"].(map[string]any); content["application/problem+json"] == nil {
					t.Errorf("%s, %s: %v", v, status, content)
				}
			}
		}
	}
}

func TestProblemsHaveNoContent(t *testing.T) {
	fail := failing(missing.FormattedAs(render.NoContent().Status(404, 410)))
	bare := missing.FormattedAs(render.NoContent().Status(404, 410))
	app := kit.Build(t, kit.API(fail.Handle(func(*route.Call) (n collection.Empty, err error) { return n, bare })))
	server := kit.Listen(t, app)
	got := server.Send(t, "GET", "/fail", "")
	if got.Status != 410 || got.Body != "" || got.Header.Get("Content-Type") != "" || got.Header.Get("Content-Length") != "0" {
		t.Errorf("%d %q %v", got.Status, got.Body, got.Header)
	}
	if _, err := fail.Call(context.Background(), client.New(server.URL)); !errors.Is(err, missing) || !errors.Is(err, render.AnyClientError) {
		t.Errorf("a client: %v", err)
	}
	for _, v := range oas.Versions() {
		all := responsesOf(t, app, v)
		if r := all["410"]; r == nil || r["content"] != nil || r["description"] == "" || all["422"]["content"] == nil {
			t.Errorf("%s: %v", v, r)
		}
	}
}

var oneText = render.NewFormat(collection.Of("Failure", func(text *string) collection.Fields {
	return collection.Fields{prop.String("text").At(text)}
}).View(), func(f render.Fields) string { return f.Title }, func(text string) render.Fields { return render.Fields{Title: text} })

func TestAFormatHasNoContentOfSomeStatuses(t *testing.T) {
	format := oneText.NoContent(401).Status(404, 410).NoContent(410)
	fail := failing(missing, teapot)
	api := kit.API(fail.Handle(serveFailing)).Authenticate(kit.Bearer).ProblemFormat(format)
	app := kit.Build(t, api)
	server := kit.Listen(t, app)
	for _, tt := range []struct {
		path, token string
		status      int
		body        string
	}{
		{"/fail", "", 401, ""},
		{"/fail?which=missing", "ann", 410, ""},
		{"/fail?which=teapot", "ann", 418, `{"text":"I am a teapot."}`},
		{"/fail?which=other", "ann", 500, `{"text":"Internal Server Error"}`},
		{"/nowhere", "", 410, ""},
	} {
		var header []string
		if tt.token != "" {
			header = kit.Headers("Authorization", "Bearer "+tt.token)
		}
		got := server.Send(t, "GET", tt.path, "", header...)
		if got.Status != tt.status || got.Body != tt.body || (got.Header.Get("Content-Type") == "") != (tt.body == "") {
			t.Errorf("%+v: %d %q %v", tt, got.Status, got.Body, got.Header)
		}
		if tt.body == "" && got.Header.Get("Content-Length") != "0" {
			t.Errorf("%+v: %v", tt, got.Header)
		}
	}
	c := client.New(server.URL).ProblemFormat(format).Prepare(func(r *http.Request) error { r.Header.Set("Authorization", "Bearer ann"); return nil })
	if _, err := fail.Call(context.Background(), c, which.Is("missing")); !errors.Is(err, missing) {
		t.Errorf("a client: %v", err)
	}
	var read *client.ProblemError
	if _, err := fail.Call(context.Background(), c, which.Is("teapot")); !errors.As(err, &read) || read.Title != "I am a teapot." {
		t.Errorf("a client: %v", err)
	}
	for _, v := range oas.Versions() {
		all := responsesOf(t, app, v)
		for status, content := range map[string]bool{"401": false, "410": false, "418": true, "422": true} {
			if r := all[status]; r == nil || (r["content"] != nil) != content || r["description"] == "" {
				t.Errorf("%s, %s: %v", v, status, r)
			}
		}
	}
	for _, op := range app.Tree().Operations {
		for _, p := range op.BuiltinProblems() {
			if f := op.ProblemFormat.For(op.ProblemFormat.Status(p.Status)); (f.MediaType == "") != (p.Status == 401) {
				t.Errorf("%d %s: %q", p.Status, p.Code, f.MediaType)
			}
		}
		for _, p := range op.Fails {
			if f := op.FormatOf(p); (f.For(f.Status(p.Status)).MediaType == "") != (p.Status == 404) {
				t.Errorf("%d %s", p.Status, p.Code)
			}
		}
	}
}

var (
	retryAfter = prop.Int("Retry-After").Min(0)
	hint       = prop.String("X-Hint").MaxLen(9).Optional()
	busy       = render.NewProblem(503, "busy", "The printer is busy.").ResponseHeader(retryAfter, hint)
)

func TestProblemsHaveHeaders(t *testing.T) {
	answers := map[string]error{
		"all":        busy.Header(retryAfter.Is(30), hint.Is("later")),
		"required":   busy.Header(retryAfter.Is(30)),
		"twice":      busy.Header(retryAfter.Is(30)).Header(retryAfter.Is(60)),
		"none":       busy,
		"invalid":    busy.Header(retryAfter.Is(-1)),
		"controls":   busy.Header(retryAfter.Is(1), hint.Is("a\r\nb")),
		"undeclared": busy.Header(retryAfter.Is(1), which.Is("x")),
	}
	fail := failing(busy)
	api := tenon.New("Headers", "1").CORS(cors.Origins("https://a.example")).Add(fail.Handle(func(c *route.Call) (n collection.Empty, err error) {
		return n, answers[which.Get(c)]
	}))
	server, log := kit.Start(t, api)
	tests := map[string]struct {
		status                   int
		retryAfter, hint, logged string
	}{
		"all": {503, "30", "later", ""}, "required": {503, "30", "", ""}, "twice": {503, "60", "", ""},
		"none": {500, "", "", "has no header Retry-After"}, "invalid": {500, "", "", "must be at least 0"},
		"controls": {500, "", "", "control character"}, "undeclared": {500, "", "", "is not declared by the problem"},
	}
	for name, want := range tests {
		got := server.Send(t, "GET", "/fail?which="+name, "", "Origin: https://a.example")
		if got.Status != want.status || got.Header.Get("Retry-After") != want.retryAfter || got.Header.Get("X-Hint") != want.hint {
			t.Errorf("%s: %d %v %s, want %v", name, got.Status, got.Header, got.Body, want)
		}
		if want.logged != "" {
			log.Has(t, want.logged)
		}
		if exposed := got.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(exposed, "X-Hint") {
			t.Errorf("%s: pages may read %q", name, exposed)
		}
	}
}

// A header is required where every problem of the status has it.
func TestDocumentsHaveHeadersOfProblems(t *testing.T) {
	gone := render.NewProblem(410, "gone", "It is gone.").ResponseHeader(hint)
	other := render.NewProblem(503, "other", "Something else.")
	for _, v := range oas.Versions() {
		required := func(types ...*render.Problem) any {
			app := kit.Build(t, kit.API(failing(append(types, gone)...).Handle(serveFailing)))
			all := responsesOf(t, app, v)
			optional, _ := all["410"]["headers"].(map[string]any)["X-Hint"].(map[string]any)
			if optional == nil || optional["required"] != nil {
				t.Errorf("%s: %v", v, all["410"])
			}
			header, _ := all["503"]["headers"].(map[string]any)["Retry-After"].(map[string]any)
			return header["required"]
		}
		if alone, beside := required(busy), required(busy, other); alone != true || beside != nil {
			t.Errorf("%s: required is %v alone and %v beside another", v, alone, beside)
		}
	}
}

// What a route passes on has the headers that its range declares.
func TestRangesHaveHeaders(t *testing.T) {
	passed := render.NewProblem(409, "passed", "Passed on.")
	strange := prop.String("X-Strange")
	answers := map[string]error{
		"both":    passed.ResponseHeader(retryAfter, hint).Header(retryAfter.Is(3), hint.Is("later")),
		"one":     passed.ResponseHeader(retryAfter).Header(retryAfter.Is(3)),
		"none":    passed,
		"missing": passed.ResponseHeader(retryAfter.Optional(), hint).Header(hint.Is("later")),
		"strange": passed.ResponseHeader(retryAfter, strange).Header(retryAfter.Is(3), strange.Is("x")),
		"named":   busy.Header(retryAfter.Is(9)),
	}
	fail := failing(render.AnyError.ResponseHeader(retryAfter, hint), busy)
	api := tenon.New("Headers", "1").CORS(cors.Origins("https://a.example")).Add(fail.Handle(func(c *route.Call) (n collection.Empty, err error) {
		return n, answers[which.Get(c)]
	}))
	server, log := kit.Start(t, api)
	tests := map[string]struct {
		status                   int
		retryAfter, hint, logged string
	}{
		"both": {409, "3", "later", ""}, "one": {409, "3", "", ""}, "named": {503, "9", "", ""},
		"none":    {500, "", "", "the problem has no header Retry-After of the range default"},
		"missing": {500, "", "", "the problem has no header Retry-After of the range default"},
		"strange": {500, "", "", "header X-Strange is not declared by the range default"},
	}
	for name, want := range tests {
		got := server.Send(t, "GET", "/fail?which="+name, "", "Origin: https://a.example")
		if got.Status != want.status || got.Header.Get("Retry-After") != want.retryAfter || got.Header.Get("X-Hint") != want.hint || got.Header.Get("X-Strange") != "" {
			t.Errorf("%s: %d %v %s, want %v", name, got.Status, got.Header, got.Body, want)
		}
		if want.logged != "" {
			log.Has(t, want.logged)
		}
		if exposed := got.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(exposed, "X-Hint") {
			t.Errorf("%s: pages may read %q", name, exposed)
		}
	}
	other := route.Get("/other", kit.Empty).Fails(render.AnyError.ResponseHeader(hint)).Handle(kit.ServeEmpty)
	for _, v := range oas.Versions() {
		r := responsesOf(t, kit.Build(t, kit.API(fail.Handle(serveFailing), other)), v)["default"]
		headers, _ := r["headers"].(map[string]any)
		wait, _ := headers["Retry-After"].(map[string]any)
		if wait == nil || headers["X-Hint"] == nil || wait["required"] != nil { // the built-in problems have none
			t.Errorf("%s: %v", v, r)
		}
	}
}

func TestBuildReportsHeadersAndRangesOfProblems(t *testing.T) {
	of := busy
	kit.CheckFaults(t,
		kit.Faulty(kit.API(failing(of.ResponseHeader(nil)).Handle(serveFailing)), `GET /fail: problem "busy": ResponseHeader has a nil header`),
		kit.Faulty(kit.API(failing(of.ResponseHeader(prop.String("Content-Type"))).Handle(serveFailing)), `GET /fail: header "Content-Type" is reserved: the library sends it`),
		kit.Faulty(kit.API(failing(of.ResponseHeader(prop.String("retry-after"))).Handle(serveFailing)), `GET /fail: header "retry-after" is sent twice`),
		kit.Faulty(kit.API(failing(of.ResponseHeader(prop.Any("X-Any"))).Handle(serveFailing)), `GET /fail: header "X-Any" cannot be written as text; a header is a scalar, a union of scalars or a list of scalars`),
		kit.Faulty(kit.API(failing(of.ResponseHeader(prop.String("X-A").MinLen(3).MaxLen(2))).Handle(serveFailing)), `property "X-A": MaxLen(2) is below MinLen(3)`),
		kit.Faulty(kit.API(failing(render.AnyError.ResponseHeader(prop.String("Content-Type"))).Handle(serveFailing)), `GET /fail: header "Content-Type" is reserved: the library sends it`),
		kit.Faulty(kit.API(failing(render.AnyError.FormattedAs(render.NoContent())).Handle(serveFailing)), `GET /fail: FormattedAs(…) of the range default: its problems have the format of the route`),
		kit.Faulty(kit.API(failing().ProblemFormat(render.NoContent().MediaType("application/json")).Handle(serveFailing)), `MediaType("application/json") is of a format without content`),
		kit.Faulty(kit.API(failing().ProblemFormat(render.NoContent().NoContent(401)).Handle(serveFailing)), `NoContent of a format without content has no effect`),
		kit.Faulty(kit.API(failing().ProblemFormat(oneText.NoContent()).Handle(serveFailing)), `NoContent() of a format has no status`),
		kit.Faulty(kit.API(failing().ProblemFormat(oneText.NoContent(200)).Handle(serveFailing)), `NoContent(200) is not from 400 to 599`),
		kit.Faulty(kit.API(failing().ProblemFormat(oneText.NoContent(500, 500)).Handle(serveFailing)), `NoContent(500): responses with the status have another format already`),
	)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
