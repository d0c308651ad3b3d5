package match_test

import (
	"slices"
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
		{"/{x}.json", "/{y}", match.Narrower, "/x.json"},
		{"/{x}.json", "/a.json", match.Wider, "/a.json"},
		{"/{x}.json", "/.json", match.Disjoint, ""}, // a parameter is never empty
		{"/{x}.json", "/{y}.json", match.Equal, "/x.json"},
		{"/{x}.json", "/{y}.xml", match.Disjoint, ""},
		{"/{x}.json", "/b{y}", match.Overlap, "/bxx.json"},
		{"/{x}.{y}", "/{z}.gz", match.Wider, "/x.gz"},
		{"/{x}.{y}.{z}", "/{a}.{b}", match.Narrower, "/x.x.x"},
		{"/{x}-{y}", "/{x}.{y}", match.Overlap, "/xx-x.x"},
		{"/a/{x...}", "/a/{y}", match.Wider, "/a/y"},
		{"/a/{x...}", "/a/b/c", match.Wider, "/a/b/c"},
		{"/a/{x...}", "/a", match.Disjoint, ""},
		{"/a/{x...}", "/a/", match.Disjoint, ""},
		{"/a/{x...}", "/a/b/", match.Disjoint, ""},
		{"/a/{x...}", "/{y...}", match.Narrower, "/a/x"},
		{"/a/{x...}", "/{y}/b/{z}", match.Overlap, "/a/b/z"},
		{"/{x...}", "/{y...}", match.Equal, "/x"},
		{"/a/{x...}/b", "/a/{y}/b", match.Wider, "/a/y/b"},
		{"/a/{x...}/b", "/a/b", match.Disjoint, ""},
		{"/a/{x...}/b", "/a/{y...}", match.Narrower, "/a/x/b"},
		{"/a/{x...}/b", "/a/{y...}/c", match.Disjoint, ""},
		{"/a/{x...}/b", "/a/{y...}/b/{z}", match.Overlap, "/a/x/b/b"},
		{"/{x...}/b/{y}", "/{x...}/{y}", match.Narrower, "/x/b/y"},
		{"/{x...}/b", "/a/{y...}", match.Overlap, "/a/b"},
		{"/{x...}/b/c", "/a/{y...}", match.Overlap, "/a/b/c"},
		{"/{x...}/", "/a/b/", match.Wider, "/a/b/"},
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
	templates := parseAll(t, []string{"/"}, universe([]string{"a", "b", "{x}", "{y}", "{x}.b"}, 3), []string{"/a/", "/{x}/", "/a/{x}/", "/{x...}", "/a/{x...}", "/{x}.{y}", "/{x...}/a", "/{x...}/b", "/a/{x...}/b",
		"/{x...}/a/b", "/{x...}/{y}", "/{x...}/b/{y}", "/a/{x...}/{y}"})
	paths := append(universe([]string{"a", "b", "c", "x", "y", "a.b", "x.y"}, 4), "/", "/a/", "/b/", "/x/", "/a/b/", "/a/x/", "/b/b/")
	for _, a := range templates {
		for _, b := range templates {
			if example := match.Example(a, b); example != "" && !slices.Contains(paths, example) {
				paths = append(paths, example)
			}
		}
	}
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

func TestOrderDecidesAtTheFirstDifference(t *testing.T) {
	kinds := map[string]match.Kind{
		"int": {Class: match.Integer}, "number": {Class: match.Number}, "uuid": {Class: match.UUID},
		"ab": {Class: match.Choice, Values: []string{"a", "b"}}, "bc": {Class: match.Choice, Values: []string{"c", "b"}},
		"de": {Class: match.Choice, Values: []string{"d", "e"}},
	}
	typed := func(s string) match.Template {
		tpl := parse(t, s)
		for _, name := range tpl.Params() {
			tpl.SetKind(name, kinds[name])
		}
		return tpl
	}
	tests := []struct {
		a, b string
		want int
	}{
		{"/a/{x}", "/{y}/b", -1},
		{"/{x}/b/{z}", "/a/{y}/{w}", +1},
		{"/{x}.json", "/{x}", -1},
		{"/{x}.json", "/a{x}", 0},
		{"/{x}", "/{y...}", -1},
		{"/a/{x...}", "/{y}/b", -1},
		{"/{x...}/a", "/{y...}", -1},
		{"/{x...}/{y}/a", "/{x...}/b", -1},
		{"/{x...}/a/{y}", "/{x...}/{y}/{z}", -1},
		{"/{x}/{y...}/a", "/a/{y...}", +1},
		{"/{x}", "/{y}", 0},
		{"/{int}", "/{y}", -1},
		{"/{int}", "/{number}", -1},
		{"/{number}", "/{uuid}", +1},
		{"/{ab}", "/{int}", -1},
		{"/{ab}", "/{bc}", 0},
		{"/{ab}/{x}", "/{bc}/a", 0}, // which of the two takes b is open
		{"/{ab}/{x}", "/{de}/a", -1},
		{"/{int}/{x}", "/{y}/a", -1},
		{"/{y}/a", "/{int}/{x}", +1},
	}
	for _, tt := range tests {
		if got := match.Order(typed(tt.a), typed(tt.b)); got != tt.want {
			t.Errorf("Order(%s, %s) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := match.Order(typed(tt.b), typed(tt.a)); got != -tt.want {
			t.Errorf("Order(%s, %s) = %d, want %d", tt.b, tt.a, got, -tt.want)
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
