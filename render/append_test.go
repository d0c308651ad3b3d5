package render_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// The members are in the order type, title, status, detail, instance, code, errors, and then
// extension members.
func TestAProblemIsWrittenInOneOrder(t *testing.T) {
	all := sold.Extension("buyer_id", `7`).Extension("since", `"2026"`).
		Violations(prop.Violations{
			{Code: "min", Detail: "must be at least 1", Pointer: "#/n", Params: []prop.Param{prop.NumberParam("min", 1)}},
			{Code: "unknown", Detail: "is not recognized", In: "query"},
			{Code: "type", Detail: "must be an integer", In: "query", Parameter: "ids", Pointer: "#/0",
				Params: []prop.Param{prop.TextParam("expected", "integer"), prop.NumberParam("ratio", 0.5)}},
		}).MoreViolations(2).
		Instance("/x/1").Detail("Yes.").Type("https://example.com/sold")
	const want = `{"type":"https://example.com/sold","title":"It is sold.","status":409,"detail":"Yes.","instance":"/x/1","code":"sold",` +
		`"errors":[{"code":"min","detail":"must be at least 1","pointer":"#/n","params":{"min":1}},` +
		`{"code":"unknown","detail":"is not recognized","in":"query"},` +
		`{"code":"type","detail":"must be an integer","in":"query","parameter":"ids","pointer":"#/0","params":{"expected":"integer","ratio":0.5}}],` +
		`"more_errors":2,"buyer_id":7,"since":"2026"}`
	if got := string(all.Append([]byte("before"))); got != "before"+want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An extension member that is set again replaces the earlier one: parsers treat duplicate
// members differently.
func TestExtensionMembersReplaceEarlierOnes(t *testing.T) {
	kind := sold.Extension("retry", "1").Extension("buyer", "2")
	if got := string(kind.Extension("retry", "3").Append(nil)); got != `{"title":"It is sold.","status":409,"code":"sold","buyer":2,"retry":3}` {
		t.Error(got)
	}
	if got := string(kind.Append(nil)); got != `{"title":"It is sold.","status":409,"code":"sold","retry":1,"buyer":2}` {
		t.Error(got)
	}
}

// A problem is valid JSON, whatever an application puts into it.
func TestAProblemIsAlwaysJSON(t *testing.T) {
	tests := []struct {
		name    string
		problem *render.Problem
		want    string
	}{
		{"a title", render.NewProblem(400, "odd", "a\xffb"), `{"title":"","status":400,"code":"odd"}`},
		{"a detail", sold.Detail("a\xffb"), `{"title":"It is sold.","status":409,"detail":"","code":"sold"}`},
		{"a detail with escapes", sold.Detail("a\"b\\c\n\x01</script>é"),
			`{"title":"It is sold.","status":409,"detail":"a\"b\\c\n\u0001</script>é","code":"sold"}`},
		{"an instance", sold.Instance("/\xff"), `{"title":"It is sold.","status":409,"instance":"","code":"sold"}`},
		{"a parameter", sold.Violations(prop.Violations{{Code: "c", Detail: "d", In: "query", Parameter: "\xff"}}),
			`{"title":"It is sold.","status":409,"code":"sold","errors":[{"code":"c","detail":"d","in":"query","parameter":""}]}`},
		{"an argument that is no JSON", sold.Violations(prop.Violations{{Code: "c", Detail: "d", Params: []prop.Param{
			{Name: "a", JSON: `}`}, {Name: "b", JSON: `1,"x":2`}, {Name: "c", JSON: ``}, {Name: "d", JSON: `2`}}}}),
			`{"title":"It is sold.","status":409,"code":"sold","errors":[{"code":"c","detail":"d","params":{"a":null,"b":null,"c":null,"d":2}}]}`},
		{"an argument that is not UTF-8", sold.Violations(prop.Violations{{Code: "c", Detail: "d", Params: []prop.Param{prop.TextParam("a", "\xff")}}}),
			`{"title":"It is sold.","status":409,"code":"sold","errors":[{"code":"c","detail":"d","params":{"a":""}}]}`},
	}
	for _, tt := range tests {
		if got := string(tt.problem.Append(nil)); got != tt.want || !json.Valid([]byte(got)) {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// Violations beyond the limit are omitted and counted.
func TestLongListsOfViolationsAreCut(t *testing.T) {
	violations := func(n, size int) (vs prop.Violations) {
		for i := range n {
			vs = append(vs, prop.Violation{Code: "c", Detail: strings.Repeat("x", size), Pointer: fmt.Sprintf("#/%d", i)})
		}
		return vs
	}
	tests := []struct {
		name         string
		list         prop.Violations
		more         int
		listed, left int
		short        bool // the first has no detail
	}{
		{"none", nil, 0, 0, 0, false},
		{"few", violations(3, 10), 0, 3, 0, false},
		{"few of many", violations(3, 10), 4, 3, 4, false},
		{"too much", violations(100, 1000), 0, 62, 38, false},
		{"too much of more", violations(100, 1000), 5, 62, 43, false},
		{"the second is too large", violations(2, 40_000), 0, 1, 1, false},
		{"the first alone is too large", violations(1, render.MaxProblem), 0, 1, 0, true},
		{"the first is too large for itself, and so are the others", violations(3, render.MaxProblem), 1, 1, 3, true},
		{"arguments that are too large", prop.Violations{
			{Code: "c", Detail: "d", Pointer: "#/0", Params: []prop.Param{prop.TextParam("a", strings.Repeat("x", render.MaxProblem))}},
			{Code: "c", Detail: "d", Pointer: "#/1"}}, 0, 2, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := sold.Violations(tt.list).MoreViolations(tt.more).Append(nil)
			if len(text) > render.MaxProblem+100 {
				t.Errorf("%d bytes", len(text))
			}
			var got struct {
				Errors []struct {
					Code, Detail, Pointer string
					Params                map[string]string
				}
				More int `json:"more_errors"`
			}
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if len(got.Errors) != tt.listed || got.More != tt.left {
				t.Fatalf("%d listed and %d more, want %d and %d", len(got.Errors), got.More, tt.listed, tt.left)
			}
			for i, e := range got.Errors {
				short := tt.short && i == 0
				if e.Code != "c" || e.Pointer != fmt.Sprintf("#/%d", i) || (e.Detail == tt.list[i].Detail) == short || short && len(e.Params) > 0 {
					t.Errorf("error %d: %.200v", i, e)
				}
			}
		})
	}
}

// The envelope surrounds the body of a success.
func TestTheEnvelope(t *testing.T) {
	tests := []struct {
		renderer              render.Renderer
		member, before, after string
	}{
		{render.Envelope("data"), "data", `{"data":`, `}`},
		{render.Envelope(`a"b`), `a"b`, `{"a\"b":`, `}`},
		{render.Envelope(""), "", "", ""},
		{render.NoEnvelope(), "", "", ""},
		{render.Renderer{}, "", "", ""},
	}
	for _, tt := range tests {
		before, after := tt.renderer.Around()
		if tt.renderer.Member() != tt.member || string(before) != tt.before || string(after) != tt.after {
			t.Errorf("%q: %q %s %s", tt.member, tt.renderer.Member(), before, after)
		}
	}
}
