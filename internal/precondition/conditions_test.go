package precondition_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/precondition"
)

// lists are field values, and which of "a", W/"b" and another tag they have:
// letters for those that compare equal, "?" where the value is malformed.
var lists = []struct {
	lines        []string
	strong, weak string
}{
	{[]string{`"a"`}, "a", "a"},
	{[]string{`W/"a"`}, "", "a"},
	{[]string{`"b"`}, "", "b"},
	{[]string{`W/"b"`}, "", "b"},
	{[]string{`"a", "b"`}, "a", "ab"},
	{[]string{`"x","a"`}, "a", "a"},
	{[]string{`"x"`, `"a"`}, "a", "a"},
	{[]string{"\t\"x\" \t,\t\"a\" "}, "a", "a"},
	{[]string{`,, "a" ,,`}, "a", "a"},
	{[]string{`"x,a"`}, "", ""},
	{[]string{`"x","a,b","a"`}, "a", "a"},
	{[]string{"\"\x80\xff\", \"a\""}, "a", "a"},
	{[]string{`"x\", "a"`}, "a", "a"}, // a backslash is no escape
	{[]string{`""`}, "", ""},
	{[]string{``}, "", ""},
	{[]string{`,`}, "", ""},
	{[]string{`*`}, "ab", "ab"},
	{[]string{` * `}, "ab", "ab"},

	{[]string{`a`}, "?", "?"},
	{[]string{`"a`}, "?", "?"},
	{[]string{`a"`}, "?", "?"},
	{[]string{`"`}, "?", "?"},
	{[]string{`w/"a"`}, "?", "?"},
	{[]string{`W/`}, "?", "?"},
	{[]string{`W`}, "?", "?"},
	{[]string{`W/a`}, "?", "?"},
	{[]string{`W/ "a"`}, "?", "?"},
	{[]string{`W/W/"a"`}, "?", "?"},
	{[]string{`"a" "b"`}, "?", "?"},
	{[]string{`"a""b"`}, "?", "?"},
	{[]string{`"a"; "b"`}, "?", "?"},
	{[]string{`"a b"`}, "?", "?"},
	{[]string{"\"a\x7f\""}, "?", "?"},
	{[]string{"\"a\t\""}, "?", "?"},
	{[]string{`'a'`}, "?", "?"},
	{[]string{`"a", *`}, "?", "?"},
	{[]string{`*, "a"`}, "?", "?"},
	{[]string{`*`, `"a"`}, "?", "?"},
	{[]string{`*`, `*`}, "?", "?"},
	{[]string{`**`}, "?", "?"},
	{[]string{`"*"`}, "", ""},
	{[]string{`"a", "b" x`}, "?", "?"},
}

// has asks which of the states a list has.
func has(field string, lines []string) string {
	c, malformed := precondition.Parse(http.Header{field: lines})
	if malformed != "" {
		if malformed != field {
			return "the wrong field is malformed: " + malformed
		}
		return "?"
	}
	var b strings.Builder
	for _, s := range []precondition.State{{Exists: true, Tag: `"a"`}, {Exists: true, Tag: `W/"b"`}} {
		if (c.Evaluate("PUT", s) == precondition.Proceed) == (field == "If-Match") {
			b.WriteByte(s.Tag[len(s.Tag)-2])
		}
	}
	return b.String()
}

func TestListsOfEntityTags(t *testing.T) {
	for _, test := range lists {
		if got := has("If-Match", test.lines); got != test.strong {
			t.Errorf("If-Match: %q has %q, want %q", test.lines, got, test.strong)
		}
		if got := has("If-None-Match", test.lines); got != test.weak {
			t.Errorf("If-None-Match: %q has %q, want %q", test.lines, got, test.weak)
		}
	}
}

