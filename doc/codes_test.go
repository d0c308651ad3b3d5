package doc_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// rows returns the cells of the table with the given header in a page.
func rows(t *testing.T, page, head string) (out [][]string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), head+"\n")
	if !found {
		t.Fatalf("%s has no table %s", page, head)
	}
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if !strings.HasPrefix(line, "|--") {
			out = append(out, strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|"))
		}
	}
	return out
}

var quoted = regexp.MustCompile("`([^`]+)`")

func names(cell string) (out []string) {
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		out = append(out, m[1])
	}
	return out
}

// The page lists exactly the built-in problems, with their status.
func TestErrorsPageListsEveryProblem(t *testing.T) {
	want := map[string]bool{"503 unavailable": true} // of route.Health
	for _, r := range tree.AllBuiltinProblems() {
		want[fmt.Sprintf("%d %s", r.Status, r.Code)] = true
	}
	for _, p := range problem.Declared() {
		want[fmt.Sprintf("%d %s", p.Data().Status, p.Data().Code)] = true
	}
	got := map[string]bool{}
	for _, row := range rows(t, "errors.md", "| status | code | when |") {
		for _, code := range names(row[1]) {
			got[strings.TrimSpace(row[0])+" "+code] = true
		}
	}
	compare(t, got, want)
}

// The page lists exactly the violation codes, with their params.
func TestErrorsPageListsEveryViolation(t *testing.T) {
	params := map[string]map[string]bool{}
	add := func(code string, names ...string) {
		if params[code] == nil {
			params[code] = map[string]bool{}
		}
		for _, name := range names {
			params[code][name] = true
		}
	}
	for _, key := range message.Codes() {
		code, _, _ := strings.Cut(key, ".")
		add(code, message.Names(message.Template(key))...)
	}
	for _, r := range tree.AllRules() {
		if _, own := r.(tree.Custom); own {
			continue
		}
		for _, p := range r.Params() {
			add(r.Code(), p.Name)
		}
	}
	add("type", "expected") // which the messages express in words
	add("format", "format")
	want := map[string]bool{}
	for code, of := range params {
		want[code+" "+strings.Join(slices.Sorted(maps.Keys(of)), ",")] = true
	}
	got := map[string]bool{}
	for _, row := range rows(t, "errors.md", "| code | params | the member or parameter |") {
		of := names(row[1])
		slices.Sort(of)
		for _, code := range names(row[0]) {
			got[code+" "+strings.Join(of, ",")] = true
		}
	}
	compare(t, got, want)
}

func compare(t *testing.T, got, want map[string]bool) {
	t.Helper()
	for _, row := range slices.Sorted(maps.Keys(want)) {
		if !got[row] {
			t.Errorf("the table lacks %s", row)
		}
	}
	for _, row := range slices.Sorted(maps.Keys(got)) {
		if !want[row] {
			t.Errorf("there is no %s", row)
		}
	}
}
