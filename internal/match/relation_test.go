package match_test

import (
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

func TestCompareRelatesSetsOfPaths(t *testing.T) {
	tests := []struct {
		a, b    string
		want    match.Relation
		example string
	}{
		{"/", "/", match.Equal, "/"},
		{"/a", "/b", match.Disjoint, ""},
		{"/a", "/a/", match.Disjoint, ""},
		{"/a", "/a/b", match.Disjoint, ""},
		{"/", "/{x}", match.Disjoint, ""}, // a parameter is never empty
		{"/{x}", "/", match.Disjoint, ""},
		{"/a/", "/{x}/", match.Narrower, "/a/"},
		{"/a/", "/a/{x}", match.Disjoint, ""},
		{"/{x}", "/{y}", match.Equal, "/x"},
		{"/a/{x}", "/a/{y}", match.Equal, "/a/x"},
		{"/pro%64ucts", "/products", match.Equal, "/pro%64ucts"},
		{"/a%2fb", "/a%2Fb", match.Equal, "/a%2fb"},
		{"/a%2Fb", "/a/b", match.Disjoint, ""},
		{"/products/archive", "/products/{id}", match.Narrower, "/products/archive"},
		{"/products/{id}", "/products/archive", match.Wider, "/products/archive"},
		{"/{x}/{y}", "/a/{x}", match.Wider, "/a/y"},
		{"/a/{x}", "/{x}/b", match.Overlap, "/a/b"},
		{"/{x}/b", "/a/{x}", match.Overlap, "/a/b"},
		{"/{x}/b/{z}", "/a/{y}/{w}", match.Overlap, "/a/b/z"},
		{"/a/{x}/c", "/{x}/b/d", match.Disjoint, ""},
		{"/a/{x}/c", "/{x}/b/c", match.Overlap, "/a/b/c"},
		{"/a/{x}/{y}", "/{x}/b/c", match.Overlap, "/a/b/c"},
		{"/{x}/b/c", "/a/{x}/{y}", match.Overlap, "/a/b/c"},
	}
	for _, tt := range tests {
		a, b := parse(t, tt.a), parse(t, tt.b)
		if got := match.Compare(a, b); got != tt.want {
			t.Errorf("Compare(%s, %s) = %v, want %v", a, b, got, tt.want)
		}
		if got := match.Example(a, b); got != tt.example {
			t.Errorf("Example(%s, %s) = %q, want %q", a, b, got, tt.example)
		}
	}
}

// For every pair of a small universe, the relation and its inverse agree with each other, and
// with the paths that the templates match.
func TestCompareAgreesWithThePathsMatched(t *testing.T) {
	templates := parseAll(t, []string{"/"}, universe([]string{"a", "b", "{x}", "{y}"}, 3), []string{"/a/", "/{x}/", "/a/{x}/"})
	paths := append(universe([]string{"a", "b", "c", "x", "y"}, 3), "/", "/a/", "/b/", "/x/", "/a/b/", "/a/x/", "/b/b/")
	matches := make([]map[string]bool, len(templates))
	for i, tpl := range templates {
		var tree match.Tree[int]
		tree.Add("GET", tpl, i)
		matches[i] = map[string]bool{}
		for _, path := range paths {
			if _, found := tree.Find("GET", cut(match.Escaped(path))); found == match.Yes {
				matches[i][path] = true
			}
		}
	}
	for i, a := range templates {
		for j, b := range templates {
			both := 0
			for path := range matches[i] {
				if matches[j][path] {
					both++
				}
			}
			want := match.Overlap
			switch {
			case both == 0:
				want = match.Disjoint
			case both == len(matches[i]) && both == len(matches[j]):
				want = match.Equal
			case both == len(matches[i]):
				want = match.Narrower
			case both == len(matches[j]):
				want = match.Wider
			}
			if got := match.Compare(a, b); got != want {
				t.Errorf("Compare(%s, %s) = %v, want %v", a, b, got, want)
			}
			if example := match.Example(a, b); example != "" && !(matches[i][example] && matches[j][example]) {
				t.Errorf("Example(%s, %s) = %q, which not both match", a, b, example)
			}
		}
	}
}

// universe returns all paths of 1 to depth segments.
func universe(segments []string, depth int) []string {
	var all []string
	last := []string{""}
	for range depth {
		var next []string
		for _, prefix := range last {
			for _, s := range segments {
				next = append(next, prefix+"/"+s)
			}
		}
		all = append(all, next...)
		last = next
	}
	return all
}

// parseAll parses lists of templates and skips invalid ones, such as /{x}/{x}.
func parseAll(t testing.TB, lists ...[]string) []match.Template {
	t.Helper()
	var templates []match.Template
	for _, list := range lists {
		for _, s := range list {
			if tpl, err := match.Parse(s); err == nil {
				templates = append(templates, tpl)
			}
		}
	}
	if len(templates) < 10 {
		t.Fatalf("only %d templates", len(templates))
	}
	return templates
}