// TestDates: what is no date is not there.
func TestDates(t *testing.T) {
	changed := time.Date(1994, 11, 6, 8, 49, 37, 999_999_999, time.UTC)
	for _, test := range []struct {
		lines   []string
		counts  bool
		current bool // as late as the change
	}{
		{[]string{"Sun, 06 Nov 1994 08:49:37 GMT"}, true, true},
		{[]string{"Sunday, 06-Nov-94 08:49:37 GMT"}, true, true},
		{[]string{"Sun Nov  6 08:49:37 1994"}, true, true},
		{[]string{" Sun, 06 Nov 1994 08:49:38 GMT "}, true, true},
		{[]string{"Sun, 06 Nov 1994 08:49:36 GMT"}, true, false},
		{[]string{"Mon, 01 Jan 0001 00:00:00 GMT"}, true, false},
		{[]string{"Sunday, 06-Nov-94 08:49:37 EST"}, false, false},
		{[]string{"Sun, 06 Nov 1994 08:49:37 +0000"}, false, false},
		{[]string{"Sun, 06 Nov 1994 08:49:37 UTC"}, false, false},
		{[]string{"1994-11-06T08:49:37Z"}, false, false},
		{[]string{"784111777"}, false, false},
		{[]string{`"1"`}, false, false},
		{[]string{"*"}, false, false},
		{[]string{""}, false, false},
		{[]string{"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"}, false, false},
		{[]string{"Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT"}, false, false},
	} {
		s := precondition.State{Exists: true, Modified: changed}
		for _, field := range []string{"If-Unmodified-Since", "If-Modified-Since"} {
			c, malformed := precondition.Parse(http.Header{field: test.lines})
			want := precondition.Proceed
			switch {
			case test.counts && field == "If-Modified-Since" && test.current:
				want = precondition.NotModified
			case test.counts && field == "If-Unmodified-Since" && !test.current:
				want = precondition.Failed
			}
			if got := c.Evaluate("GET", s); malformed != "" || got != want || c.Any("GET") != test.counts {
				t.Errorf("%s: %q: outcome %d, want %d; malformed %q; counts: %t", field, test.lines, got, want, malformed, c.Any("GET"))
			}
		}
	}
}

func TestWhatARequestSaysOfItsVersion(t *testing.T) {
	const date = "Sun, 06 Nov 1994 08:49:37 GMT"
	dated := precondition.State{Exists: true, Modified: time.Unix(1, 0)}
	for _, test := range []struct {
		field, value                      string
		anyGet, anyPut, pins, tells, told bool // tells: of a state without a date
	}{
		{"If-Match", `"a"`, true, true, true, true, true},
		{"If-Match", `*`, true, true, true, true, true},
		{"If-Match", ``, true, true, true, true, true},
		{"If-Unmodified-Since", date, true, true, true, false, true},
		{"If-Unmodified-Since", "never", false, false, false, false, false},
		{"If-None-Match", `"a"`, true, true, false, false, false},
		{"If-Modified-Since", date, true, false, false, false, false},
		{"If-Range", `"a"`, false, false, false, false, false},
	} {
		c, _ := precondition.Parse(http.Header{test.field: {test.value}})
		if c.Any("GET") != test.anyGet || c.Any("HEAD") != test.anyGet || c.Any("PUT") != test.anyPut ||
			c.Pins() != test.pins || c.Tells(precondition.State{Exists: true}) != test.tells || c.Tells(dated) != test.told {
			t.Errorf("%s: %s: %t %t %t %t %t", test.field, test.value, c.Any("GET"), c.Any("PUT"), c.Pins(),
				c.Tells(precondition.State{Exists: true}), c.Tells(dated))
		}
	}
}

// TestReadingConditionsAllocatesNothing: most requests have none, and those that
// have some are as cheap.
func TestReadingConditionsAllocatesNothing(t *testing.T) {
	s := precondition.State{Exists: true, Tag: `"2"`, Modified: time.Unix(1, 0)}
	for _, h := range []http.Header{
		{},
		{"If-None-Match": {`"0", "1"`, `W/"2"`}, "If-Match": {`"2"`}},
	} {
		got := allocs.Least(func() {
			c, _ := precondition.Parse(h)
			if c.Evaluate("GET", s) == precondition.Failed {
				t.Error("failed")
			}
		})
		if got > 0 {
			t.Errorf("%v: %d allocations", h, got)
		}
	}
}
