package render_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// language is a locale whose texts are their keys and arguments.
type language struct {
	tag  string
	said *int // the number of violations
}

func (t language) Faults() []tree.Fault                     { return nil }
func (t language) Choose([]string) tree.Locale              { return t }
func (t language) Tag() string                              { return t.tag }
func author(by tree.Author) string                          { return []string{"theirs", "ours"}[by] }
func (t language) Title(string, tree.Author) (string, bool) { return "", false }

func (t language) Violation(property, key string, params []tree.Param, by tree.Author) (string, bool) {
	*t.said++
	return strings.Join([]string{property, key, strconv.Itoa(len(params)), author(by)}, "|"), key != "silent"
}

func (t language) Detail(key string, params []tree.Param, by tree.Author) (string, bool) {
	return strings.Join([]string{key, strconv.Itoa(len(params)), author(by)}, "|"), true
}

func in(language language) *http.Request {
	return problem.Localize(language).Request(httptest.NewRequest("GET", "/", nil))
}

func TestViolationsAreTranslatedByProperty(t *testing.T) {
	min := []prop.Param{prop.NumberParam("min", 1)}
	for _, test := range []struct {
		v    prop.Violation
		want string
	}{
		{prop.Violation{Code: "min", Detail: "must be at least 1", Pointer: "#/a/price", Params: min}, "price|min|1|ours"},
		{prop.Violation{Code: "min", Detail: "must be plenty", Pointer: "#/price", Params: min}, "price|min|1|theirs"},
		{prop.Violation{Code: "type", Detail: "must be an integer", Pointer: "#/tags/0", Params: []prop.Param{prop.TextParam("expected", "integer")}}, "tags|type.integer|1|ours"},
		{prop.Violation{Code: "format", Detail: "must be an e-mail address", Pointer: "#/grid/0/12"}, "grid|format.email|0|ours"},
		{prop.Violation{Code: "precision", Detail: "has too many digits", Pointer: "#/0"}, "|precision.digits|0|ours"},
		{prop.Violation{Code: "precision", Detail: "is too close to zero to be held", Pointer: "#"}, "|precision|0|ours"},
		{prop.Violation{Code: "required", Detail: "is required", Pointer: "#/a~1b~0c%20%C3%A9"}, "a/b~c é|required|0|ours"},
		{prop.Violation{Code: "required", Detail: "is required", Pointer: "#/~01"}, "~1|required|0|ours"},
		{prop.Violation{Code: "required", Detail: "is required", Pointer: "#/100%"}, "100%|required|0|ours"},
		{prop.Violation{Code: "required", Detail: "is required", Pointer: "no pointer"}, "no pointer|required|0|ours"},
		{prop.Violation{Code: "max", Detail: "?", In: "query", Parameter: "page"}, "page|max|0|theirs"},
		{prop.Violation{Code: "max", Detail: "?", In: "query", Parameter: "ids", Pointer: "#/3"}, "ids|max|0|theirs"},
		{prop.Violation{Code: "max", Detail: "?", In: "query", Parameter: "filter", Pointer: "#/least"}, "least|max|0|theirs"},
		{prop.Violation{Code: "silent", Detail: "stays"}, "stays"},
	} {
		w := httptest.NewRecorder()
		render.NewProblem(409, "x", "X.").Violations(prop.Violations{test.v}).ServeHTTP(w, in(language{"t", new(int)}))
		if want := `"code":"` + test.v.Code + `","detail":"` + test.want + `"`; !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s, want %s", w.Body, want)
		}
	}
}

func TestDetailsAreTranslatedByAuthor(t *testing.T) {
	refused := (*render.Problem)(problem.Builtin(tree.Malformed))
	for _, test := range []struct {
		problem *render.Problem
		want    string
	}{
		{refused, "malformed_request|0|ours"},
		{refused.Detail("Own words."), "malformed_request|0|theirs"},
		{(*render.Problem)(problem.BuiltinFor(tree.Malformed, tree.JSONSyntax, tree.Param{Name: "offset", JSON: "7"})), "json_syntax|1|ours"},
		{render.NewProblem(409, "odd", "Odd."), "odd|0|theirs"},
		{render.NewProblem(409, "odd", "Odd.").Detail("Own words."), "odd|0|theirs"},
		{render.NotFound, "no_such_entity|0|ours"},
		{render.NotFound.Detail("Own words."), "no_such_entity|0|theirs"},
		{render.Forbidden, "forbidden|0|ours"},
	} {
		w := httptest.NewRecorder()
		test.problem.ServeHTTP(w, in(language{"t", new(int)}))
		if !strings.Contains(w.Body.String(), `"detail":"`+test.want+`"`) {
			t.Errorf("%s, want %s", w.Body, test.want)
		}
	}
	if got := problem.BuiltinFor(tree.Malformed, tree.JSONSyntax, tree.Param{Name: "offset", JSON: "7"}).Data().Detail; got != "The content is malformed JSON at byte 7: syntax error." {
		t.Error(got)
	}
}

// Only the violations that are sent are translated: an application may list any number.
func TestOnlyWhatIsSentIsTranslated(t *testing.T) {
	list := make(prop.Violations, 1_000_000)
	for i := range list {
		list[i] = prop.Violation{Code: "c", Detail: "d"}
	}
	said := 0
	w := httptest.NewRecorder()
	render.NewProblem(409, "x", "X.").Violations(list).ServeHTTP(w, in(language{"t", &said}))
	if said > render.MaxProblem/20 || strings.Contains(w.Body.String(), `"detail":"d"`) || !strings.Contains(w.Body.String(), `"detail":"|c|0|theirs"`) {
		t.Errorf("%d violations were translated", said)
	}
	if list[0].Detail != "d" {
		t.Error("the application's list was changed")
	}
}

// An App inside another App uses its own languages.
func TestNestedAppsUseTheirOwnLanguages(t *testing.T) {
	said := new(int)
	r := in(language{"outer", said})
	if problem.Localize(language{"outer", said}).Request(r) != r {
		t.Error("the same languages are set twice")
	}
	w := httptest.NewRecorder()
	render.NotFound.ServeHTTP(w, problem.Localize(language{"inner", said}).Request(r))
	if got := w.Header().Values("Content-Language"); len(got) != 1 || got[0] != "inner" {
		t.Errorf("the language is %q", got)
	}
}
