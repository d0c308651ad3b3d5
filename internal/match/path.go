package match

import (
	"net/url"
	"strings"
)

// Path is the path of a request, whose segments are encoded or decoded.
type Path struct {
	text    string
	escaped bool // the segments are percent-encoded
}

// Of returns the path of a URL. If decoding would lose something, such as the difference
// between "%2F" and "/", RawPath of the URL has the original; otherwise the decoded path can be
// split.
func Of(u *url.URL) Path {
	if u.RawPath == "" {
		return Path{text: u.Path}
	}
	return Escaped(u.EscapedPath())
}

// Escaped returns a percent-encoded path, such as that of (*url.URL).EscapedPath.
func Escaped(text string) Path {
	return Path{text: text, escaped: strings.IndexByte(text, '%') >= 0}
}

// Decode returns a decoded value of a template. It returns an error for a malformed escape.
func (p Path) Decode(value string) (string, error) {
	if !p.escaped {
		return value, nil
	}
	return url.PathUnescape(value)
}

// Last returns the last n segments, without the prefix of another mux.
func (p Path) Last(n int) Path {
	start := len(p.text)
	for range n {
		start = max(strings.LastIndexByte(p.text[:start], '/'), 0)
	}
	return Path{text: p.text[start:], escaped: p.escaped}
}
