package precondition

import "strings"

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
	b.Grow(3*len(opaque) + 2)
	b.WriteByte('"')
	for i := range len(opaque) {
		c := opaque[i]
		if plain(c) {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	b.WriteByte('"')
	return b.String()
}

// Strong compares two entity tags by strong comparison: a weak one equals none
// (RFC 9110 §8.8.3.2).
func Strong(a, b string) bool { return a == b && a != "" && a[0] == '"' }

// Weak compares two entity tags by weak comparison: whether they are weak does
// not count (RFC 9110 §8.8.3.2).
func Weak(a, b string) bool { return a != "" && opaque(a) == opaque(b) }

// IsTag reports whether a text is an entity tag with its quotes (RFC 9110 §8.8.3).
func IsTag(s string) bool { return s != "" && tagLength(s) == len(s) }

func opaque(tag string) string { return strings.TrimPrefix(tag, "W/") }

// cut cuts the first entity tag off a field line, which may have empty elements
// (RFC 9110 §5.6.1.2). At the end of the line, tag is "" and ok is true; where it
// is no list of entity tags, ok is false.
func cut(line string) (tag, rest string, ok bool) {
	line = strings.TrimLeft(line, " \t,")
	if line == "" {
		return "", "", true
	}
	n := tagLength(line)
	rest = strings.TrimLeft(line[n:], " \t")
	return line[:n], rest, n > 0 && (rest == "" || rest[0] == ',')
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

// list is a field of entity tags; its lines are one list (RFC 9110 §5.3). It is nil
// if a request does not have it.
type list []string

// any reports whether the list is "*", any entity tag at all. It stands alone.
func (l list) any() bool { return len(l) == 1 && strings.Trim(l[0], " \t") == "*" }

func (l list) valid() bool {
	if l.any() {
		return true
	}
	for _, rest := range l {
		for rest != "" {
			var ok bool
			if _, rest, ok = cut(rest); !ok {
				return false
			}
		}
	}
	return true
}

// has reports whether the list, a valid one, has the tag of a state.
func (l list) has(s State, equal func(a, b string) bool) bool {
	if !s.Exists || l.any() {
		return s.Exists
	}
	for _, rest := range l {
		for rest != "" {
			var tag string
			if tag, rest, _ = cut(rest); s.fits(tag, equal) {
				return true
			}
		}
	}
	return false
}
