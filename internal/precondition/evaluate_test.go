package precondition_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/precondition"
)

const (
	before = "Fri, 02 Jan 2026 03:04:04 GMT"
	at     = "Fri, 02 Jan 2026 03:04:05 GMT"
	after  = "Fri, 02 Jan 2026 03:04:06 GMT"
)

var changed = time.Date(2026, 1, 2, 3, 4, 5, 600_000_000, time.UTC)

// states are what a resource may be like.
var states = map[string]precondition.State{
	"gone":   {},
	"both":   {Exists: true, Tag: `"1"`, Modified: changed},
	"weak":   {Exists: true, Tag: `W/"1"`, Modified: changed},
	"tagged": {Exists: true, Tag: `"1"`},
	"dated":  {Exists: true, Modified: changed},
	"plain":  {Exists: true},
}

// TestOutcomes has a row for each sentence of RFC 9110 §13.1 and §13.2.2. The
// outcomes are those of GET, and of PUT.
func TestOutcomes(t *testing.T) {
	const ok, same, no = precondition.Proceed, precondition.NotModified, precondition.Failed
	for _, test := range []struct {
		name, state             string
		match, unmod, none, mod string // "-" is an empty value
		get, put                precondition.Outcome
	}{
		{"nothing is asked", "both", "", "", "", "", ok, ok},

		{"If-Match has the tag", "both", `"1"`, "", "", "", ok, ok},
		{"If-Match has it among others", "both", `"0", "1"`, "", "", "", ok, ok},
		{"If-Match has another", "both", `"2"`, "", "", "", no, no},
		{"If-Match has no tag at all", "both", "-", "", "", "", no, no},
		{"If-Match has a weak tag, which never matches", "both", `W/"1"`, "", "", "", no, no},
		{"If-Match meets a weak tag, which never matches", "weak", `"1"`, "", "", "", no, no},
		{"If-Match has the same weak tag, which never matches", "weak", `W/"1"`, "", "", "", no, no},
		{"If-Match is any, and there is one", "both", "*", "", "", "", ok, ok},
		{"If-Match is any, and there is one without a tag", "plain", "*", "", "", "", ok, ok},
		{"If-Match is any, and there is none", "gone", "*", "", "", "", no, no},
		{"If-Match names one, and there is none", "gone", `"1"`, "", "", "", no, no},
		{"If-Match names one, and there are no tags", "dated", `"1"`, "", "", "", no, no},

		{"If-Unmodified-Since is the time of the change", "both", "", at, "", "", ok, ok},
		{"If-Unmodified-Since is later", "both", "", after, "", "", ok, ok},
		{"If-Unmodified-Since is earlier", "both", "", before, "", "", no, no},
		{"If-Unmodified-Since is no date", "both", "", "yesterday", "", "", ok, ok},
		{"If-Unmodified-Since, and there is no date", "tagged", "", before, "", "", ok, ok},
		{"If-Unmodified-Since, and there is nothing", "gone", "", before, "", "", ok, ok},
		{"If-Unmodified-Since does not count beside If-Match", "both", `"1"`, before, "", "", ok, ok},
		{"If-Unmodified-Since does not save If-Match", "both", `"2"`, after, "", "", no, no},

		{"If-None-Match has the tag", "both", "", "", `"1"`, "", same, no},
		{"If-None-Match has it as a weak one", "both", "", "", `W/"1"`, "", same, no},
		{"If-None-Match has it of a weak one", "weak", "", "", `"1"`, "", same, no},
		{"If-None-Match has the same weak one", "weak", "", "", `"0", W/"1"`, "", same, no},
		{"If-None-Match has another", "both", "", "", `"2"`, "", ok, ok},
		{"If-None-Match has no tag at all", "both", "", "", "-", "", ok, ok},
		{"If-None-Match is any, and there is one", "both", "", "", "*", "", same, no},
		{"If-None-Match is any, and there is one without a tag", "plain", "", "", "*", "", same, no},
		{"If-None-Match is any, and there is none", "gone", "", "", "*", "", ok, ok},
		{"If-None-Match names one, and there is none", "gone", "", "", `"1"`, "", ok, ok},
		{"If-None-Match names one, and there are no tags", "dated", "", "", `"1"`, "", ok, ok},

		{"If-Modified-Since is the time of the change", "both", "", "", "", at, same, ok},
		{"If-Modified-Since is later", "both", "", "", "", after, same, ok},
		{"If-Modified-Since is earlier", "both", "", "", "", before, ok, ok},
		{"If-Modified-Since is no date", "both", "", "", "", "today", ok, ok},
		{"If-Modified-Since, and there is no date", "tagged", "", "", "", after, ok, ok},
		{"If-Modified-Since does not count beside If-None-Match", "both", "", "", `"2"`, after, ok, ok},
		{"If-Modified-Since does not save If-None-Match", "both", "", "", `"1"`, before, same, no},

		{"If-Match comes before If-None-Match", "both", `"2"`, "", `"1"`, "", no, no},
		{"both lists have it", "both", `"1"`, "", `"1"`, "", same, no},
		{"If-Unmodified-Since comes before If-None-Match", "both", "", before, `"1"`, "", no, no},
		{"If-Unmodified-Since is true, and then If-None-Match counts", "both", "", after, `"1"`, "", same, no},
		{"If-Unmodified-Since comes before If-Modified-Since", "both", "", before, "", after, no, no},
		{"both dates are that of the change", "both", "", at, "", at, same, ok},
		{"If-Match is true, and then If-Modified-Since counts", "both", `"1"`, "", "", at, same, ok},
		{"If-Match fails before If-Modified-Since", "both", `"2"`, "", "", at, no, no},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, malformed := precondition.Parse(headers(test.match, test.unmod, test.none, test.mod))
			if malformed != "" {
				t.Fatal(malformed)
			}
			for method, want := range map[string]precondition.Outcome{
				"GET": test.get, "HEAD": test.get, "PUT": test.put, "PATCH": test.put, "DELETE": test.put, "POST": test.put,
			} {
				if got := c.Evaluate(method, states[test.state]); got != want {
					t.Errorf("%s: outcome %d, want %d", method, got, want)
				}
			}
		})
	}
}

