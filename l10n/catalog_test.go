package l10n_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/tree"
)

func violation(t testing.TB, languages l10n.Catalog, tag, property, code string, params ...tree.Param) string {
	t.Helper()
	text, ok := speak(t, languages, tag).Violation(property, code, params, tree.Library)
	if !ok {
		return "(nothing)"
	}
	return text
}

func TestApplicationsAddTexts(t *testing.T) {
	languages := l10n.Builtin().
		Add("de", l10n.Texts{
			"even":     l10n.Message("muss gerade sein"),
			"min":      l10n.Message("darf nicht unter {min} liegen"),
			"seats":    l10n.Plural("n", l10n.One("muss {n} Platz haben"), l10n.Other("muss {n} Plätze haben")),
			"price":    l10n.Message("darf höchstens ${max} kosten, ${} oder {max"),
			"repeated": l10n.Message("100 % einmal #"),
		}).
		Override("de", "sku", "pattern", l10n.Message("muss wie ABC-1234 aussehen")).
		Override("de", "sku", "type", l10n.Message("muss ein Text sein")).
		Override("de", "sku", "format.uuid", l10n.Message("muss eine UUID sein")).
		Override("de", "sku", "even", l10n.Message("muss durch {by} teilbar sein"))
	n := func(name, json string) tree.Param { return tree.Param{Name: name, JSON: json} }
	for _, test := range []struct {
		property, code string
		params         []tree.Param
		want           string
	}{
		{"age", "even", nil, "muss gerade sein"},
		{"age", "min", []tree.Param{n("min", "1000")}, "darf nicht unter 1.000 liegen"},
		{"age", "max", []tree.Param{n("max", "5")}, "darf höchstens 5 sein"},
		{"age", "seats", []tree.Param{n("n", "1")}, "muss 1 Platz haben"},
		{"age", "seats", []tree.Param{n("n", "2")}, "muss 2 Plätze haben"},
		{"age", "seats", []tree.Param{n("n", `"x"`)}, "muss x Plätze haben"},
		{"age", "seats", nil, "(nothing)"}, // a text never contains a name in braces
		{"age", "price", []tree.Param{n("max", "100")}, "darf höchstens $100 kosten, ${} oder {max"},
		{"age", "odd", nil, "(nothing)"},
		{"age", "pattern", []tree.Param{tree.TextParam("pattern", "a")}, "muss dem Muster a entsprechen"},
		{"sku", "pattern", []tree.Param{tree.TextParam("pattern", "a")}, "muss wie ABC-1234 aussehen"},
		{"sku", "type.string", nil, "muss ein Text sein"},
		{"age", "type.string", nil, "muss eine Zeichenkette sein"},
		{"sku", "format.uuid", nil, "muss eine UUID sein"},
		{"sku", "format.email", nil, "muss eine E-Mail-Adresse sein"},
		{"sku", "even", []tree.Param{n("by", "2")}, "muss durch 2 teilbar sein"},
		{"sku", "even", nil, "muss gerade sein"}, // its argument is missing: the next text applies
		{"age", "format.own", nil, "ist nicht wohlgeformt"},
		{"", "required", nil, "ist erforderlich"},
		{"age", "repeated", nil, "100 % einmal #"},
	} {
		if got := violation(t, languages, "de", test.property, test.code, test.params...); got != test.want {
			t.Errorf("%s %s%v is %q, want %q", test.property, test.code, test.params, got, test.want)
		}
	}
	if got := violation(t, languages, "fr", "sku", "even"); got != "(nothing)" {
		t.Errorf("French says %q", got)
	}
	if faults := tree.CatalogOf(languages).Faults(); len(faults) > 0 {
		t.Errorf("the faults are %v", faults)
	}
}

func TestProblemsOfTheApplication(t *testing.T) {
	languages := l10n.Builtin().
		Problem("de", "sold", "Verkauft", "Es ist nicht mehr da.").
		Problem("de", "gone", "Weg").
		Add("de", l10n.Texts{"title.not_found": l10n.Message("Nichts da")})
	for _, test := range []struct {
		tag, code, title, detail string
		ok                       bool
	}{
		{"de", "sold", "Verkauft", "Es ist nicht mehr da.", true},
		{"de", "gone", "Weg", "", true},
		{"de", "other", "", "", false},
		{"fr", "sold", "", "", false},
		{"de", "not_found", "Nichts da", "Unter diesem Pfad gibt es nichts.", true},
		{"fr", "not_found", "Introuvable", "Il n'y a rien à ce chemin.", true},
		{"en", "content_too_large", "Content Too Large", "The content of the request is too large.", true},
	} {
		title, detail, ok := titleAndDetail(speak(t, languages, test.tag), test.code, tree.Library)
		if title != test.title || detail != test.detail || ok != test.ok {
			t.Errorf("%s %s is %q, %q, %t", test.tag, test.code, title, detail, ok)
		}
	}
}

