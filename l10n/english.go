package l10n

import (
	"golang.org/x/text/language"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// english returns the texts of declarations and built-in problems.
func english() *messages { return newMessages(language.English, ", ", englishTexts) }

func englishTexts() map[key]Text {
	texts := map[key]Text{}
	for _, code := range message.Codes() {
		text := Message(message.Template(code))
		if one := message.Template(code + ".one"); one != "" {
			text = Plural(message.Names(text.other())[0], One(one), text.forms[0])
		}
		texts[key{code: code}] = text.library()
	}
	for _, r := range tree.AllBuiltinProblems() {
		texts[key{kind: ofTitle, code: r.Code}] = Message(problem.Phrase(r.Status)).library()
		texts[key{kind: ofDetail, code: r.Code}] = Message(r.Detail).library()
	}
	for _, d := range tree.AllDetails() {
		texts[key{kind: ofDetail, code: d.Key}] = Message(d.Text).library()
	}
	for _, p := range problem.Declared() {
		d := p.Data()
		texts[key{kind: ofTitle, code: d.Code}] = Message(d.Title).library()
	}
	return texts
}
