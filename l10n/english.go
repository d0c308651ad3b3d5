package l10n

import (
	"net/http"

	"golang.org/x/text/language"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
)

// english says what declarations and refusals say.
func english() *messages {
	texts := map[key]Text{}
	for _, code := range message.Codes() {
		text := Message(message.Template(code))
		if one := message.Template(code + ".one"); one != "" {
			text = Plural(message.Names(text.other())[0], One(one), text.forms[0])
		}
		texts[key{code: code}] = text.library()
	}
	for _, r := range ir.AllBuiltinProblems() {
		texts[key{kind: ofTitle, code: r.Code}] = Message(phrase(r.Status)).library()
		texts[key{kind: ofDetail, code: r.Code}] = Message(r.Detail).library()
	}
	for _, d := range ir.AllDetails() {
		texts[key{kind: ofDetail, code: d.Key}] = Message(d.Text).library()
	}
	for code, title := range kinds() {
		texts[key{kind: ofTitle, code: code}] = Message(title).library()
	}
	return newMessages(language.English, ", ", texts)
}

// phrase is the phrase of a status in the words of RFC 9110 and RFC 6585.
func phrase(status int) string {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return "Content Too Large"
	case http.StatusRequestURITooLong:
		return "URI Too Long"
	case http.StatusUnprocessableEntity:
		return "Unprocessable Content"
	}
	return http.StatusText(status)
}
