package l10n

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Catalog is a set of languages with their messages. The zero value has none; [Builtin]
// has those of the library. A Catalog is immutable and safe for concurrent use.
type Catalog struct{ core }

type core = tree.CatalogCore

// catalogData is the content of a catalog; copies share it.
type catalogData struct {
	languages []*messages
	tags      []string // of the languages
	locales   []locale // in each of the languages
	fallback  int      // the index of the default language
	faults    []tree.Fault
}

// edit returns a changed copy of c.
func (c Catalog) edit(change func(*catalogData)) Catalog {
	var s catalogData
	if d := c.data(); d != nil {
		s = *d
	}
	s.languages = slices.Clone(s.languages)
	s.faults = slices.Clip(s.faults)
	change(&s)
	s.tags, s.locales = make([]string, len(s.languages)), make([]locale, len(s.languages))
	for i, t := range s.languages {
		s.tags[i], s.locales[i] = t.tag, locale{&s, t}
	}
	return Catalog{tree.CatalogCoreOf(&s)}
}

// data returns the content of the catalog; nil for the zero value.
func (c Catalog) data() *catalogData {
	d, _ := tree.CatalogOf(c).(*catalogData)
	return d
}

// broken returns a copy with a fault.
func (c Catalog) broken(f tree.Fault) Catalog {
	return c.edit(func(s *catalogData) { s.faults = append(s.faults, f) })
}

// find returns the index of a language, or -1.
func (c Catalog) find(tag string) int {
	if c.data() == nil {
		return -1
	}
	return slices.IndexFunc(c.data().tags, func(t string) bool { return strings.EqualFold(t, tag) })
}

// Only returns a catalog with the languages of the tags, in that order. If the default is
// not among them, the first becomes the default.
func (c Catalog) Only(tags ...string) Catalog {
	var kept []*messages
	for _, tag := range tags {
		i := c.find(tag)
		switch {
		case i < 0:
			return c.broken(tree.Faultf("Only: the catalog has no language %q", tag))
		case slices.Contains(kept, c.data().languages[i]):
			return c.broken(tree.Faultf("Only names the language %q twice", tag))
		}
		kept = append(kept, c.data().languages[i])
	}
	if len(kept) == 0 {
		return c.broken(tree.Faultf("Only needs the tag of a language"))
	}
	return c.edit(func(s *catalogData) {
		s.fallback = max(0, slices.Index(kept, s.languages[s.fallback]))
		s.languages = kept
	})
}

// Default sets the language for clients that prefer none of the catalog. The default is
// English.
func (c Catalog) Default(tag string) Catalog {
	i := c.find(tag)
	if i < 0 {
		return c.broken(tree.Faultf("Default: the catalog has no language %q", tag))
	}
	return c.edit(func(s *catalogData) { s.fallback = i })
}

// Add adds texts to a language, which may be new; they replace those under the same keys.
// The language tag is one of BCP 47, such as cs or pt-BR. Texts that pt-BR lacks are those
// of pt, if the catalog has it.
func (c Catalog) Add(tag string, texts Texts) Catalog {
	said := make(map[key]Text, len(texts))
	var faults []tree.Fault
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if what := nameFault(name); what != "" {
			faults = append(faults, tree.Faultf("language %q: text %q: %s", tag, name, what))
			continue
		}
		said[keyOf(name)] = texts[name]
	}
	return c.with(tag, said, faults)
}

// Override sets the text of a rule for one property: by its name in documents and
// requests, in every collection. The code is that of a rule, such as pattern; type and
// format stand for all keys that begin so.
func (c Catalog) Override(tag, property, code string, text Text) Catalog {
	var faults []tree.Fault
	if known := nameFault(code) == "" && keyOf(code).kind == ofRule || code == "type"; !known || property == "" {
		faults = append(faults, tree.Faultf("language %q: the code %q of property %q is not that of a rule", tag, code, property))
	}
	return c.with(tag, map[key]Text{{ofProperty, property, code}: text}, faults)
}

// Problem sets the title of a problem type of the application, and optionally the detail of
// all its occurrences.
func (c Catalog) Problem(tag, code, title string, detail ...string) Catalog {
	var faults []tree.Fault
	if !validCode(code) {
		faults = append(faults, tree.Faultf("language %q: %q is not the code of a problem", tag, code))
	}
	said := map[key]Text{{kind: ofTitle, code: code}: Message(title)}
	if len(detail) > 0 {
		said[key{kind: ofDetail, code: code}] = Message(strings.Join(detail, " "))
	}
	return c.with(tag, said, faults)
}

