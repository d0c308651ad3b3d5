package l10n

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/tenon-go/tenon/tree"
)

// Parse adds the messages of a language file to a catalog; they replace those under the
// same keys. The name of the file stands in faults, such as cs.txt:12. The files of the
// library, in l10n/languages, are examples of the format:
//
//	# A comment.
//	language = cs
//	plurals = one few many other
//
//	[counted]
//	character.one = {n} znak
//	character.few = {n} znaky
//	character.many = {n} znaku
//	character.other = {n} znaků
//
//	[rules]
//	required = je povinné
//	min_length = musí mít alespoň {min character}
//
//	[titles]
//	404 = Nenalezeno
//
//	[details]
//	not_found = Na této cestě nic není.
//
//	[problems]
//	sold_out = Vyprodáno
//
// The file is UTF-8, with one message a line. It begins with the language tag and the
// plural categories of the language (CLDR). [rules] has messages by the codes of rules,
// [titles] the titles of built-in problems by status, [details] their details by code,
// and [problems] the titles of other problems by code. [counted] has the plural forms of
// a word, in which {n} is the number; {min character} in a rule is the form for the
// argument min.
func (c Catalog) Parse(name, text string) Catalog {
	f := parseFile(text)
	for i := range f.entries {
		m := &f.entries[i]
		reason := nameFault(m.key.String())
		if reason == "" {
			reason = m.text.fault(f.tag, arguments(m.key))
		}
		if reason != "" {
			f.fault(m.line, "%q: %s", m.key, reason)
		}
	}
	if len(f.faults) > 0 {
		return c.edit(func(s *catalogData) {
			for _, fault := range f.faults {
				s.faults = append(s.faults, tree.Faultf("%s:%s", name, fault))
			}
		})
	}
	return c.with(f.tag.String(), f.texts(), nil)
}

// file is a parsed language file.
type file struct {
	tag     language.Tag
	entries []entry
	faults  []string // each with its line in front

	categories []plural.Form
	counted    map[string][]Form // by word
	defined    map[string]bool   // "section key"
}

// entry is a message of a file.
type entry struct {
	line int
	key  key
	text Text
}

func (f *file) fault(line int, format string, args ...any) {
	f.faults = append(f.faults, fmt.Sprintf("%d: "+format, append([]any{line}, args...)...))
}

// texts returns the messages by their keys.
func (f *file) texts() map[key]Text {
	texts := make(map[key]Text, len(f.entries))
	for _, m := range f.entries {
		texts[m.key] = m.text
	}
	return texts
}

// parseFile parses a language file. It checks the form of the file, and not whether the
// keys and the arguments of messages exist.
func parseFile(text string) *file {
	f := &file{counted: map[string][]Form{}, defined: map[string]bool{}}
	section, line := "", 0
	for s := range strings.Lines(text) {
		line++
		s = strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r")
		switch {
		case s == "" || s[0] == '#':
			continue
		case s[0] == '[':
			if section == "" {
				f.checkHeader(line)
			}
			if section = s; !slices.Contains(sections, section) {
				f.fault(line, "%s is not one of the sections %s", s, strings.Join(sections, ", "))
			}
			continue
		}
		name, value, ok := strings.Cut(s, " = ")
		switch {
		case !ok || name == "" || strings.TrimSpace(s) != s || strings.TrimSpace(value) != value || value == "":
			f.fault(line, "the line is not of the form key = text")
		case f.defined[section+name]:
			f.fault(line, "%s is defined twice", name)
		default:
			f.defined[section+name] = true
			f.read(line, section, name, value)
		}
	}
	if section == "" {
		f.checkHeader(line)
	}
	return f
}

var allCategories = []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other}

var sections = []string{"[counted]", "[rules]", "[titles]", "[details]", "[problems]"}

// checkHeader checks the lines before the first section.
func (f *file) checkHeader(line int) {
	for _, name := range []string{"language", "plurals"} {
		if !f.defined[name] {
			f.fault(line, "the line %s = … is missing", name)
		}
	}
}

// read reads a line of a section.
func (f *file) read(line int, section, name, value string) {
	switch section {
	case "":
		f.header(line, name, value)
	case "[counted]":
		word, category, _ := strings.Cut(name, ".")
		i := slices.IndexFunc(f.categories, func(c plural.Form) bool { return strings.ToLower(categoryName(c)) == category })
		if i < 0 {
			f.fault(line, "%s does not end with one of the plural categories above", name)
			return
		}
		f.counted[word] = append(f.counted[word], Form{f.categories[i], value})
	case "[rules]":
		f.add(line, key{code: name}, value)
	case "[titles]":
		known := false
		for _, r := range tree.AllBuiltinProblems() {
			if strconv.Itoa(r.Status) == name {
				known = true
				f.entries = append(f.entries, entry{line, key{kind: ofTitle, code: r.Code}, Message(value)})
			}
		}
		if !known {
			f.fault(line, "no built-in problem has the status %s", name)
		}
	case "[details]":
		f.add(line, key{kind: ofDetail, code: name}, value)
	case "[problems]":
		f.add(line, key{kind: ofTitle, code: name}, value)
	}
}

func (f *file) header(line int, name, value string) {
	switch name {
	case "language":
		tag, err := language.Raw.Parse(value)
		if err != nil || tag == language.Und {
			f.fault(line, "%q is not a language tag of BCP 47", value)
		}
		f.tag = tag
	case "plurals":
		for name := range strings.FieldsSeq(value) {
			i := slices.IndexFunc(allCategories, func(c plural.Form) bool { return strings.ToLower(categoryName(c)) == name })
			if i < 0 {
				f.fault(line, "%s is not a plural category", name)
				continue
			}
			f.categories = append(f.categories, allCategories[i])
		}
		for _, c := range append(categories(f.tag), plural.Other) {
			if !slices.Contains(f.categories, c) {
				f.fault(line, "the language needs the plural category %s", strings.ToLower(categoryName(c)))
			}
		}
	default:
		f.fault(line, "%s is not language or plurals", name)
	}
}

// add adds a message. {min character} in it stands for the forms of a word.
func (f *file) add(line int, k key, value string) {
	before, after, argument, word := cutCounted(value)
	if word == "" {
		f.entries = append(f.entries, entry{line, k, Message(value)})
		return
	}
	if _, _, _, second := cutCounted(after); second != "" {
		f.fault(line, "%q counts twice", k)
	}
	if len(f.counted[word]) == 0 {
		f.fault(line, "%q: [counted] has no word %s", k, word)
		return
	}
	t := Text{by: argument}
	for _, form := range f.counted[word] {
		t.forms = append(t.forms, Form{form.category, before + strings.ReplaceAll(form.text, "{n}", "{"+argument+"}") + after})
	}
	f.entries = append(f.entries, entry{line, k, t})
}

// cutCounted splits a text at {argument word}; the word is "" if there is none.
func cutCounted(s string) (before, after, argument, word string) {
	for from := 0; ; {
		open := strings.IndexByte(s[from:], '{')
		if open < 0 {
			return s, "", "", ""
		}
		open += from
		inside, rest, _ := strings.Cut(s[open+1:], "}")
		if argument, word, ok := strings.Cut(inside, " "); ok && !strings.ContainsAny(inside, "{,;:") && word != "" {
			return s[:open], rest, argument, word
		}
		from = open + 1
	}
}
