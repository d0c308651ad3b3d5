package openapi

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// raw writes JSON text of the application with the indentation of the page. Numbers keep their
// spelling.
func (p *page) raw(text string) error {
	if short(text) {
		p.b = append(p.b, text...)
		return nil
	}
	var r jsonx.Reader
	r.Reset([]byte(text), jsonx.Limits{})
	large := p.copied(&r)
	if err := r.End(); err != nil {
		return err
	}
	return large
}

func (p *page) copied(r *jsonx.Reader) (large error) {
	switch r.Kind() {
	case jsonx.Object:
		p.open('{')
		r.Object()
		for name, ok := r.Member(); ok; name, ok = r.Member() {
			p.name(name)
			large = errors.Join(large, p.copied(r))
		}
		p.end()
	case jsonx.Array:
		p.open('[')
		for r.Array(); r.Item(); {
			p.line()
			large = errors.Join(large, p.copied(r))
		}
		p.endList()
	case jsonx.String:
		p.value(r.Text())
	case jsonx.Number:
		lit := r.Raw()
		if _, err := strconv.ParseFloat(lit, 64); err != nil {
			// YAML parsers would read it as a string.
			return errors.New("a number is too large for a document")
		}
		p.b = append(p.b, lit...)
	default: // null, true, false; a syntax error is found at the end
		p.b = append(p.b, r.Raw()...)
	}
	return large
}

// short reports whether text is a value that needs no parsing: a literal, digits within the
// range of a float64, or a string without escapes.
func short(text string) bool {
	switch text {
	case "null", "true", "false", "0":
		return true
	}
	switch last := len(text) - 1; {
	case last < 0:
		return false
	case text[0] >= '1' && text[0] <= '9':
		return last < 300 && strings.Trim(text, "0123456789") == ""
	case text[0] == '"' && last > 0 && text[last] == '"':
		for i := range len(text) - 2 {
			if c := text[1+i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
				return false
			}
		}
		return true
	}
	return false
}