// Texts that a region lacks are those of its language.
func TestARegionFallsBackToItsLanguage(t *testing.T) {
	languages := l10n.Builtin().
		Add("de-AT", l10n.Texts{"required": l10n.Message("wird benötigt")}).
		Add("pt-BR", nil)
	if got := violation(t, languages, "de-AT", "", "required"); got != "wird benötigt" {
		t.Error(got)
	}
	if got := violation(t, languages, "de-AT", "", "null"); got != "darf nicht null sein" {
		t.Error(got)
	}
	if got := violation(t, languages, "de", "", "required"); got != "ist erforderlich" {
		t.Error(got)
	}
	if title, _, _ := titleAndDetail(speak(t, languages, "pt-BR"), "not_found", tree.Library); title != "Não encontrado" {
		t.Error(title)
	}
	if missing := languages.Missing("de-AT", "pt-BR"); len(missing) > 0 {
		t.Error(missing)
	}
	// Traditional Chinese does not fall back to simplified.
	if got := violation(t, l10n.Catalog{}.Add("zh-Hant", nil).Add("zh-Hans", l10n.Texts{"a": l10n.Message("b")}), "zh-Hant", "", "a"); got != "(nothing)" {
		t.Error(got)
	}
}

func TestOnlyAndDefault(t *testing.T) {
	all := l10n.Builtin()
	for _, test := range []struct {
		name      string
		languages l10n.Catalog
		tags      string
		fallback  string
	}{
		{"only", all.Only("fr", "en"), "fr en", "en"},
		{"only without the default", all.Only("fr", "de"), "fr de", "fr"},
		{"default before", all.Default("de").Only("fr", "DE"), "fr de", "de"},
		{"default after", all.Only("fr", "de").Default("De"), "fr de", "de"},
		{"own only", l10n.Catalog{}.Add("cs", nil).Add("sk", nil), "cs sk", "cs"},
		{"none", l10n.Catalog{}, "", ""},
	} {
		if got := strings.Join(test.languages.Tags(), " "); got != test.tags {
			t.Errorf("%s: %s, want %s", test.name, got, test.tags)
		}
		locale := tree.CatalogOf(test.languages).Choose([]string{"tlh"})
		if got := locale.Tag(); got != test.fallback {
			t.Errorf("%s: the default is %q, want %q", test.name, got, test.fallback)
		}
		if faults := tree.CatalogOf(test.languages).Faults(); len(faults) > 0 {
			t.Errorf("%s: %v", test.name, faults)
		}
	}
	nothing := tree.CatalogOf(l10n.Catalog{}).Choose(nil)
	if _, ok := nothing.Violation("", "min", nil, tree.Library); ok || nothing.Tag() != "" {
		t.Error("the zero value speaks")
	}
	if _, _, ok := titleAndDetail(nothing, "not_found", tree.Library); ok {
		t.Error("the zero value knows a problem")
	}
	if got := (l10n.Catalog{}).Missing(); len(got) > 0 {
		t.Error(got)
	}
}

func TestMissing(t *testing.T) {
	languages := l10n.Builtin().Only("en", "de", "fr").
		Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}).
		Problem("fr", "sold", "Vendu", "Plus rien.").
		Override("fr", "sku", "pattern", l10n.Message("doit ressembler à ABC-1234"))
	want := []string{"de detail.sold", "de sku: pattern", "de title.sold", "fr even"}
	if got := languages.Missing(); !slices.Equal(got, want) {
		t.Errorf("missing is %q", got)
	}
	if got := languages.Missing("fr"); !slices.Equal(got, want[3:]) {
		t.Errorf("missing in French is %q", got)
	}
	if got := languages.Missing("tlh"); !slices.Equal(got, []string{"tlh is not in the catalog"}) {
		t.Errorf("missing in Klingon is %q", got)
	}
	got := languages.Add("cs", l10n.Texts{"required": l10n.Message("je povinné")}).Missing("cs")
	if len(got) < 60 || slices.Contains(got, "cs required") || !slices.Contains(got, "cs min_length") || !slices.Contains(got, "cs detail.not_found") {
		t.Errorf("missing in Czech is %q", got)
	}
}

