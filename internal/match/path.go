package match

import (
	"net/url"
	"strings"
)

// Path is the path of a request, in segments that are still encoded or already
// decoded.
type Path struct {
	text    string
	escaped bool // the segments are percent-encoded
}

// Of returns the path of a URL. A URL keeps what the client wrote in RawPath where
// decoding has lost something of it, such as the difference between "%2F" and "/";
// without that, the decoded path can be split as it is.
func Of(u *url.URL) Path {
	if u.RawPath == "" {
		return Path{text: u.Path}
	}
	return Escaped(u.EscapedPath())
}

// Escaped returns a path that is percent-encoded, as (*url.URL).EscapedPath
// returns it.
func Escaped(text string) Path {
	return Path{text: text, escaped: strings.IndexByte(text, '%') >= 0}
}

// Decode returns a value of a template in the path as it is meant. It fails on a
// malformed escape.
func (p Path) Decode(value string) (string, error) {
	if !p.escaped {
		return value, nil
	}
	return url.PathUnescape(value)
}

// Last returns the last n segments, such as those behind the prefix of another mux.
func (p Path) Last(n int) Path {
	start := len(p.text)
	for range n {
		start = max(strings.LastIndexByte(p.text[:start], '/'), 0)
	}
	return Path{text: p.text[start:], escaped: p.escaped}
}
