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

// octet returns the decoded octet at i, and the length of its text. A malformed escape is a "%".
func (p Path) octet(i int) (octet byte, width int) {
	if octet = p.text[i]; octet == '%' && p.escaped {
		if decoded, ok := unescape(p.text[i:]); ok {
			return decoded, 3
		}
	}
	return octet, 1
}

// isRest reports whether a parameter of several segments may take a text. An escaped slash is a
// slash, as clients of documents escape it. No segment is empty, . or .., so that the value does
// not leave the directory, or the prefix, that it is read in; for Windows, . and .. between
// backslashes count as well. A malformed escape is left to the decoder of the parameter.
func (p Path) isRest() bool {
	const other = -1   // the part is not of dots alone
	dots, size := 0, 0 // of the part between slashes or backslashes, of the segment
	for i, width := 0, 0; i < len(p.text); i += width {
		var octet byte
		switch octet, width = p.octet(i); {
		case octet == '/' || octet == '\\':
			if dots == 1 || dots == 2 || octet == '/' && size == 0 {
				return false
			}
			if dots = 0; octet == '/' {
				size = 0
				continue
			}
		case octet == '.' && dots != other:
			dots++
		default:
			dots = other
		}
		size++
	}
	return size > 0 && dots != 1 && dots != 2
}
