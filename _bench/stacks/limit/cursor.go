package limit

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A cursor decodes JSON and records the violations. Its strings are parts of the text.
type cursor struct {
	s      string
	i      int
	broken bool   // the text is not JSON
	path   []byte // JSON pointer of the value
	notes  []byte // violations as JSON, separated by commas
}

// open starts with a copy of the body.
func (c *cursor) open(content []byte) {
	c.clear()
	c.s, c.i = string(content), 0
}

func (c *cursor) clear() {
	c.broken, c.path, c.notes = false, c.path[:0], c.notes[:0]
}

func (c *cursor) failed() bool { return len(c.notes) > 0 }

// kind skips white space and returns the first byte of the next value, or 0 at the end.
func (c *cursor) kind() byte {
	for c.i < len(c.s) {
		switch b := c.s[c.i]; b {
		case ' ', '\t', '\n', '\r':
			c.i++
		default:
			return b
		}
	}
	return 0
}

// next skips one byte, which must be b.
func (c *cursor) next(b byte) bool {
	if c.kind() != b {
		c.fail()
		return false
	}
	c.i++
	return true
}

// fail stops decoding.
func (c *cursor) fail() {
	c.broken, c.i = true, len(c.s)
}

func (c *cursor) end() {
	if c.kind() != 0 || c.i < len(c.s) {
		c.broken = true
	}
}

// more skips the comma before an element, or the end after the last one.
func (c *cursor) more(first bool, end byte) bool {
	switch b := c.kind(); {
	case b == end:
		c.i++
		return false
	case first && b != 0:
		return true
	case b == ',':
		c.i++
		if c.kind() != end {
			return true
		}
	}
	c.fail()
	return false
}

// name reads the name of a member and the colon after it.
func (c *cursor) name() string {
	if c.kind() != '"' {
		c.fail()
		return ""
	}
	name := c.text()
	c.next(':')
	return name
}

// plain are the bytes that are literal in a string.
var plain = func() (is [256]bool) {
	for b := 0x20; b < utf8.RuneSelf; b++ {
		is[b] = b != '"' && b != '\\'
	}
	return is
}()

// text reads a string after its opening quote.
func (c *cursor) text() string {
	s, start := c.s, c.i+1
	i := start
	for i < len(s) && plain[s[i]] {
		i++
	}
	if i < len(s) && s[i] == '"' {
		c.i = i + 1
		return s[start:i]
	}
	return c.strange(start, i)
}

// strange reads a string with escapes or non-ASCII characters.
func (c *cursor) strange(start, i int) string {
	s, escaped := c.s, false
	for ; i < len(s) && s[i] != '"'; i++ {
		switch {
		case s[i] < 0x20:
			c.fail()
			return ""
		case s[i] == '\\':
			escaped = true
			i++
		}
	}
	if i >= len(s) || !utf8.ValidString(s[start:i]) {
		c.fail()
		return ""
	}
	c.i = i + 1
	if !escaped {
		return s[start:i]
	}
	return c.unescape(s[start:i])
}

func (c *cursor) unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte(`"\/bfnrt`, s[i]); at >= 0 {
			b.WriteByte("\"\\/\b\f\n\r\t"[at])
			continue
		}
		r := unit(s, i)
		if r >= 0xD800 && r < 0xDC00 {
			low := rune(-1)
			if i+5 < len(s) && s[i+5] == '\\' {
				low = unit(s, i+6)
			}
			if low < 0xDC00 || low > 0xDFFF {
				c.fail()
				return ""
			}
			r = 0x10000 + (r-0xD800)<<10 + low - 0xDC00
			i += 6
		}
		if !utf8.ValidRune(r) {
			c.fail()
			return ""
		}
		b.WriteRune(r)
		i += 4
	}
	return b.String()
}

// unit reads u and four digits, and returns -1 if they are absent.
func unit(s string, i int) rune {
	if i+5 > len(s) || s[i] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(s[i+1:i+5], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// number skips a number and returns its text.
func (c *cursor) number() (text string, whole bool) {
	s, start := c.s, c.i
	i := start
	if i < len(s) && s[i] == '-' {
		i++
	}
	digits := i
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	if i == digits || s[digits] == '0' && i > digits+1 {
		c.fail()
		return "", false
	}
	whole = true
	if i < len(s) && s[i] == '.' {
		whole = false
		fraction := i + 1
		for i++; i < len(s) && s[i]-'0' <= 9; i++ {
		}
		if i == fraction {
			c.fail()
			return "", false
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		whole = false
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		exponent := i
		for i < len(s) && s[i]-'0' <= 9 {
			i++
		}
		if i == exponent {
			c.fail()
			return "", false
		}
	}
	c.i = i
	return s[start:i], whole
}

// skip skips a value up to a depth.
func (c *cursor) skip(deep int) {
	switch b := c.kind(); {
	case deep == 0:
		c.fail()
	case b == '"':
		c.text()
	case b == '{':
		c.i++
		for first := true; c.more(first, '}'); first = false {
			c.name()
			c.skip(deep - 1)
		}
	case b == '[':
		c.i++
		for first := true; c.more(first, ']'); first = false {
			c.skip(deep - 1)
		}
	case b == '-' || b-'0' <= 9:
		c.number()
	default:
		for _, word := range []string{"null", "true", "false"} {
			if strings.HasPrefix(c.s[c.i:], word) {
				c.i += len(word)
				return
			}
		}
		c.fail()
	}
}
