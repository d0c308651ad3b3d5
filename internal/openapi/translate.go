package openapi

import (
	"strings"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/tree"
)

// translator translates the texts of a document. The zero value returns them unchanged, and
// those of the library in English.
type translator struct {
	locale tree.Locale       // of the library's texts; nil is English
	own    map[string]string // the application's texts, by their declared form
}

// of translates a text of the application, or a constant text of the library.
func (w translator) of(text string) string {
	if w.own == nil || text == "" {
		return text
	}
	if own, ok := w.own[text]; ok {
		return own
	}
	return text
}

// rule returns what a rule requires of a value.
func (w translator) rule(property string, r tree.Rule) string {
	code := r.Code()
	if f, ok := r.(formatRule); ok && message.Template(code+"."+string(f)) != "" {
		code += "." + string(f)
	}
	text := message.English(code, r.Params())
	if w.locale != nil {
		key := message.KeyOf(r.Code(), text, r.Params())
		if own, ok := w.locale.Violation(property, key, r.Params(), tree.Library); ok {
			return own
		}
	}
	return text
}

// custom returns what a custom rule requires of a value.
func (w translator) custom(property string, r tree.Custom) string {
	if w.locale != nil {
		if own, ok := w.locale.Violation(property, r.Name, r.Args, tree.Application); ok {
			return own
		}
	}
	return message.Fill(w.of(r.Message), r.Args)
}

// sentence returns a sentence about a rule. Only an English message continues one.
func (w translator) sentence(code, who, text string) string {
	if w.locale != nil {
		return "`" + code + "`: " + text
	}
	return "Rule `" + code + "`: " + who + " " + strings.TrimSuffix(text, ".") + "."
}

// builtin returns the texts of a built-in problem.
func (w translator) builtin(r tree.BuiltinProblem) (title, detail string) {
	title, detail = phrase(r.Status), r.Detail
	if w.locale == nil {
		return title, detail
	}
	if own, ok := w.locale.Title(r.Code, tree.Library); ok {
		title = own
	}
	if own, ok := w.locale.Detail(r.Code, nil, tree.Library); ok {
		detail = own
	}
	return title, detail
}

// problemTitle returns the title of a declared problem.
func (w translator) problemTitle(f tree.Failure) string {
	if w.locale != nil {
		if own, ok := w.locale.Title(f.Code, tree.Application); ok {
			return own
		}
	}
	return w.of(f.Title)
}

// required returns the message about a missing member.
func (w translator) required(property string) string {
	if w.locale != nil {
		if own, ok := w.locale.Violation(property, "required", nil, tree.Library); ok {
			return own
		}
	}
	return message.English("required", nil)
}

// translated writes a text in the language of the document, or nothing for "".
func (w *writer) translated(word, text string) { w.some(word, w.words.of(text)) }
