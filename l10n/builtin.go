package l10n

import (
	"embed"
	"sync"

	"golang.org/x/text/language"
)

// Builtin returns the languages of the library. The default is English.
func Builtin() Catalog { return builtin() }

// builtin returns the catalog, which it creates once.
var builtin = sync.OnceValue(func() Catalog {
	return Catalog{}.edit(func(s *catalogData) {
		s.languages = append(s.languages, english())
		for _, tag := range []string{
			"de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "tr", "ar", "hi", "id", "vi", "zh-Hans", "zh-Hant", "ja", "ko",
		} {
			s.languages = append(s.languages, builtinLanguage(tag))
		}
	})
})

//go:embed languages/*.txt
var languages embed.FS

// builtinLanguage returns a language whose file is parsed at the first use.
func builtinLanguage(tag string) *messages {
	is := language.Raw.Make(tag)
	return newMessages(is, commaOf(is), func() map[key]Text {
		texts := parseBuiltin(tag).texts()
		for k, t := range texts {
			if k.kind != ofRule {
				texts[k] = t.library()
			}
		}
		return texts
	})
}

// parseBuiltin parses the file of a language. A test checks that no file has a fault.
func parseBuiltin(tag string) *file {
	text, err := languages.ReadFile("languages/" + tag + ".txt")
	if err != nil {
		return &file{faults: []string{err.Error()}}
	}
	return parseFile(string(text))
}
