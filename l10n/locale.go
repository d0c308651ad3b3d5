package l10n

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// Locale is the language of one answer. The zero value says nothing.
type Locale struct {
	shelf  *shelf
	tongue *tongue
}

// Choose returns the language that the lines of Accept-Language ask for, as
// [Lookup] does, and the default where they ask for none. It does not allocate.
// It is for sibling packages.
func (c Catalogue) Choose(_ ir.Key, header []string) Locale {
	if c.shelf == nil || len(c.shelf.tongues) == 0 {
		return Locale{}
	}
	return Locale{c.shelf, c.shelf.tongues[negotiate(header, c.shelf.tags, c.shelf.fallback)]}
}

// Tag is the tag of the language, for Content-Language; empty for the zero value.
func (l Locale) Tag() string {
	if l.tongue == nil {
		return ""
	}
	return l.tongue.tag
}

// Violation says what a value must be. The property is the name of the member or
// the parameter that broke the rule; the key is that of the text, such as
// type.integer, or the code. It returns false where the language has nothing to
// say, and what the violation says already stands. It is for sibling packages.
func (l Locale) Violation(_ ir.Key, property, code string, params []ir.Param) (text string, ok bool) {
	if l.tongue == nil {
		return "", false
	}
	general, _, _ := strings.Cut(code, ".")
	for _, k := range [...]key{
		{ofProperty, property, code}, {ofProperty, property, general},
		{code: code}, {code: general},
	} {
		if t := l.shelf.speaker(l.tongue, k); t != nil {
			if text, ok = t.voice().say(k, params); ok {
				return text, true
			}
		}
	}
	return "", false
}

// Problem says what kind of problem a code stands for. The detail is empty where
// the language has none. It is for sibling packages.
func (l Locale) Problem(_ ir.Key, code string) (title, detail string, ok bool) {
	if l.tongue == nil {
		return "", "", false
	}
	title = l.line(key{kind: ofTitle, code: code})
	return title, l.line(key{kind: ofDetail, code: code}), title != ""
}

func (l Locale) line(k key) string {
	t := l.shelf.speaker(l.tongue, k)
	if t == nil {
		return ""
	}
	return t.texts[k].other()
}

// speaker returns the language that says a text for t: itself, or the nearest
// that its tag leads to when it is shortened; nil if none does.
func (s *shelf) speaker(t *tongue, k key) *tongue {
	if _, ok := t.texts[k]; ok {
		return t
	}
	var best *tongue
	for _, u := range s.tongues {
		if u != t && covers(u.tag, t.tag) && (best == nil || len(u.tag) > len(best.tag)) {
			if _, ok := u.texts[k]; ok {
				best = u
			}
		}
	}
	return best
}