// headers are the four fields; "" is absent and "-" is empty.
func headers(values ...string) http.Header {
	h := http.Header{}
	for i, name := range []string{"If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since"} {
		if v := values[i]; v != "" {
			h[name] = []string{strings.TrimPrefix(v, "-")}
		}
	}
	return h
}

// TestEveryCombination holds the package against the text of the RFC, step by
// step.
func TestEveryCombination(t *testing.T) {
	tags := []string{"", "-", "*", `"1"`, `W/"1"`, `"2"`, `"2", "1"`, `"2", W/"1"`}
	dates := []string{"", before, at, after, "no date"}
	n := 0
	for name, s := range states {
		for _, match := range tags {
			for _, unmod := range dates {
				for _, none := range tags {
					for _, mod := range dates {
						c, malformed := precondition.Parse(headers(match, unmod, none, mod))
						for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE"} {
							want := byTheBook(method, s, match, unmod, none, mod)
							if got := c.Evaluate(method, s); got != want || malformed != "" {
								t.Errorf("%s of %s with %q: outcome %d, want %d, malformed %q",
									method, name, []string{match, unmod, none, mod}, got, want, malformed)
							}
							n++
						}
					}
				}
			}
		}
	}
	if n != 6*8*5*8*5*5 {
		t.Errorf("%d combinations", n)
	}
}

// byTheBook is RFC 9110 §13.2.2, word for word.
func byTheBook(method string, s precondition.State, match, unmod, none, mod string) precondition.Outcome {
	safe := method == "GET" || method == "HEAD"
	// 1. When recipient is the origin server and If-Match is present, evaluate it.
	if match != "" {
		if !isTrue(match, s, false) {
			return precondition.Failed
		}
	} else if since, err := http.ParseTime(unmod); err == nil && s.Exists && !s.Modified.IsZero() {
		// 2. If-Match is not present, and If-Unmodified-Since is present.
		if s.Modified.Truncate(time.Second).After(since) {
			return precondition.Failed
		}
	}
	// 3. When If-None-Match is present, evaluate it.
	if none != "" {
		if isTrue(none, s, true) {
			if safe {
				return precondition.NotModified
			}
			return precondition.Failed
		}
	} else if since, err := http.ParseTime(mod); err == nil && safe && s.Exists && !s.Modified.IsZero() {
		// 4. The method is GET or HEAD, If-None-Match is not present, and
		// If-Modified-Since is.
		if !s.Modified.Truncate(time.Second).After(since) {
			return precondition.NotModified
		}
	}
	return precondition.Proceed
}

// isTrue reports whether one of the tags is that of a state.
func isTrue(value string, s precondition.State, weak bool) bool {
	switch {
	case !s.Exists:
		return false
	case value == "*":
		return true
	case weak:
		return slices.Contains(strings.Split(strings.ReplaceAll(value, "W/", ""), ", "), strings.TrimPrefix(s.Tag, "W/"))
	}
	return !strings.HasPrefix(s.Tag, "W/") && slices.Contains(strings.Split(value, ", "), s.Tag)
}
