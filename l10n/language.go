package l10n

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/tree"
)

// kind is the kind of a text.
type kind uint8

const (
	ofRule kind = iota
	ofProperty
	ofTitle
	ofDetail
)

// key finds a text in a language.
type key struct {
	kind     kind
	property string // of a text about one property
	code     string
}

// String returns the key as [Catalog.Missing] lists it.
func (k key) String() string {
	switch k.kind {
	case ofProperty:
		return k.property + ": " + k.code
	case ofTitle:
		return "title." + k.code
	case ofDetail:
		return "detail." + k.code
	}
	return k.code
}

// keyOf parses a key of [Texts].
func keyOf(s string) key {
	if code, ok := strings.CutPrefix(s, "title."); ok {
		return key{kind: ofTitle, code: code}
	}
	if code, ok := strings.CutPrefix(s, "detail."); ok {
		return key{kind: ofDetail, code: code}
	}
	return key{code: s}
}

// messages has the texts of a language. It does not change; the printer is created at the first
// use.
type messages struct {
	tag     string
	is      language.Tag
	comma   string // between the items of a list
	texts   func() map[key]Text
	printer func() *printer
}

func newMessages(is language.Tag, comma string, texts func() map[key]Text) *messages {
	t := &messages{tag: is.String(), is: is, comma: comma, texts: sync.OnceValue(texts)}
	t.printer = sync.OnceValue(t.compile)
	return t
}

// with returns a copy with more texts.
func (t *messages) with(texts map[key]Text) *messages {
	return newMessages(t.is, t.comma, func() map[key]Text {
		all := maps.Clone(t.texts())
		maps.Copy(all, texts)
		return all
	})
}

// english reports whether this is the language of declarations.
func (t *messages) english() bool { return covers("en", t.tag) }

// printer formats the texts of a language.
type printer struct {
	messages *messages
	catalog  *catalog.Builder
	ids      map[key]string // of the catalog of x/text
	numbers  numberFormat
}

func (t *messages) compile() *printer {
	v := &printer{t, catalog.NewBuilder(), make(map[key]string, len(t.texts())), numberFormatOf(t.is)}
	for k, text := range t.texts() {
		if k.kind == ofTitle {
			continue // it has neither arguments nor forms
		}
		id := k.String()
		if v.catalog.Set(t.is, id, text.compiled()) == nil { // otherwise it is a fault
			v.ids[k] = id
		}
	}
	return v
}

// format fills in the arguments of a text. It returns false if the text names a missing
// argument.
func (v *printer) format(k key, args []tree.Param) (string, bool) {
	s := sentence{printer: v, by: v.messages.texts()[k].by, args: args}
	if id, ok := v.ids[k]; !ok || v.catalog.Context(v.messages.is, &s).Execute(id) != nil {
		return "", false
	}
	return string(s.text), !s.broken
}

// sentence is the state of x/text for one message: x/text gets the argument that selects the
// form, and renders the template of the form.
type sentence struct {
	printer *printer
	by      string
	args    []tree.Param
	text    []byte
	broken  bool // an argument is missing
}

// Arg returns the argument that selects the plural form.
func (s *sentence) Arg(int) any {
	i := slices.IndexFunc(s.args, func(p tree.Param) bool { return p.Name == s.by })
	if i < 0 {
		return nil
	}
	return count(s.args[i].JSON)
}

// Render writes a template with its arguments.
func (s *sentence) Render(template string) {
	for {
		before, rest, found := strings.Cut(template, "{")
		s.text = append(s.text, strings.ReplaceAll(before, apart, "")...)
		if !found {
			return
		}
		i := slices.IndexFunc(s.args, func(p tree.Param) bool {
			return len(rest) > len(p.Name) && rest[len(p.Name)] == '}' && strings.HasPrefix(rest, p.Name)
		})
		if i >= 0 {
			s.argument(s.args[i].JSON)
			template = rest[len(s.args[i].Name)+1:]
			continue
		}
		if name, _, ok := strings.Cut(rest, "}"); ok && len(message.Names("{"+name+"}")) > 0 {
			s.broken = true
		}
		s.text = append(s.text, '{')
		template = rest
	}
}

// argument writes an argument for people.
func (s *sentence) argument(json string) {
	switch {
	case json == "":
	case json[0] == '[':
		for i, item := range items(json) {
			if i > 0 {
				s.text = append(s.text, s.printer.messages.comma...)
			}
			s.text = append(s.text, plain(strings.TrimSpace(item))...)
		}
	case json[0] == '-' || json[0] >= '0' && json[0] <= '9':
		s.text = s.printer.numbers.append(s.text, json)
	default:
		s.text = append(s.text, plain(json)...)
	}
}

// plain returns JSON text for people: without quotes and escapes.
func plain(json string) string {
	return message.Fill("{v}", []tree.Param{{Name: "v", JSON: json}})
}

// items returns the items of a JSON array.
func items(array string) (items []string) {
	depth, start, quoted := 0, 1, false
	for i := 0; i < len(array); i++ {
		switch c := array[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case quoted:
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == ',') && depth == 1:
			if i > start {
				items = append(items, array[start:i])
			}
			start = i + 1
		case c == ']' || c == '}':
			depth--
		}
	}
	return items
}
