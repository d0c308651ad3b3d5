package precondition_test

import (
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/internal/precondition"
)

// TestTagsAreCompared has the table of RFC 9110 §8.8.3.2.
func TestTagsAreCompared(t *testing.T) {
	for _, test := range []struct {
		a, b         string
		strong, weak bool
	}{
		{`W/"1"`, `W/"1"`, false, true},
		{`W/"1"`, `W/"2"`, false, false},
		{`W/"1"`, `"1"`, false, true},
		{`"1"`, `W/"1"`, false, true},
		{`"1"`, `"1"`, true, true},
		{`"1"`, `"2"`, false, false},
		{`""`, `""`, true, true},
		{`"a"`, `"A"`, false, false},
		{``, ``, false, false}, // no tag equals nothing
		{`"1"`, ``, false, false},
		{``, `"1"`, false, false},
	} {
		if got := precondition.Strong(test.a, test.b); got != test.strong {
			t.Errorf("%s and %s: strong comparison says %t", test.a, test.b, got)
		}
		if got := precondition.Weak(test.a, test.b); got != test.weak {
			t.Errorf("%s and %s: weak comparison says %t", test.a, test.b, got)
		}
	}
}

var opaques = []struct{ text, tag string }{
	{"1", `"1"`},
	{"", `""`},
	{"W/1", `"W/1"`},
	{"a,b;c='d'", `"a,b;c='d'"`},
	{`say "x"`, `"say%20%22x%22"`},
	{`a\b`, `"a%5Cb"`},
	{"100%", `"100%25"`},
	{"%20", `"%2520"`},
	{"é\x7f\xff\x00\n", `"%C3%A9%7F%FF%00%0A"`},
	{"2026-01-02T03:04:05.678Z", `"2026-01-02T03:04:05.678Z"`},
}

func TestTagsHoldAnyText(t *testing.T) {
	for _, test := range opaques {
		if got := precondition.Tag(test.text); got != test.tag {
			t.Errorf("%q: %s, want %s", test.text, got, test.tag)
		}
	}
}

func FuzzTags(f *testing.F) {
	for _, test := range opaques {
		f.Add(test.text, "another")
	}
	f.Add("a b", "a%20b")
	f.Fuzz(func(t *testing.T, a, b string) {
		tag := precondition.Tag(a)
		s := precondition.State{Exists: true, Tag: tag}
		c, malformed := precondition.Parse(http.Header{"If-Match": {`"x", ` + tag}})
		if malformed != "" || c.Evaluate("PUT", s) != precondition.Proceed {
			t.Errorf("%q: a client cannot send %s back", a, tag)
		}
		if (precondition.Tag(b) == tag) != (a == b) {
			t.Errorf("%q and %q have one tag, %s", a, b, tag)
		}
	})
}
