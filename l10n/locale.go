package l10n

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// locale is the language of one answer. The zero value says nothing.
type locale struct {
	data     *catalogData
	messages *messages
}

var _ ir.Locale = (*locale)(nil)

// Choose returns the language that the lines of Accept-Language ask for, as
// [Lookup] does, and the default where they ask for none. It does not allocate.
// It is for sibling packages.
func (c Catalog) Choose(_ ir.Key, header []string) ir.Locale {
	if c.data == nil || len(c.data.locales) == 0 {
		return new(locale)
	}
	return &c.data.locales[negotiate(header, c.data.tags, c.data.fallback)]
}

// Tag implements [ir.Locale]; it is empty for the zero value.
func (l *locale) Tag() string {
	if l.messages == nil {
		return ""
	}
	return l.messages.tag
}

// Violation implements [ir.Locale].
func (l *locale) Violation(_ ir.Key, property, code string, params []ir.Param, by ir.Author) (text string, ok bool) {
	if l.messages == nil {
		return "", false
	}
	general, _, _ := strings.Cut(code, ".")
	for _, k := range [...]key{
		{ofProperty, property, code}, {ofProperty, property, general},
		{code: code}, {code: general},
	} {
		if t := l.data.speaker(l.messages, k); t != nil && t.texts[k].author <= by {
			if text, ok = t.printer().format(k, params); ok {
				return text, true
			}
		}
	}
	return "", false
}

// Title implements [ir.Locale].
func (l *locale) Title(_ ir.Key, code string, by ir.Author) (text string, ok bool) {
	return l.line(key{kind: ofTitle, code: code}, nil, by)
}

// Detail implements [ir.Locale].
func (l *locale) Detail(_ ir.Key, code string, params []ir.Param, by ir.Author) (text string, ok bool) {
	return l.line(key{kind: ofDetail, code: code}, params, by)
}

// line says a text of a problem. What the library says of its own problems does
// not fit those of others.
func (l *locale) line(k key, params []ir.Param, by ir.Author) (text string, ok bool) {
	if l.messages == nil {
		return "", false
	}
	t := l.data.speaker(l.messages, k)
	switch {
	case t == nil, t.texts[k].author > by:
		return "", false
	case len(params) > 0:
		return t.printer().format(k, params)
	}
	return t.texts[k].other(), true
}

// speaker returns the language that says a text for t: itself, or the nearest
// that its tag leads to when it is shortened; nil if none does.
func (s *catalogData) speaker(t *messages, k key) *messages {
	if _, ok := t.texts[k]; ok {
		return t
	}
	var best *messages
	for _, u := range s.languages {
		if u != t && covers(u.tag, t.tag) && (best == nil || len(u.tag) > len(best.tag)) {
			if _, ok := u.texts[k]; ok {
				best = u
			}
		}
	}
	return best
}
