package yamlx

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// maxKey is how many bytes a key may have in front of its colon: YAML allows 1024 characters
// (§7.4.2).
const maxKey = 1000

// Append appends a JSON value as a YAML document, indented by two spaces, with a line break at
// its end. Members keep their order and numbers their digits. If json is not valid it
// returns b as it was and a *[jsonx.Fault].
func Append(b, json []byte) ([]byte, error) {
	p := printer{b: b}
	p.r.Reset(json, jsonx.Limits{Depth: 9_999, Members: len(json)})
	p.value(0, false)
	if err := p.r.End(); err != nil {
		return b, err
	}
	return append(p.b, '\n'), nil
}

type printer struct {
	r jsonx.Reader
	b []byte
}

// value prints the next value. As the value of a member, a container begins on the next
// line; in a list, and at the top, it begins on this one.
func (p *printer) value(indent int, member bool) {
	kind, items := p.r.Kind(), 0
	switch kind {
	case jsonx.Object:
		p.r.Object()
		for name, ok := p.r.Member(); ok; name, ok = p.r.Member() {
			p.line(indent, member || items > 0)
			p.key(name, indent)
			p.value(indent+2, true)
			items++
		}
	case jsonx.Array:
		for p.r.Array(); p.r.Item(); items++ {
			p.line(indent, member || items > 0)
			p.b = append(p.b, "- "...)
			p.value(indent+2, false)
		}
	}
	if items > 0 {
		return
	}
	if member {
		p.b = append(p.b, ' ')
	}
	switch kind {
	case jsonx.Object:
		p.b = append(p.b, "{}"...)
	case jsonx.Array:
		p.b = append(p.b, "[]"...)
	case jsonx.String:
		p.text(p.r.Text(), max(indent, 2))
	case jsonx.Number:
		p.number(p.r.Literal())
	default:
		p.b = append(p.b, p.r.Raw()...)
	}
}

// line begins a line; if begin is false, there is one.
func (p *printer) line(indent int, begin bool) {
	if begin {
		p.b = append(p.b, '\n')
		p.b = append(p.b, strings.Repeat(" ", indent)...)
	}
}

// key prints a name with its colon.
func (p *printer) key(name string, indent int) {
	start := len(p.b)
	p.scalar(name)
	if len(p.b)-start > maxKey {
		p.b = slices.Insert(p.b, start, '?', ' ') // an explicit key (§8.2.2)
		p.line(indent, true)
	}
	p.b = append(p.b, ':')
}

// number prints a number with the dot and the sign without which YAML 1.1 takes one that
// has an exponent for text: 1e3 is 1.0e+3.
func (p *printer) number(s string) {
	digits, exponent, found := strings.Cut(strings.ToLower(s), "e")
	p.b = append(p.b, digits...)
	if !found {
		return
	}
	if !strings.Contains(digits, ".") {
		p.b = append(p.b, ".0"...)
	}
	p.b = append(p.b, 'e')
	if exponent[0] != '-' && exponent[0] != '+' {
		p.b = append(p.b, '+')
	}
	p.b = append(p.b, exponent...)
}

// text prints a text value: several lines as a literal block (§8.1.2), if that says the same.
func (p *printer) text(s string, indent int) {
	if !isBlock(s) {
		p.scalar(s)
		return
	}
	body, ended := strings.CutSuffix(s, "\n")
	p.b = append(p.b, '|')
	if !ended {
		p.b = append(p.b, '-')
	}
	for line := range strings.SplitSeq(body, "\n") {
		if line != "" {
			line = strings.Repeat(" ", indent) + line
		}
		p.b = append(append(p.b, '\n'), line...)
	}
}

// isBlock reports whether s has several lines, none with a space at its end, the first with
// a character that is none, the last with any, and nothing that needs an escape.
func isBlock(s string) bool {
	return strings.Contains(s, "\n") && !strings.ContainsFunc(s, func(c rune) bool { return c != '\n' && isHidden(c) }) &&
		s[0] != ' ' && s[0] != '\n' && !strings.Contains(s, " \n") && !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\n\n")
}

// scalar prints s on one line: plain where that is text, in double quotes where it needs escapes
// or looks like another value, or else in single quotes.
func (p *printer) scalar(s string) {
	switch {
	case isTyped(s), strings.ContainsFunc(s, isHidden):
		quoted, _ := jsonx.AppendString(nil, s) // s comes from a reader, and is valid UTF-8
		for _, c := range string(quoted) {
			if isHidden(c) {
				p.b = fmt.Appendf(p.b, `\u%04x`, c) // the escapes of JSON are YAML's too (§5.7)
			} else {
				p.b = utf8.AppendRune(p.b, c)
			}
		}
	case isPlain(s):
		p.b = append(p.b, s...)
	default:
		p.b = append(append(append(p.b, '\''), strings.ReplaceAll(s, "'", "''")...), '\'')
	}
}

// isPlain reports whether s, on one line, is a plain scalar in block context (§7.3.3).
func isPlain(s string) bool {
	switch {
	case strings.IndexByte(" #,[]{}&*!|>'\"%@`", s[0]) >= 0, (s[0] == '-' || s[0] == '?') && (len(s) == 1 || s[1] == ' '):
		return false
	case strings.HasPrefix(s, "---"), strings.HasPrefix(s, "..."): // ends a document
		return false
	}
	return !strings.Contains(s+" ", ": ") && !strings.Contains(s, " #") && !strings.HasSuffix(s, " ")
}

// isTyped reports whether YAML 1.2 or 1.1 takes s for something else than text: null, a boolean,
// a number (with _, or with : in base 60), a date, or the keys = and <<.
func isTyped(s string) bool {
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan", "=", "<<":
		return true
	}
	return strings.IndexByte("+-.0123456789", s[0]) >= 0 && strings.Trim(s, "+-.0123456789abcdefABCDEFxXoO_:tTzZ ") == ""
}

// isHidden reports whether a character is in no text but in double quotes: what is not
// printable (§5.1), what editors do not show, the line breaks of YAML 1.1, and white space
// other than a space.
func isHidden(c rune) bool {
	switch c {
	case '\u2028', '\u2029', '\ufeff', '\ufffe', '\uffff':
		return true
	}
	return c < ' ' || 0x7f <= c && c <= 0xa0
}
