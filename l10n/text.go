package l10n

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/tree"
)

// Texts are the texts of a language, by their keys:
//
//   - the code of a rule, of the library (min_length; type.integer where the text
//     depends on more than the code) or of the application
//   - title. and the code of a problem: its title
//   - detail. and the code of a built-in problem: its detail, a sentence; or the key of
//     the detail of some occurrences, such as detail.json_syntax. [Catalog.Missing] lists
//     them for an empty language
type Texts map[string]Text

// Text is one message. It completes the sentence "The value …", without a full
// stop, except in titles and details of problems.
type Text struct {
	by     string // the argument that selects the form; "" if Other is the only one
	forms  []Form
	author tree.Author
}

// Form is a text for the numbers of one plural category of CLDR.
type Form struct {
	category plural.Form
	text     string
}

// Message returns a text that is the same for all numbers.
func Message(text string) Text { return Text{forms: []Form{Other(text)}} }

// library marks a text for built-in problems only.
func (t Text) library() Text {
	t.author = tree.Library
	return t
}

// Plural returns a text that depends on an argument, such as "min". It needs a form
// for every category that whole numbers have in the language, and Other.
func Plural(argument string, forms ...Form) Text {
	return Text{by: argument, forms: slices.Clone(forms)}
}

// Zero returns the form for the numbers that a language treats as 0.
func Zero(text string) Form { return Form{plural.Zero, text} }

// One returns the form for the numbers that a language treats as 1, such as 21 in
// Russian.
func One(text string) Form { return Form{plural.One, text} }

// Two returns the form for the numbers that a language treats as 2.
func Two(text string) Form { return Form{plural.Two, text} }

// Few returns the form for small numbers, such as 2 to 4 in Polish.
func Few(text string) Form { return Form{plural.Few, text} }

// Many returns the form for large numbers, such as 5 and above in Polish.
func Many(text string) Form { return Form{plural.Many, text} }

// Other returns the form for all other numbers, fractions among them.
func Other(text string) Form { return Form{plural.Other, text} }

// other is the form that every text has.
func (t Text) other() string {
	i := slices.IndexFunc(t.forms, func(f Form) bool { return f.category == plural.Other })
	if i < 0 {
		return ""
	}
	return t.forms[i].text
}

// apart separates a dollar sign from a brace: together they would name a macro of x/text.
const apart = "\x00"

// compiled returns the message for x/text, which selects the form.
func (t Text) compiled() catalog.Message {
	quote := func(s string) string { return strings.ReplaceAll(s, "${", "$"+apart+"{") }
	if t.by == "" {
		return catalog.String(quote(t.other()))
	}
	var cases []any
	for _, f := range t.forms {
		if f.category != plural.Other {
			cases = append(cases, f.category, quote(f.text))
		}
	}
	cases = append(cases, plural.Other, quote(t.other())) // it always matches
	return plural.Selectf(1, "", cases...)
}

// fault returns the fault of a text in a language, or ""; known are the arguments that it
// may name, nil if they are not known.
func (t Text) fault(tag language.Tag, known []string) string {
	if t.other() == "" {
		return "it has no form Other"
	}
	var has []plural.Form
	for _, f := range t.forms {
		switch {
		case f.text == "":
			return "form " + categoryName(f.category) + " is empty"
		case !utf8.ValidString(f.text) || strings.Contains(f.text, apart):
			return "form " + categoryName(f.category) + " is not text in UTF-8"
		case slices.Contains(has, f.category):
			return "it has two forms " + categoryName(f.category)
		}
		has = append(has, f.category)
		if known == nil {
			continue
		}
		for _, name := range message.Names(f.text) {
			if !slices.Contains(known, name) {
				return "{" + name + "} is no argument of this rule" + list(known)
			}
		}
	}
	if t.by == "" {
		return ""
	}
	if known != nil && !slices.Contains(known, t.by) {
		return "it depends on " + t.by + ", which is no argument of this rule" + list(known)
	}
	needed := categories(tag)
	for _, form := range needed {
		if !slices.Contains(has, form) {
			return "the language needs a form " + categoryName(form)
		}
	}
	if err := catalog.NewBuilder().Set(tag, "text", t.compiled()); err != nil {
		for _, form := range has {
			if form != plural.Other && !slices.Contains(needed, form) {
				return "the language has no form " + categoryName(form)
			}
		}
		return "it cannot be compiled"
	}
	return ""
}

// list ends a fault with the known arguments.
func list(names []string) string {
	if len(names) == 0 {
		return ", which has none"
	}
	return ", which has {" + strings.Join(names, "}, {") + "}"
}

// categoryName returns the name of the function that declares a category.
func categoryName(form plural.Form) string {
	switch form {
	case plural.Zero:
		return "Zero"
	case plural.One:
		return "One"
	case plural.Two:
		return "Two"
	case plural.Few:
		return "Few"
	case plural.Many:
		return "Many"
	}
	return "Other"
}

// categories returns the plural categories that whole numbers have in a language.
// CLDR decides on the last two digits, and on whether millions are whole.
func categories(tag language.Tag) (forms []plural.Form) {
	for i := range 201 {
		if form := formOf(tag, i, 0, 0); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	if form := formOf(tag, million, 0, 0); !slices.Contains(forms, form) {
		forms = append(forms, form)
	}
	return forms
}
