package match

import (
	"iter"
	"net/url"
	"path"
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

// Flat ranges over the paths that a handler reads which takes the value of a parameter for a path
// of files, or passes it on: an escaped slash is a slash, on Windows a backslash, escaped or not, is
// one, too, and segments that are empty, . or .. may be resolved. Flat yields nothing if that is the
// path itself.
func (p Path) Flat() iter.Seq[Path] {
	return func(yield func(Path) bool) {
		if p.flat(false, yield) {
			p.flat(true, yield)
		}
	}
}

// flat yields the paths with or without backslashes as slashes. It reports whether to continue.
func (p Path) flat(backslashes bool, yield func(Path) bool) bool {
	text := p.text
	b := make([]byte, 0, len(text))
	differs := false
	for i, width := 0, 0; i < len(text); i += width {
		var octet byte
		octet, width = p.octet(i)
		switch {
		case octet == '/' && width > 1, octet == '\\' && backslashes:
			differs = true
			b = append(b, '/')
		case octet == '.':
			b = append(b, octet)
		default:
			b = append(b, text[i:i+width]...)
		}
	}
	flat := string(b)
	clean := path.Clean(flat)
	if !differs && len(clean) == len(strings.TrimSuffix(flat, "/")) {
		return true
	}
	for _, text := range []string{flat, clean, clean + "/"} {
		if !yield(Path{text, p.escaped}) {
			return false
		}
	}
	return true
}
