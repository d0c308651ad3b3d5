package match_test

import (
	"net/url"
	"regexp"
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
	f.Add("/{x}.{y}", "/{x}.gz", "/archive.tar%2Egz")
	f.Add("/{x}...{y}-{z}", "/a/{rest...}", "/a%2F...b..-%2D-c")
	f.Add("/{rest...}", "/a/{x}", "/a/b%2F../c")
	f.Add("/{rest...}/b/{x}", "/{rest...}/{x}", "/a/b%2Fc/b/b/c")
	f.Add("/a/{rest...}/", "/a/{rest...}/{x}.b/c", "/a/b/c/")
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
				return rel == match.Equal || rel == match.Overlap && match.Order(tpl, other) == 0
			}) {
				templates = append(templates, tpl)
			}
		}
		var tree match.Tree[int]
		want := -1
		for i, tpl := range templates {
			tree.Add("GET", tpl, i)
			if matched, _ := naive(tpl.String(), path); matched && (want < 0 || match.Order(tpl, templates[want]) < 0) {
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
			_, read := naive(tpl.String(), path)
			if !slices.Equal(values, read) || slices.Contains(values, "") {
				t.Fatalf("Values of %s in %q = %q, want %q", tpl, path, values, read)
			}
			if again, ok := tpl.Fill(values); ok {
				if matched, read := naive(tpl.String(), again); !matched || !slices.Equal(values, read) {
					t.Fatalf("Fill of %s with %q = %q", tpl, values, again)
				}
			}
			if tpl.Rest() {
				continue
			}
			if prefixed := tpl.Values(nil, match.Escaped("/v1"+path)); path != "" && !slices.Equal(prefixed, tpl.Values(nil, match.Escaped(path))) {
				t.Fatalf("Values of %s behind a prefix of %q = %q", tpl, path, prefixed)
			}
		}
	})
}

// isRest reports whether a segment of a template is a parameter for several.
func isRest(piece string) bool {
	return strings.HasPrefix(piece, "{") && strings.HasSuffix(piece, "...}") && strings.Count(piece, "{") == 1
}

// naive reports whether a template matches a path, and returns the values.
func naive(template, path string) (matched bool, values []string) {
	if path == "" {
		path = "/"
	}
	pieces, segments := strings.Split(template, "/"), strings.Split(path, "/")
	if n := slices.IndexFunc(pieces, isRest); n >= 0 {
		end := len(segments) - (len(pieces) - n - 1)
		if end <= n || segments[0] != "" {
			return false, nil
		}
		several := strings.Join(segments[n:end], "/")
		for _, s := range strings.Split(lenient(several), "/") {
			if parts := strings.Split(s, `\`); s == "" || slices.Contains(parts, ".") || slices.Contains(parts, "..") {
				return false, nil
			}
		}
		before, values := naive(strings.Join(pieces[:n], "/")+"/", strings.Join(segments[:n], "/")+"/")
		behind, more := naive("/"+strings.Join(pieces[n+1:], "/"), "/"+strings.Join(segments[end:], "/"))
		return before && behind, slices.Concat(values, []string{several}, more)
	}
	if len(pieces) != len(segments) {
		return false, nil
	}
	for i, piece := range pieces {
		expr := "(?s)^"
		for piece != "" {
			text, rest, found := strings.Cut(piece, "{")
			text, _ = url.PathUnescape(text)
			expr += regexp.QuoteMeta(text)
			if found {
				_, rest, _ = strings.Cut(rest, "}")
				expr += "(.+)"
			}
			piece = rest
		}
		if expr == "(?s)^(.+)" { // whatever its escapes
			if segments[i] == "" {
				return false, nil
			}
			values = append(values, segments[i])
			continue
		}
		text, err := url.PathUnescape(segments[i])
		if err != nil {
			return false, nil
		}
		// One character for each octet, so that . is an octet.
		read := regexp.MustCompile(octets(expr) + "$").FindStringSubmatchIndex(octets(text))
		if read == nil {
			return false, nil
		}
		for at := 2; at < len(read); at += 2 {
			from, to := len([]rune(octets(text)[:read[at]])), len([]rune(octets(text)[:read[at+1]]))
			values = append(values, raw(segments[i], from, to))
		}
	}
	return true, values
}

// lenient decodes the escapes of s that are well formed.
func lenient(s string) string {
	return regexp.MustCompile(`%[0-9A-Fa-f]{2}`).ReplaceAllStringFunc(s, func(escape string) string {
		decoded, _ := url.PathUnescape(escape)
		return decoded
	})
}

// octets returns a character for each octet of s.
func octets(s string) string {
	var runes []rune
	for i := range len(s) {
		runes = append(runes, rune(s[i]))
	}
	return string(runes)
}

// raw returns the part of an encoded segment with the octets from from to to.
func raw(segment string, from, to int) string {
	for start, i := 0, 0; ; i++ {
		if i == from {
			segment, from = segment[start:], -1
			to, i, start = to-i, 0, 0
		}
		if from < 0 && i == to {
			return segment[:start]
		}
		if segment[start] == '%' {
			start += 2
		}
		start++
	}
}
