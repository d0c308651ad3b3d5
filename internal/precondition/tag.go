package precondition

import (
	"iter"
	"strings"
)

// Tag makes the strong entity tag of an opaque text (RFC 9110 §8.8.3). What an
// entity tag cannot hold is percent-encoded, and so are the percent sign, so
// that no two texts have the same tag, and the backslash, which some recipients
// take for an escape.
func Tag(opaque string) string {
	for i := range len(opaque) {
		if !plain(opaque[i]) {
			return escaped(opaque)
		}
	}
	return `"` + opaque + `"`
}

// plain reports whether a byte stands for itself in a tag that [Tag] makes.
func plain(c byte) bool { return c > ' ' && c < 0x7f && c != '"' && c != '%' && c != '\\' }

func escaped(opaque string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(opaque) {
		if c := opaque[i]; plain(c) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Part makes the entity tag of what some clients are shown of a version, which
// others are shown otherwise; name tells the parts apart. It is the tag of no
// version, for Tag leaves no percent sign before a tilde.
func Part(tag, name string) string { return tag[:len(tag)-1] + partMark + name + `"` }

const partMark = "%~"

// version is the tag of the version that a tag shows, all or a part of it.
func version(tag string) string {
	if i := strings.LastIndex(tag, partMark); i >= 0 {
		return tag[:i] + `"`
	}
	return tag
}

// Strong compares two entity tags by strong comparison: a weak one equals none
// (RFC 9110 §8.8.3.2).
func Strong(a, b string) bool { return a == b && a != "" && a[0] == '"' }

// Weak compares two entity tags by weak comparison: whether they are weak does
// not count (RFC 9110 §8.8.3.2).
func Weak(a, b string) bool { return a != "" && opaque(a) == opaque(b) }

func opaque(tag string) string { return strings.TrimPrefix(tag, "W/") }

// tags ranges over the entity tags of a field whose lines are one list (RFC 9110
// §5.3). Elements may be empty (§5.6.1.2). What is no list ends with "".
func tags(lines []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range lines {
			for s = strings.TrimLeft(s, " \t,"); s != ""; s = strings.TrimLeft(s, " \t,") {
				n := tagLength(s)
				if !yield(s[:n]) || n == 0 {
					return
				}
				if s = strings.TrimLeft(s[n:], " \t"); s != "" && s[0] != ',' {
					yield("")
					return
				}
			}
		}
	}
}

// tagLength is how many bytes of s are the entity tag that it begins with; 0 if
// it begins with none.
func tagLength(s string) int {
	start := len(s) - len(opaque(s))
	if start == len(s) || s[start] != '"' {
		return 0
	}
	for i := start + 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c <= ' ' || c == 0x7f:
			return 0
		}
	}
	return 0
}

// list is a field of entity tags; nil if a request does not have it.
type list []string

// any reports whether the list is "*", any entity tag at all. It stands alone.
func (l list) any() bool { return len(l) == 1 && strings.Trim(l[0], " \t") == "*" }

func (l list) valid() bool {
	if l.any() {
		return true
	}
	for tag := range tags(l) {
		if tag == "" {
			return false
		}
	}
	return true
}

// has reports whether the list has the tag of a state.
func (l list) has(s State, equal func(a, b string) bool) bool {
	if !s.Exists || l.any() {
		return s.Exists
	}
	for tag := range tags(l) {
		if equal(tag, s.Tag) || s.AnyPart && equal(version(tag), s.Tag) {
			return true
		}
	}
	return false
}
