// Package l10n holds the messages of an API in several languages, and picks the
// one that a client asks for:
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
// [Builtin] speaks Arabic, Chinese (simplified and traditional), Dutch, English,
// French, German, Hindi, Indonesian, Italian, Japanese, Korean, Polish,
// Portuguese, Russian, Spanish, Turkish, Ukrainian and Vietnamese. Add says
// something in another way, says what the rules of an application ask for, or
// brings a whole language of its own:
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
// What a language does not say is said as the declaration has it, which is in
// English. A test can ask what that is:
//
//	if missing := languages.Missing(); len(missing) > 0 { … }
//
// # Texts
//
// {name} in a text stands for the argument of that name. Numbers are written as
// the language writes them, without losing a digit: {min} is 1.000.000 in German.
// English leaves them as JSON has them, and so does every language where they
// have an exponent. Digits are always those of ASCII, for a client has to send
// them so. Lists are joined with the comma of the language; names, patterns and
// values stand as they are.
//
// A text that depends on a count has a form for each category that whole numbers
// have in its language, and Other; one that is missing, or that the language does
// not have, is a fault.
//
// What the library says of some occurrences of a problem, such as where JSON is
// malformed, has a key of its own: detail.json_syntax. What it says of its own
// problems is not said of one that an application declares with the same code;
// what Add and Problem say is said of both.
//
// # Faults
//
// Mistakes do not panic. They travel with the value and are reported, each with
// file and line, when the API is built: a malformed tag, an argument that the
// rule does not have, a plural form that the language does not have.
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
