package match_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

func cut(p match.Path) *match.Cut {
	c := new(match.Cut)
	c.Read(p)
	return c
}

// The segments of a path are the texts between its slashes, wherever they are.
func TestAPathIsCutAtItsSlashes(t *testing.T) {
	const length = 12 // more than the eight bytes that are compared at once
	for slashes := range 1 << length {
		var b strings.Builder
		b.WriteByte('/')
		for i := range length {
			switch {
			case slashes>>i&1 != 0:
				b.WriteByte('/')
			default:
				b.WriteString(string("ab.\xafo0"[i%6])) // some differ from a slash in one bit
			}
		}
		path := b.String()
		want := strings.Split(path[1:], "/")
		if slices.Contains(want, "") {
			continue // no parameter is empty
		}
		var text strings.Builder
		for i := range want {
			text.WriteString("/{" + string(rune('a'+i)) + "}")
		}
		tpl := parse(t, text.String())
		var tree match.Tree[int]
		tree.Add("GET", tpl, 1)
		c := cut(match.Escaped(path))
		if _, found := tree.Find("GET", c); found != match.Yes {
			t.Fatalf("%q is not found", path)
		}
		if got := tpl.ValuesOf(nil, c); !slices.Equal(got, want) {
			t.Fatalf("%q is cut into %q", path, got)
		}
		if got := tpl.Values(nil, match.Escaped(path)); !slices.Equal(got, want) {
			t.Fatalf("%q has the values %q", path, got)
		}
	}
}

func TestALongPathIsCutToItsEnd(t *testing.T) {
	for n := 1; n <= match.MaxSegments+2; n++ {
		path := strings.Repeat("/abcdefghi", n)
		var tree match.Tree[int]
		want := match.NoPath
		if n <= match.MaxSegments {
			tree.Add("GET", parse(t, path), n)
			want = match.Yes
		}
		if got, found := tree.Find("GET", cut(match.Escaped(path))); found != want || found == match.Yes && got != n {
			t.Errorf("%d segments: %v", n, found)
		}
	}
}

// A table finds all of its literals and no others.
func TestTablesFindAllLiterals(t *testing.T) {
	var tree match.Tree[int]
	var all []string
	for i := range 3000 {
		b := []byte("literal-000-of-many")
		b[8], b[9], b[10] = byte('a'+i%26), byte('a'+i/26%26), byte('a'+i/676)
		all = append(all, "/"+string(b), "/"+string(b[7:11]), "/"+string(b)+string(b[8:11]))
	}
	for i, path := range all {
		tree.Add("GET", parse(t, path), i)
	}
	for i, path := range all {
		if got, found := tree.Find("GET", cut(match.Escaped(path))); found != match.Yes || got != i {
			t.Fatalf("%s is %d, %v", path, got, found)
		}
		for _, other := range []string{path + "x", path[:len(path)-1], strings.ToUpper(path)} {
			if _, found := tree.Find("GET", cut(match.Escaped(other))); found == match.Yes && !slices.Contains(all, other) {
				t.Fatalf("%s is found", other)
			}
		}
	}
}
