package match_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

// FuzzFind compares the tree with a search that tries each template, for fixed templates, and a
// template and a path of the fuzzer.
func FuzzFind(f *testing.F) {
	for i, tt := range wellFormed {
		f.Add(tt.text, wellFormed[(i+1)%len(wellFormed)].text, tt.text)
	}
	for i, tt := range malformed {
		f.Add(tt.text, malformed[(i+1)%len(malformed)].text, tt.text)
	}
	f.Add("/{x}/b", "/a/{x}", "/%61/b")
	f.Add("/a%2Fb", "/a/{x}", "/a%2fb")
	f.Add("/a/{x}/c/", "/{x}/b/c/", "/a/b%/c/")
	f.Fuzz(func(t *testing.T, first, second, path string) {
		var templates []match.Template
		for _, s := range []string{first, second, "/", "/a/{x}", "/a/b", "/a%25/{x}/"} {
			tpl, err := match.Parse(s)
			if err != nil {
				continue
			}
			if tpl.String() != s || strings.Count(s, "/") != tpl.Segments() {
				t.Fatalf("Parse(%q) = %q of %d segments", s, tpl, tpl.Segments())
			}
			if !slices.ContainsFunc(templates, func(other match.Template) bool {
				rel := match.Compare(tpl, other)
				return rel == match.Equal || rel == match.Overlap
			}) {
				templates = append(templates, tpl)
			}
		}
		var tree match.Tree[int]
		want := -1
		for i, tpl := range templates {
			tree.Add("GET", tpl, i)
			if naive(tpl.String(), path) && (want < 0 || match.Compare(tpl, templates[want]) == match.Narrower) {
				want = i
			}
		}
		got, found := tree.Find("GET", cut(match.Escaped(path)))
		if (found == match.Yes) != (want >= 0) || want >= 0 && got != want {
			t.Fatalf("Find(%q) among %v = %d, %v; want %d", path, templates, got, found, want)
		}
		if _, found := tree.Find("POST", cut(match.Escaped(path))); found == match.Yes || (found == match.NoMethod) != (want >= 0) {
			t.Fatalf("Find(POST %q) among %v = %v", path, templates, found)
		}
		if allow := tree.Allow(cut(match.Escaped(path))); (allow != "") != (want >= 0) {
			t.Fatalf("Allow(%q) among %v = %q", path, templates, allow)
		}
		for i, tpl := range templates {
			values := tpl.Values(nil, match.Escaped(path))
			if len(values) != len(tpl.Params()) {
				t.Fatalf("Values of %s in %q = %q", tpl, path, values)
			}
			if i != want {
				continue
			}
			// A template filled with the values is the path, except for escapes in literals.
			pieces, raw := strings.Split(tpl.String(), "/"), strings.Split(path, "/")
			for at, piece := range pieces {
				if strings.HasPrefix(piece, "{") {
					if values[0] != raw[at] || raw[at] == "" {
						t.Fatalf("Values of %s in %q has %q for %s", tpl, path, values[0], piece)
					}
					values = values[1:]
				}
			}
			if prefixed := tpl.Values(nil, match.Escaped("/v1"+path)); path != "" && !slices.Equal(prefixed, tpl.Values(nil, match.Escaped(path))) {
				t.Fatalf("Values of %s behind a prefix of %q = %q", tpl, path, prefixed)
			}
		}
	})
}

// naive reports whether a template matches a path.
func naive(template, path string) bool {
	if path == "" {
		path = "/"
	}
	pieces, segments := strings.Split(template, "/"), strings.Split(path, "/")
	if len(pieces) != len(segments) {
		return false
	}
	for i, piece := range pieces {
		if strings.HasPrefix(piece, "{") {
			if segments[i] == "" {
				return false
			}
			continue
		}
		want, _ := url.PathUnescape(piece)
		if got, err := url.PathUnescape(segments[i]); err != nil || got != want {
			return false
		}
	}
	return true
}