// Every method returns a copy, and copies are independent.
func TestCatalogsAreImmutable(t *testing.T) {
	for n := range 12 {
		base := l10n.Builtin().Only("en", "de")
		for i := range n {
			base = base.Add("x-a"+string(rune('a'+i)), nil)
		}
		before := strings.Join(base.Tags(), " ")
		left := base.Add("cs", nil).Add("de", l10n.Texts{"even": l10n.Message("links")})
		right := base.Add("sk", nil).Add("de", l10n.Texts{"even": l10n.Message("rechts")}).Default("de")
		base.Add("nonsense!", nil)
		if got := strings.Join(base.Tags(), " "); got != before || len(tree.CatalogOf(base).Faults()) != 0 {
			t.Errorf("the base has become %s", got)
		}
		if l, r := strings.Join(left.Tags(), " "), strings.Join(right.Tags(), " "); l != before+" cs" || r != before+" sk" {
			t.Errorf("the copies are %s and %s", l, r)
		}
		for want, languages := range map[string]l10n.Catalog{"links": left, "rechts": right, "(nothing)": base} {
			if got := violation(t, languages, "de", "", "even"); got != want {
				t.Errorf("even is %q, want %q", got, want)
			}
		}
		if tree.CatalogOf(base).Choose(nil).Tag() != "en" || tree.CatalogOf(right).Choose(nil).Tag() != "de" {
			t.Error("a default is shared")
		}
	}
	tags := l10n.Builtin().Tags()
	tags[0] = "xx"
	texts := l10n.Texts{"even": l10n.Message("a")}
	forms := []l10n.Form{l10n.One("{n} a"), l10n.Other("{n} b")}
	texts["many"] = l10n.Plural("n", forms...)
	languages := l10n.Builtin().Add("en", texts)
	texts["even"], forms[1] = l10n.Message("b"), l10n.Other("c")
	if l10n.Builtin().Tags()[0] != "en" || violation(t, languages, "en", "", "even") != "a" ||
		violation(t, languages, "en", "", "many", tree.Param{Name: "n", JSON: "2"}) != "2 b" {
		t.Error("a catalogue changes with what it was made from")
	}
}

