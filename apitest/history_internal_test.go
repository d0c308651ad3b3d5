package apitest

import (
	"net/http"
	"slices"
	"testing"
)

// What a write breaks is reported before what reads show of it, and then the shorter history.
func TestReportsBeginWithWrites(t *testing.T) {
	failed := func(law, method string, steps int) failure {
		return failure{broken: breaks(law, ""), steps: make([]step, steps), trace: []*exchange{{method: http.MethodPost}, {method: method}}}
	}
	all := []failure{
		failed("a list", http.MethodGet, 2), failed("a view", http.MethodGet, 1), failed("a long write", http.MethodPatch, 5), failed("a write", http.MethodPut, 3),
	}
	slices.SortStableFunc(all, failure.compare)
	var got []string
	for _, f := range all {
		got = append(got, f.law)
	}
	if want := []string{"a write", "a long write", "a view", "a list"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
