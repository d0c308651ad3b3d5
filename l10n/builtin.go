package l10n

import (
	"sync"

	"golang.org/x/text/language"

	"github.com/tenon-go/tenon/internal/ir"
)

// Builtin returns the languages of the library; the default is English.
func Builtin() Catalog { return builtin() }

// builtin makes what never changes, once.
var builtin = sync.OnceValue(func() Catalog {
	return Catalog{}.edit(func(s *catalogData) {
		s.languages = append(s.languages, english())
		for _, t := range []translation{
			german(), french(), spanish(), italian(), portuguese(), dutch(), polish(),
			russian(), ukrainian(), turkish(), arabic(), hindi(), indonesian(), vietnamese(),
			simplifiedChinese(), traditionalChinese(), japanese(), korean(),
		} {
			s.languages = append(s.languages, t.messages())
		}
	})
})

// translation is a language as its file has it.
type translation struct {
	tag     string
	rules   map[string]string // texts of rules by their keys
	counted Texts             // those that depend on a count
	titles  map[int]string    // of problems, by status: the phrases of RFC 9110
	details map[string]string // of problems, by code, and of their occurrences, by key
	kinds   map[string]string // titles of what package render declares, by code
}

func (t translation) messages() *messages {
	texts := make(map[key]Text, len(t.rules)+len(t.counted)+2*len(t.details))
	for code, text := range t.rules {
		texts[key{code: code}] = Message(text)
	}
	for code, text := range t.counted {
		texts[key{code: code}] = text
	}
	for _, r := range ir.AllBuiltinProblems() {
		if title := t.titles[r.Status]; title != "" {
			texts[key{kind: ofTitle, code: r.Code}] = Message(title).library()
		}
	}
	for code, text := range t.details {
		texts[key{kind: ofDetail, code: code}] = Message(text).library()
	}
	for code, title := range t.kinds {
		texts[key{kind: ofTitle, code: code}] = Message(title).library()
	}
	tag := language.Raw.Make(t.tag)
	return newMessages(tag, commaOf(tag), texts)
}
