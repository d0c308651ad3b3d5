package oas

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
)

// translator are the language of a document. The zero value tells everything as it
// is declared, and the rules in English.
type translator struct {
	locale ir.Locale         // what the library says; nil: English
	own    map[string]string // what the application says, by how it is declared
}

// of is a text of the application's, or one of the library's that is the same
// in every document.
func (w translator) of(text string) string {
	if w.own == nil || text == "" {
		return text
	}
	if own, ok := w.own[text]; ok {
		return own
	}
	return text
}

// rule tells what a value of a property must be.
func (w translator) rule(property string, r ir.Rule) string {
	text := message.English(r.Code(), r.Params())
	if w.locale != nil {
		key := message.KeyOf(r.Code(), text, r.Params())
		if own, ok := w.locale.Violation(property, key, r.Params(), ir.Library); ok {
			return own
		}
	}
	return text
}

// custom tells a rule of the application's own.
func (w translator) custom(property string, r ir.Custom) string {
	if w.locale != nil {
		if own, ok := w.locale.Violation(property, r.Name, r.Args, ir.Application); ok {
			return own
		}
	}
	return message.Fill(w.of(r.Message), r.Args)
}

// sentence makes one of the name of a rule, what it is about, and what that must
// be. Only of English is known how a sentence goes on.
func (w translator) sentence(code, who, text string) string {
	if w.locale != nil {
		return "`" + code + "`: " + text
	}
	return "Rule `" + code + "`: " + who + " " + strings.TrimSuffix(text, ".") + "."
}

// refusal is a problem that the library answers with.
func (w translator) refusal(r ir.BuiltinProblem) (title, detail string) {
	title, detail = phrase(r.Status), r.Detail
	if w.locale == nil {
		return title, detail
	}
	if own, ok := w.locale.Title(r.Code, ir.Library); ok {
		title = own
	}
	if own, ok := w.locale.Detail(r.Code, nil, ir.Library); ok {
		detail = own
	}
	return title, detail
}

// failure is the title of a problem that the application declares.
func (w translator) failure(f ir.Failure) string {
	if w.locale != nil {
		if own, ok := w.locale.Title(f.Code, ir.Application); ok {
			return own
		}
	}
	return w.of(f.Title)
}

// required tells that a member is missing.
func (w translator) required(property string) string {
	if w.locale != nil {
		if own, ok := w.locale.Violation(property, "required", nil, ir.Library); ok {
			return own
		}
	}
	return message.English("required", nil)
}

// translated writes a text for people, in the language of the document.
func (w *writer) translated(word, text string) { w.some(word, w.words.of(text)) }
