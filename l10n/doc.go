// Package l10n holds the messages of an API in several languages, and selects the language
// that a client prefers:
//
//	languages := l10n.Builtin().
//		Only("en", "de", "pl").
//		Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}).
//		Override("de", "sku", "pattern", l10n.Message("muss wie ABC-1234 aussehen")).
//		Problem("de", "sold", "Es ist verkauft.")
//
//	api = api.Locales(languages) // of tenon.New
//
// A [Catalog] is an immutable value; every method returns a changed copy.
// [Builtin] has Arabic, Chinese (simplified and traditional), Dutch, English,
// French, German, Hindi, Indonesian, Italian, Japanese, Korean, Polish,
// Portuguese, Russian, Spanish, Turkish, Ukrainian and Vietnamese. Add replaces
// messages, adds those of an application's rules, or adds a language. [Catalog.Parse]
// reads a language from a file that translators can edit:
//
//	l10n.Builtin().Add("cs", l10n.Texts{
//		"required": l10n.Message("je povinné"),
//		"min_length": l10n.Plural("min",
//			l10n.One("musí mít alespoň {min} znak"),
//			l10n.Few("musí mít alespoň {min} znaky"),
//			l10n.Many("musí mít alespoň {min} znaku"),
//			l10n.Other("musí mít alespoň {min} znaků")),
//	})
//
// Messages that a language lacks are those of the declaration, in English. A test can
// list them:
//
//	if missing := languages.Missing(); len(missing) > 0 { … }
//
// # Texts
//
// {name} in a text stands for the argument of that name. Numbers are formatted for the
// language, with every digit: {min} is 1.000.000 in German. In English, and if they have
// an exponent, they stay as in JSON. Digits are always ASCII, because a client has to send
// them so. Lists are joined with the comma of the language; names, patterns and
// values stand as they are.
//
// A text that depends on a count has a form for each category that whole numbers
// have in its language, and Other; one that is missing, or that the language does
// not have, is a fault.
//
// Some occurrences of a built-in problem, such as malformed JSON, have a detail with a key
// of its own: detail.json_syntax. The library's texts of built-in problems are not used
// for a problem of an application with the same code; those of Add and Problem are used
// for both.
//
// # Faults
//
// Build reports the faults of a catalog, each with its file and line: a malformed tag, an
// argument that the rule does not have, a plural form that the language does not have.
//
// # Specifications
//
// Tags are BCP 47 (RFC 5646); the choice is Lookup of RFC 4647 §3.4 over
// Accept-Language of RFC 9110 §12.5.4, see [Lookup]. Plural categories and the
// way of writing numbers are those of CLDR, through golang.org/x/text.
//
// # Security considerations
//
// No more than 8 KiB and 100 ranges of Accept-Language are read, once, without
// allocating. Texts never hold what a client sent.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/languages.md
package l10n
