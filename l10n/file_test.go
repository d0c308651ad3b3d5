package l10n_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/tree"
)

const czech = `# Czech
language = cs
plurals = one few many other

[counted]
character.one = {n} znak
character.few = {n} znaky
character.many = {n} znaku
character.other = {n} znaků

[rules]
required = je povinné
min_length = musí mít alespoň {min character}
pattern = musí odpovídat vzoru {pattern}
even = musí být sudé; viz {a b, c}

[titles]
404 = Nenalezeno

[details]
not_found = Na této cestě = nic není.

[problems]
sold_out = Vyprodáno
`

func TestALanguageFileAddsMessages(t *testing.T) {
	for _, text := range []string{czech, strings.ReplaceAll(czech, "\n", "\r\n")} {
		languages := l10n.Builtin().Parse("cs.txt", text)
		if faults := tree.CatalogOf(languages).Faults(); len(faults) > 0 {
			t.Fatal(faults)
		}
		cs := speak(t, languages, "cs")
		for _, test := range []struct{ code, param, json, want string }{
			{"required", "", "", "je povinné"},
			{"min_length", "min", "1", "musí mít alespoň 1 znak"},
			{"min_length", "min", "3", "musí mít alespoň 3 znaky"},
			{"min_length", "min", "5", "musí mít alespoň 5 znaků"},
			{"min_length", "min", "1.5", "musí mít alespoň 1,5 znaku"},
			{"pattern", "pattern", `"a b"`, "musí odpovídat vzoru a b"},
			{"even", "", "", "musí být sudé; viz {a b, c}"},
		} {
			got, ok := cs.Violation("", test.code, number(test.param, test.json), tree.Application)
			if !ok || got != test.want {
				t.Errorf("%s of %s: %q, %t", test.code, test.json, got, ok)
			}
		}
		if title, detail, _ := titleAndDetail(cs, "not_found", tree.Library); title != "Nenalezeno" || detail != "Na této cestě = nic není." {
			t.Errorf("%q: %q", title, detail)
		}
		if title, _, _ := titleAndDetail(cs, "sold_out", tree.Application); title != "Vyprodáno" {
			t.Error(title)
		}
	}
}

func TestFaultsOfALanguageFile(t *testing.T) {
	const head = "language = cs\nplurals = one few other\n"
	for _, test := range []struct{ text, want string }{
		{"", "0: the line language = … is missing|0: the line plurals = … is missing"},
		{"language = cs\n[rules]\n", "2: the line plurals = … is missing"},
		{"language = Czech!\nplurals = other\n", `1: "Czech!" is not a language tag of BCP 47`},
		{"language = cs\nplurals = one other\n", "2: the language needs the plural category few"},
		{"language = cs\nplurals = one few other some\n", "2: some is not a plural category"},
		{head + "author = me\n", "3: author is not language or plurals"},
		{head + "[words]\n", "3: [words] is not one of the sections [counted], [rules], [titles], [details], [problems]"},
		{head + "[rules]\nrequired: a\n", "4: the line is not of the form key = text"},
		{head + "[rules]\nrequired = \n", "4: the line is not of the form key = text"},
		{head + "[rules]\n required = a\n", "4: the line is not of the form key = text"},
		{head + "[rules]\nrequired = a\t\n", "4: the line is not of the form key = text"},
		{head + "[rules]\nrequired = a\n\n# b\nrequired = c\n", "7: required is defined twice"},
		{head + "[rules]\nrequierd! = a\n", `4: "requierd!": no rule has this code`},
		{head + "[rules]\nmin = {max}\n", `4: "min": {max} is no argument of this rule, which has {min}`},
		{head + "[rules]\nmin_length = {min letter}\n", `4: "min_length": [counted] has no word letter`},
		{head + "[counted]\na.one = {n} a\na.few = {n} b\n[rules]\nmin_length = {min a}\n", `7: "min_length": it has no form Other`},
		{head + "[counted]\na.one = {n} a\na.other = {n} b\n[rules]\nmin_length = {min a}\n", `7: "min_length": the language needs a form Few`},
		{head + "[counted]\na.many = {n} a\n", "4: a.many does not end with one of the plural categories above"},
		{head + "[counted]\na.other = {n} a\n[rules]\nmin_length = {min a} {min a}\n", `6: "min_length" counts twice|6: "min_length": the language needs a form One`},
		{head + "[titles]\n418 = a\n", "4: no built-in problem has the status 418"},
		{head + "[details]\nJSON = a\n", `4: "detail.JSON": a problem has no such code`},
		{head + "[details]\njson_syntax = {byte}\n", `4: "detail.json_syntax": {byte} is no argument of this rule, which has {offset}`},
		{head + "[rules]\neven = \xff\n", `4: "even": form Other is not text in UTF-8`},
	} {
		languages := l10n.Builtin().Parse("cs.txt", test.text)
		var got []string
		for _, f := range tree.CatalogOf(languages).Faults() {
			got = append(got, strings.TrimPrefix(f.Message, "cs.txt:"))
			if !strings.HasPrefix(f.At.String(), "file_test.go:") {
				t.Errorf("%s is at %s", f.Message, f.At)
			}
		}
		if text := strings.Join(got, "|"); text != test.want {
			t.Errorf("the faults of %q are\n%s, want\n%s", test.text, text, test.want)
		}
		if len(languages.Tags()) != len(l10n.Builtin().Tags()) {
			t.Errorf("%q adds a language all the same", test.text)
		}
	}
}
