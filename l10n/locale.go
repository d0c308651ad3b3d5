package l10n

import (
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// locale is the language of one response.
type locale struct {
	data     *catalogData
	messages *messages
}

var _ tree.Locale = (*locale)(nil)

// Choose implements [tree.Catalog]: it returns the language that [Lookup] finds, or the
// default. It does not allocate.
func (s *catalogData) Choose(header []string) tree.Locale {
	if len(s.locales) == 0 {
		return tree.NoCatalog{}
	}
	return &s.locales[negotiate(header, s.tags, s.fallback)]
}

// Tag implements [tree.Locale].
func (l *locale) Tag() string { return l.messages.tag }

// Violation implements [tree.Locale].
func (l *locale) Violation(property, code string, params []tree.Param, by tree.Author) (text string, ok bool) {
	general, _, _ := strings.Cut(code, ".")
	for _, k := range [...]key{
		{ofProperty, property, code}, {ofProperty, property, general},
		{code: code}, {code: general},
	} {
		if t := l.data.speaker(l.messages, k); t != nil && t.texts()[k].author <= by {
			if text, ok = t.printer().format(k, params); ok {
				return text, true
			}
		}
	}
	return "", false
}

// Title implements [tree.Locale].
func (l *locale) Title(code string, by tree.Author) (text string, ok bool) {
	return l.line(key{kind: ofTitle, code: code}, nil, by)
}

// Detail implements [tree.Locale].
func (l *locale) Detail(code string, params []tree.Param, by tree.Author) (text string, ok bool) {
	return l.line(key{kind: ofDetail, code: code}, params, by)
}

// line returns a text of a problem. The library's texts for its own problems do not fit those
// of applications.
func (l *locale) line(k key, params []tree.Param, by tree.Author) (text string, ok bool) {
	t := l.data.speaker(l.messages, k)
	switch {
	case t == nil, t.texts()[k].author > by:
		return "", false
	case len(params) > 0:
		return t.printer().format(k, params)
	}
	return t.texts()[k].other(), true
}

// speaker returns the language with a text for t: t itself, or the nearest one that its
// shortened tag leads to, or nil.
func (s *catalogData) speaker(t *messages, k key) *messages {
	if _, ok := t.texts()[k]; ok {
		return t
	}
	var best *messages
	for _, u := range s.languages {
		if u != t && covers(u.tag, t.tag) && (best == nil || len(u.tag) > len(best.tag)) {
			if _, ok := u.texts()[k]; ok {
				best = u
			}
		}
	}
	return best
}
