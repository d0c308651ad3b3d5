package match_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/match"
)

// The segments of a path are those that the client sent, encoded or decoded.
func TestAPathIsThatOfTheClient(t *testing.T) {
	tpl := parse(t, "/{a}/{b}")
	split := func(p match.Path) (values []string) {
		for _, v := range tpl.Values(nil, p) {
			text, err := p.Decode(v)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, text)
		}
		return values
	}
	check := func(u *url.URL) {
		t.Helper()
		got, want := split(match.Of(u)), split(match.Escaped(u.EscapedPath()))
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q (%q): %q, want %q", u.Path, u.RawPath, got, want)
		}
	}
	for c := range 256 {
		one := string([]byte{byte(c)})
		for _, path := range []string{"/x/a" + one + "b", "/" + one + "/b", "/a" + one + "/%41", "/x/" + strings.Repeat("x", c)} {
			check(&url.URL{Path: path})
			if u, err := url.ParseRequestURI(path); err == nil {
				check(u)
			}
		}
		const hex = "0123456789abcdef"
		for _, path := range []string{"/x/a%" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1] + "b/c", "/%" + strings.ToUpper(hex[c>>4:c>>4+1]+hex[c&15:c&15+1]) + "/" + "b"} {
			u, err := url.ParseRequestURI(path)
			if err != nil {
				t.Fatal(err)
			}
			check(u)
		}
	}
	for _, text := range []string{"/a%2Fb/c", "/a%20b/c", "/a b/c", "/%41/b", "/ü/%C3%BC", "/a%2fb/%252F", "/a,b/a%2Cb"} {
		u, err := url.ParseRequestURI(text)
		if err != nil {
			t.Fatal(err)
		}
		check(u)
	}
}

func TestInvalidPathsAreNotFound(t *testing.T) {
	var tree match.Tree[int]
	tree.Add("OPTIONS", parse(t, "/{a}"), 1)
	for _, u := range []*url.URL{{Path: "*"}, {Path: "a"}, {Path: "", RawPath: "%"}, {}} {
		if _, found := tree.Find("OPTIONS", cut(match.Of(u))); found != match.NoPath {
			t.Errorf("%+v is found", u)
		}
	}
}

func TestAnOutdatedRawPathIsIgnored(t *testing.T) {
	tpl := parse(t, "/{a}")
	p := match.Of(&url.URL{Path: "/now%2Fx", RawPath: "/then"}) // as (*url.URL).EscapedPath ignores it
	if v, err := p.Decode(tpl.Values(nil, p)[0]); err != nil || v != "now%2Fx" {
		t.Errorf("%q, %v", v, err)
	}
}

func TestAPathAllocatesNothing(t *testing.T) {
	u := &url.URL{Path: "/v1/products/0b9c5a3e-6a2f"}
	if n := allocs.Least(func() { match.Of(u) }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}
