package message

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tenon-go/tenon/tree"
)

// Fill replaces each {name} in a template by the argument of that name. A
// string stands without its quotes, a list with commas between its items.
func Fill(template string, args []tree.Param) string {
	if !strings.Contains(template, "{") {
		return template
	}
	var room [128]byte
	b := room[:0]
	for {
		before, rest, found := strings.Cut(template, "{")
		b = append(b, before...)
		if !found {
			return string(b)
		}
		i := slices.IndexFunc(args, func(a tree.Param) bool { return strings.HasPrefix(rest, a.Name+"}") })
		if i < 0 {
			b = append(b, '{')
			template = rest
			continue
		}
		b = appendPlain(b, args[i].JSON) // which is no template
		template = rest[len(args[i].Name)+1:]
	}
}

// Names returns the argument that each {name} in a template stands for.
func Names(template string) (names []string) {
	for {
		_, rest, ok := strings.Cut(template, "{")
		if !ok {
			return names
		}
		if name, after, ok := strings.Cut(rest, "}"); ok && isName(name) {
			names, rest = append(names, name), after
		}
		template = rest
	}
}

// isName reports whether s can name an argument.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && s[i] != '_' && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}

// appendPlain turns JSON text into words: it drops brackets, escapes, and the quotes of what is not
// empty.
func appendPlain(b []byte, json string) []byte {
	quoted := false
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case c == '"':
			if quoted = !quoted; quoted && i+1 < len(json) && json[i+1] == '"' {
				b = append(b, '"', '"')
			}
		case quoted && c == '\\' && i+1 < len(json):
			r, size := unescape(json[i:])
			b = utf8.AppendRune(b, r)
			i += size - 1
		case !quoted && (c == '[' || c == ']'):
		case !quoted && c == ',':
			b = append(b, ", "...)
		default:
			b = append(b, c)
		}
	}
	return b
}

// unescape reads the escape at the beginning of s (RFC 8259 §7), and returns its
// length.
func unescape(s string) (r rune, size int) {
	switch s[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		high := unit(s)
		if low := unit(s[min(6, len(s)):]); utf16.IsSurrogate(high) {
			return utf16.DecodeRune(high, low), min(12, len(s))
		}
		return high, min(6, len(s))
	}
	return rune(s[1]), 2
}

// unit reads the four hexadecimal digits of an escape such as \u00e9.
func unit(s string) rune {
	if len(s) < 6 {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