// with adds texts to a language, or faults.
func (c Catalog) with(tag string, said map[key]Text, faults []tree.Fault) Catalog {
	is, err := language.Raw.Parse(tag)
	if err != nil || is == language.Und {
		faults = append(faults, tree.Faultf("language %q is not a language tag of BCP 47", tag))
	}
	if len(faults) == 0 {
		for _, k := range slices.SortedFunc(maps.Keys(said), func(a, b key) int { return strings.Compare(a.String(), b.String()) }) {
			if what := said[k].fault(is, arguments(k)); what != "" {
				faults = append(faults, tree.Faultf("language %q: text %q: %s", tag, k, what))
			}
		}
	}
	return c.edit(func(s *catalogData) {
		s.faults = append(s.faults, faults...)
		if len(faults) > 0 {
			return
		}
		if i := c.find(tag); i >= 0 {
			s.languages[i] = s.languages[i].with(said)
			return
		}
		s.languages = append(s.languages, newMessages(is, commaOf(is), func() map[key]Text { return said }))
	})
}

// nameFault returns the fault of a key of [Texts], or "".
func nameFault(name string) string {
	k := keyOf(name)
	switch {
	case k.kind == ofTitle || k.kind == ofDetail:
		if !validCode(k.code) {
			return "a problem has no such code"
		}
	case strings.HasSuffix(name, ".one"):
		return "the singular is a form of " + strings.TrimSuffix(name, ".one") + "; use Plural"
	case message.Template(name) == "" && !validCode(name) || name == "type":
		return "no rule has this code"
	}
	return ""
}

// validCode reports whether s can be the code of a custom rule or a problem.
func validCode(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// arguments returns the arguments that the text of a key may name; nil if the library does
// not know them.
func arguments(k key) []string {
	switch k.kind {
	case ofTitle:
		return nil
	case ofDetail:
		for _, d := range tree.AllDetails() {
			if d.Key == k.code {
				return append([]string{}, message.Names(d.Text)...)
			}
		}
		return nil
	}
	if !message.Reserved(k.code) {
		return nil
	}
	return append([]string{}, message.Names(message.Template(k.code))...)
}

// commaOf returns the separator of a list.
func commaOf(tag language.Tag) string {
	switch base, _ := tag.Base(); base.String() {
	case "zh", "ja":
		return "、"
	case "ar", "fa", "ur":
		return "، "
	}
	return ", "
}

// Tags returns the tags of the languages.
func (c Catalog) Tags() []string {
	if c.data() == nil {
		return nil
	}
	return slices.Clone(c.data().tags)
}

// Missing returns the texts that the languages of the tags lack, or all languages if none
// is given: each entry is a tag and a key, such as "de even". A language must have the
// texts of the library, and those of the application in any other language. English, the
// language of declarations, lacks nothing.
func (c Catalog) Missing(tags ...string) (missing []string) {
	if len(tags) == 0 {
		tags = c.Tags()
	}
	wanted := libraryKeys()
	if c.data() != nil {
		for _, t := range c.data().languages {
			for k := range t.texts() {
				wanted[k] = true
			}
		}
	}
	for _, tag := range tags {
		i := c.find(tag)
		if i < 0 {
			missing = append(missing, tag+" is not in the catalog")
			continue
		}
		t := c.data().languages[i]
		if t.english() {
			continue
		}
		var lacks []string
		for k := range wanted {
			if c.data().speaker(t, k) == nil {
				lacks = append(lacks, t.tag+" "+k.String())
			}
		}
		slices.Sort(lacks)
		missing = append(missing, lacks...)
	}
	return missing
}

// libraryKeys returns the keys of all texts of the library.
func libraryKeys() map[key]bool {
	keys := map[key]bool{}
	for _, code := range message.Codes() {
		keys[key{code: code}] = true
	}
	for _, r := range tree.AllBuiltinProblems() {
		keys[key{kind: ofTitle, code: r.Code}] = true
		keys[key{kind: ofDetail, code: r.Code}] = true
	}
	for _, d := range tree.AllDetails() {
		keys[key{kind: ofDetail, code: d.Key}] = true
	}
	for _, p := range problem.Declared() {
		keys[key{kind: ofTitle, code: p.Data().Code}] = true
	}
	return keys
}

// Faults implements [tree.Catalog].
func (s *catalogData) Faults() []tree.Fault { return s.faults }
