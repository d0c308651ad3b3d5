package match_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

func TestPathIsTheEscapedPath(t *testing.T) {
	for c := range 256 {
		for _, path := range []string{"/a" + string([]byte{byte(c)}) + "b", string([]byte{byte(c)}), "/" + strings.Repeat("x", c)} {
			u := &url.URL{Path: path}
			if got, want := match.Path(u), u.EscapedPath(); got != want {
				t.Errorf("%q: %q, want %q", path, got, want)
			}
		}
	}
	for _, text := range []string{"/a%2Fb", "/a%20b/c", "/a b", "/%41", "*", "", "/ü"} {
		u := &url.URL{Path: text}
		if parsed, err := url.ParseRequestURI(text); err == nil {
			u = parsed
		}
		if got, want := match.Path(u), u.EscapedPath(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	u := &url.URL{Path: "/v1/products/0b9c5a3e-6a2f"}
	if n := testing.AllocsPerRun(50, func() { match.Path(u) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