func TestFaultsOfCatalogs(t *testing.T) {
	b := l10n.Builtin()
	texts := func(key string, text l10n.Text) l10n.Texts { return l10n.Texts{key: text} }
	one, few, many, other := l10n.One("{min} a"), l10n.Few("{min} b"), l10n.Many("{min} c"), l10n.Other("{min} d")
	for _, test := range []struct {
		languages l10n.Catalog
		want      string // "" for none
	}{
		{b.Only(), `Only needs the tag of a language`},
		{b.Only("en", "tlh"), `Only: the catalog has no language "tlh"`},
		{b.Only("en", "de", "EN"), `Only names the language "EN" twice`},
		{b.Default("tlh"), `Default: the catalog has no language "tlh"`},
		{l10n.Catalog{}.Default("en"), `Default: the catalog has no language "en"`},
		{b.Add("", nil), `language "" is not a language tag of BCP 47`},
		{b.Add("de_AT!", nil), `language "de_AT!" is not a language tag of BCP 47`},
		{b.Add("german", nil), `language "german" is not a language tag of BCP 47`},
		{b.Add("und", nil), `language "und" is not a language tag of BCP 47`},
		{b.Add("de", texts("", l10n.Message("a"))), `language "de": text "": no rule has this code`},
		{b.Add("de", texts("Even", l10n.Message("a"))), `language "de": text "Even": no rule has this code`},
		{b.Add("de", texts("type", l10n.Message("a"))), `language "de": text "type": no rule has this code`},
		{b.Add("de", texts("type.intger", l10n.Message("a"))), `language "de": text "type.intger": no rule has this code`},
		{b.Add("de", texts("title.", l10n.Message("a"))), `language "de": text "title.": a problem has no such code`},
		{b.Add("de", texts("detail.A", l10n.Message("a"))), `language "de": text "detail.A": a problem has no such code`},
		{b.Add("de", texts("min_length.one", l10n.Message("a"))), `language "de": text "min_length.one": the singular is a form of min_length; use Plural`},
		{b.Add("de", texts("even", l10n.Text{})), `language "de": text "even": it has no form Other`},
		{b.Add("de", texts("even", l10n.Message(""))), `language "de": text "even": it has no form Other`},
		{b.Add("de", texts("even", l10n.Message("\xff"))), `language "de": text "even": form Other is not text in UTF-8`},
		{b.Add("de", texts("even", l10n.Message("\x00"))), `language "de": text "even": form Other is not text in UTF-8`},
		{b.Add("de", texts("min", l10n.Message("{max}"))), `language "de": text "min": {max} is no argument of this rule, which has {min}`},
		{b.Add("de", texts("required", l10n.Message("{x}"))), `language "de": text "required": {x} is no argument of this rule, which has none`},
		{b.Add("de", texts("no_case", l10n.Message("{x}"))), `language "de": text "no_case": {x} is no argument of this rule, which has {cases}, {closest}`},
		{b.Add("de", texts("min_length", l10n.Plural("max", one, other))), `language "de": text "min_length": it depends on max, which is no argument of this rule, which has {min}`},
		{b.Add("de", texts("min_length", l10n.Plural("min", one))), `language "de": text "min_length": it has no form Other`},
		{b.Add("de", texts("min_length", l10n.Plural("min", other))), `language "de": text "min_length": the language needs a form One`},
		{b.Add("de", texts("min_length", l10n.Plural("min", one, one, other))), `language "de": text "min_length": it has two forms One`},
		{b.Add("de", texts("min_length", l10n.Plural("min", one, few, other))), `language "de": text "min_length": the language has no form Few`},
		{b.Add("de", texts("min_length", l10n.Plural("min", l10n.One(""), other))), `language "de": text "min_length": form One is empty`},
		{b.Add("pl", texts("min_length", l10n.Plural("min", one, few, other))), `language "pl": text "min_length": the language needs a form Many`},
		{b.Add("pl", texts("min_length", l10n.Plural("min", one, few, many, other))), ""},
		{b.Add("ja", texts("min_length", l10n.Plural("min", other))), ""},
		{b.Add("ja", texts("min_length", l10n.Plural("min", one, other))), `language "ja": text "min_length": the language has no form One`},
		{b.Add("cs", texts("min_length", l10n.Plural("min", one, few, other))), ""},
		{b.Add("cs", texts("min_length", l10n.Plural("min", one, few, many, other))), ""}, // many is for fractions
		{b.Override("de", "", "pattern", l10n.Message("a")), `language "de": the code "pattern" of property "" is not that of a rule`},
		{b.Override("de", "sku", "title.sold", l10n.Message("a")), `language "de": the code "title.sold" of property "sku" is not that of a rule`},
		{b.Override("de", "sku", "P", l10n.Message("a")), `language "de": the code "P" of property "sku" is not that of a rule`},
		{b.Override("de", "sku", "pattern", l10n.Message("{x}")), `language "de": text "sku: pattern": {x} is no argument of this rule, which has {pattern}`},
		{b.Override("de", "sku", "type", l10n.Message("a")), ""},
		{b.Problem("de", "Sold", "a"), `language "de": "Sold" is not the code of a problem`},
		{b.Problem("de", "sold", ""), `language "de": text "title.sold": it has no form Other`},
		{b.Problem("de", "sold", "a", ""), `language "de": text "detail.sold": it has no form Other`},
		{b.Problem("de", "sold", "{a}"), ""},
	} {
		var got []string
		for _, f := range tree.CatalogOf(test.languages).Faults() {
			got = append(got, f.Message)
			if !strings.HasPrefix(f.At.String(), "catalog_test.go:") {
				t.Errorf("%s is at %s", f.Message, f.At)
			}
		}
		if text := strings.Join(got, "\n"); text != test.want {
			t.Errorf("the faults are %q, want %q", text, test.want)
		}
	}
}

// All faults of a call are reported, and earlier valid texts are kept.
func TestFaultsAreCollected(t *testing.T) {
	languages := l10n.Builtin().Only("en", "de").
		Add("de", l10n.Texts{"min": l10n.Message("{a}"), "max": l10n.Message("{b}"), "even": l10n.Message("c")}).
		Default("fr")
	if faults := tree.CatalogOf(languages).Faults(); len(faults) != 3 {
		t.Errorf("the faults are %v", faults)
	}
	if got := violation(t, languages, "de", "", "min", tree.Param{Name: "min", JSON: "1"}); got != "muss mindestens 1 sein" {
		t.Error(got)
	}
}
