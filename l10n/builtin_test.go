package l10n_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/tree"
)

func speak(t testing.TB, languages l10n.Catalog, tag string) tree.Locale {
	t.Helper()
	l := tree.CatalogOf(languages).Choose([]string{tag})
	if l.Tag() != tag {
		t.Fatalf("%s is answered in %q", tag, l.Tag())
	}
	return l
}

func number(name, json string) []tree.Param { return []tree.Param{{Name: name, JSON: json}} }

func TestBuiltinLanguages(t *testing.T) {
	want := strings.Fields("en de fr es it pt nl pl ru uk tr ar hi id vi zh-Hans zh-Hant ja ko")
	if got := l10n.Builtin().Tags(); !slices.Equal(got, want) {
		t.Errorf("the languages are %v", got)
	}
	if got := tree.CatalogOf(l10n.Builtin()).Choose(nil).Tag(); got != "en" {
		t.Errorf("the default is %s", got)
	}
}

func TestNothingIsMissing(t *testing.T) {
	for _, lack := range l10n.Builtin().Missing() {
		t.Error(lack)
	}
	if faults := tree.CatalogOf(l10n.Builtin()).Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}

// counts has a number of every plural category of any language.
var counts = []string{"0", "1", "2", "3", "4", "5", "10", "11", "12", "14", "20", "21", "22", "25", "99", "100", "101", "102", "103", "111", "121", "1000000", "1.5"}

func TestEveryMessageIsTranslated(t *testing.T) {
	english := speak(t, l10n.Builtin(), "en")
	for _, tag := range l10n.Builtin().Tags() {
		locale := speak(t, l10n.Builtin(), tag)
		for _, code := range message.Codes() {
			names := message.Names(message.Template(code))
			var params []tree.Param
			for _, name := range names {
				params = append(params, tree.TextParam(name, "⟦"+name+"⟧"))
			}
			text, ok := locale.Violation("", code, params, tree.Library)
			said, _ := english.Violation("", code, params, tree.Library)
			checkSentence(t, tag, code, text, ok)
			if text == said && tag != "en" {
				t.Errorf("%s %s is English: %s", tag, code, text)
			}
			if strings.Count(text, "⟦") != len(names) {
				t.Errorf("%s %s has other arguments: %s", tag, code, text)
			}
			for _, name := range names {
				if !strings.Contains(text, "⟦"+name+"⟧") {
					t.Errorf("%s %s lacks %s: %s", tag, code, name, text)
				}
			}
			for _, n := range counts {
				for i := range params {
					params[i].JSON = n
				}
				text, ok := locale.Violation("", code, params, tree.Library)
				checkSentence(t, tag, code+" "+n, text, ok)
				if len(names) > 0 && !strings.ContainsAny(text, "0123456789") && (n != "1" && n != "2" || tag != "ar") {
					t.Errorf("%s %s %s has no number: %s", tag, code, n, text)
				}
			}
		}
	}
}

func checkSentence(t *testing.T, tag, what, text string, ok bool) {
	t.Helper()
	if !ok || text == "" || strings.ContainsAny(text, "{}#\x00") || strings.TrimSpace(text) != text || strings.Contains(text, "  ") ||
		strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "...") {
		t.Errorf("%s %s is %q, %t", tag, what, text, ok)
	}
}

// alike has texts that are equal in two languages.
var alike = map[string]bool{"nl: Conflict": true}

func TestEveryBuiltinProblemIsTranslated(t *testing.T) {
	english := speak(t, l10n.Builtin(), "en")
	for _, tag := range l10n.Builtin().Tags() {
		locale := speak(t, l10n.Builtin(), tag)
		for _, r := range tree.AllBuiltinProblems() {
			title, detail, ok := titleAndDetail(locale, r.Code, tree.Library)
			saidTitle, saidDetail, _ := titleAndDetail(english, r.Code, tree.Library)
			if !ok || title == "" || strings.ContainsAny(title, "{}.。।") || !strings.ContainsAny(detail[max(0, len(detail)-len("。")):], ".。।") {
				t.Errorf("%s %s is %q: %q", tag, r.Code, title, detail)
			}
			if tag != "en" && (title == saidTitle && !alike[tag+": "+title] || detail == saidDetail) {
				t.Errorf("%s %s is English: %q: %q", tag, r.Code, title, detail)
			}
			if tag == "en" && (detail != r.Detail || title == "") {
				t.Errorf("%s in English is %q: %q", r.Code, title, detail)
			}
			for _, name := range []string{"Idempotency-Key", "If-Match", "If-Unmodified-Since"} {
				if strings.Contains(r.Detail, name) != strings.Contains(detail, name) {
					t.Errorf("%s %s does not name %s: %s", tag, r.Code, name, detail)
				}
			}
		}
	}
}

func titleAndDetail(l tree.Locale, code string, by tree.Author) (title, detail string, ok bool) {
	title, ok = l.Title(code, by)
	detail, _ = l.Detail(code, nil, by)
	return title, detail, ok
}

func TestEveryDetailIsTranslated(t *testing.T) {
	for _, tag := range l10n.Builtin().Tags() {
		locale := speak(t, l10n.Builtin(), tag)
		for _, d := range tree.AllDetails() {
			names := message.Names(d.Text)
			var params []tree.Param
			for _, name := range names {
				params = append(params, tree.TextParam(name, "⟦"+name+"⟧"))
			}
			text, ok := locale.Detail(d.Key, params, tree.Library)
			said := message.Fill(d.Text, params)
			sentence := strings.HasSuffix(said, ".")
			if !ok || strings.ContainsAny(text, "{}%\x00") && !strings.Contains(d.Text, "percent-encoding") || strings.TrimSpace(text) != text ||
				strings.HasSuffix(text, ".") != (sentence && !strings.HasSuffix(text, "。") && !strings.HasSuffix(text, "।")) {
				t.Errorf("%s %s is %q, %t", tag, d.Key, text, ok)
			}
			if (text == said) != (tag == "en") {
				t.Errorf("%s %s is %s in English: %s", tag, d.Key, said, text)
			}
			if strings.Count(text, "⟦") != len(names) {
				t.Errorf("%s %s has other arguments: %s", tag, d.Key, text)
			}
			for _, word := range []string{"⟦types⟧", "⟦header⟧", "⟦offset⟧", "&", "UTF-8", "JSON", "Idempotency-Key", "If-Match", "ASCII", "255", "Authorization"} {
				if strings.Contains(said, word) && !strings.Contains(text, word) {
					t.Errorf("%s %s does not say %s: %s", tag, d.Key, word, text)
				}
			}
		}
	}
}

// The problem types of package render are translated; in English they are unchanged.
func TestProblemTypesAreTranslated(t *testing.T) {
	for _, tag := range l10n.Builtin().Tags() {
		locale := speak(t, l10n.Builtin(), tag)
		for _, p := range problem.Declared() {
			f := p.Data()
			title, ok := locale.Title(f.Code, tree.Library)
			if !ok || (title == f.Title) != (tag == "en") {
				t.Errorf("%s %s is %q, %t", tag, f.Code, title, ok)
			}
			detail, ok := locale.Detail(f.Code, nil, tree.Library)
			if ok != (f.Detail != "") || ok && (detail == f.Detail) != (tag == "en") {
				t.Errorf("%s %s is %q, %t", tag, f.Code, detail, ok)
			}
		}
	}
}

// A problem type of an application may have the code of a built-in one: the library's texts do
// not apply to it, those of Add and Problem do.
func TestLibraryTextsAreForBuiltinProblems(t *testing.T) {
	for _, code := range []string{"not_found", "conflict", "no_such_entity", "json_syntax"} {
		for _, tag := range []string{"en", "de"} {
			if title, detail, ok := titleAndDetail(speak(t, l10n.Builtin(), tag), code, tree.Application); ok || title != "" || detail != "" {
				t.Errorf("%s %s is %q: %q", tag, code, title, detail)
			}
		}
	}
	languages := l10n.Builtin().Problem("de", "conflict", "Belegt", "Der Platz ist belegt.")
	for _, by := range []tree.Author{tree.Application, tree.Library} {
		if title, detail, ok := titleAndDetail(speak(t, languages, "de"), "conflict", by); !ok || title != "Belegt" || detail != "Der Platz ist belegt." {
			t.Errorf("%d: %q: %q", by, title, detail)
		}
	}
}

// English texts of an application are unchanged. In other languages it has none, so that those
// of the library apply.
func TestEnglishTextsOfApplicationsAreUnchanged(t *testing.T) {
	for tag, want := range map[string]bool{"en": false, "de": true} {
		if text, ok := speak(t, l10n.Builtin(), tag).Violation("", "min", number("min", "5"), tree.Application); ok != want {
			t.Errorf("%s says %q", tag, text)
		}
	}
	languages := l10n.Builtin().Add("en", l10n.Texts{"min": l10n.Message("is below {min}")})
	for _, by := range []tree.Author{tree.Application, tree.Library} {
		if text, _ := speak(t, languages, "en").Violation("", "min", number("min", "5"), by); text != "is below 5" {
			t.Errorf("%d: %q", by, text)
		}
	}
}

// Examples and JSON terms in texts are the same in all languages.
func TestExamplesAreTheSameInEveryLanguage(t *testing.T) {
	for _, tag := range l10n.Builtin().Tags() {
		locale := speak(t, l10n.Builtin(), tag)
		for code, words := range map[string]string{
			"null": "null", "type.boolean": "true false", "encoding": "UTF-8", "any": "JSON",
			"format.uuid": "UUID 123e4567-e89b-12d3-a456-426614174000", "format.uri": "URI https://example.com/a",
			"format.uri-reference": "URI /a?b=c", "format.hostname": "www.example.com", "format.date": "2006-01-02",
			"format.date-time": "2006-01-02T15:04:05Z", "format.time": "15:04:05Z", "format.duration": "P1DT2H30M",
			"format.ip": "IP", "format.ipv4": "IPv4 192.0.2.1", "format.ipv6": "IPv6 2001:db8::1", "format.cidr": "IP 192.0.2.0/24",
			"format.decimal": "12.50", "format.base64": "aGVsbG8=", "format.integer": `"42"`,
		} {
			text, _ := locale.Violation("", code, nil, tree.Library)
			for word := range strings.FieldsSeq(words) {
				if !strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
					t.Errorf("%s %s does not say %s: %s", tag, code, word, text)
				}
			}
		}
	}
}

// The English texts are those that clients have received so far, byte for byte.
func TestEnglishIsUnchanged(t *testing.T) {
	english := speak(t, l10n.Builtin(), "en")
	for _, code := range message.Codes() {
		names := message.Names(message.Template(code))
		for _, json := range append(slices.Clone(counts), "1e400", "1.0", "10", "-5", "1000000", "9007199254740993", "true", "null",
			`"a, \"b\""`, `["x","y,z",["n"]]`, `[1,2.5]`, `[]`, `"\u00e9"`) {
			var params []tree.Param
			for _, name := range names {
				params = append(params, tree.Param{Name: name, JSON: json})
			}
			want := message.English(code, params)
			if got, ok := english.Violation("", code, params, tree.Library); !ok || got != want {
				t.Errorf("%s of %s is %q, %t, want %q", code, json, got, ok, want)
			}
		}
	}
}

func TestPluralForms(t *testing.T) {
	for _, test := range []struct {
		tag, code, param string
		want             map[string]string
	}{
		{"de", "min_items", "min", map[string]string{
			"0": "muss mindestens 0 Elemente haben", "1": "muss mindestens 1 Element haben", "2": "muss mindestens 2 Elemente haben",
			"21": "muss mindestens 21 Elemente haben", "1000": "muss mindestens 1.000 Elemente haben",
		}},
		{"fr", "min_length", "min", map[string]string{
			"0": "doit avoir au moins 0 caractère", "1": "doit avoir au moins 1 caractère", "2": "doit avoir au moins 2 caractères",
		}},
		{"pt", "min_length", "min", map[string]string{"0": "deve ter no mínimo 0 caractere", "2": "deve ter no mínimo 2 caracteres"}},
		{"pl", "min_length", "min", map[string]string{
			"0": "musi mieć co najmniej 0 znaków", "1": "musi mieć co najmniej 1 znak", "2": "musi mieć co najmniej 2 znaki",
			"5": "musi mieć co najmniej 5 znaków", "12": "musi mieć co najmniej 12 znaków", "21": "musi mieć co najmniej 21 znaków",
			"22": "musi mieć co najmniej 22 znaki", "112": "musi mieć co najmniej 112 znaków", "1.5": "musi mieć co najmniej 1,5 znaku",
			"1000": "musi mieć co najmniej 1000 znaków", "12345": "musi mieć co najmniej 12\u00a0345 znaków",
			"1000022": "musi mieć co najmniej 1\u00a0000\u00a0022 znaki",
		}},
		{"ru", "max_length", "max", map[string]string{
			"0": "должно содержать не более 0 символов", "1": "должно содержать не более 1 символа", "2": "должно содержать не более 2 символов",
			"11": "должно содержать не более 11 символов", "21": "должно содержать не более 21 символа",
			"111": "должно содержать не более 111 символов", "1000021": "должно содержать не более 1\u00a0000\u00a0021 символа",
			"1.5": "должно содержать не более 1,5 символа",
		}},
		{"uk", "min_items", "min", map[string]string{
			"1": "має містити щонайменше 1 елемент", "3": "має містити щонайменше 3 елементи", "5": "має містити щонайменше 5 елементів",
			"13": "має містити щонайменше 13 елементів", "21": "має містити щонайменше 21 елемент", "1.5": "має містити щонайменше 1,5 елемента",
		}},
		{"ar", "min_length", "min", map[string]string{
			"0": "يجب أن يحتوي على 0 حرف على الأقل", "1": "يجب أن يحتوي على حرف واحد على الأقل", "2": "يجب أن يحتوي على حرفين على الأقل",
			"3": "يجب أن يحتوي على 3 أحرف على الأقل", "11": "يجب أن يحتوي على 11 حرفًا على الأقل", "100": "يجب أن يحتوي على 100 حرف على الأقل",
			"103": "يجب أن يحتوي على 103 أحرف على الأقل", "1000003": "يجب أن يحتوي على 1,000,003 أحرف على الأقل",
		}},
		{"hi", "min_items", "min", map[string]string{
			"0": "कम से कम 0 आइटम होना चाहिए", "1": "कम से कम 1 आइटम होना चाहिए", "2": "कम से कम 2 आइटम होने चाहिए",
		}},
		{"ja", "min_length", "min", map[string]string{"1": "1 文字以上である必要があります", "2": "2 文字以上である必要があります"}},
	} {
		locale := speak(t, l10n.Builtin(), test.tag)
		for n, want := range test.want {
			if got, _ := locale.Violation("", test.code, number(test.param, n), tree.Library); got != want {
				t.Errorf("%s %s of %s is %q, want %q", test.tag, test.code, n, got, want)
			}
		}
	}
}

func TestNumbersAreWrittenAsTheLanguageDoes(t *testing.T) {
	for _, test := range []struct{ tag, json, want string }{
		{"en", "1000000", "1000000"},
		{"en", "0.1", "0.1"},
		{"de", "0", "0"},
		{"de", "999", "999"},
		{"de", "1000", "1.000"},
		{"de", "1000000", "1.000.000"},
		{"de", "-1000", "-1.000"},
		{"de", "-0.50", "-0,50"},
		{"de", "9007199254740993", "9.007.199.254.740.993"},
		{"de", "0.1", "0,1"},
		{"de", "0.1234567890123456789", "0,1234567890123456789"},
		{"de", "123456789012345678901234567890.5", "123.456.789.012.345.678.901.234.567.890,5"},
		{"de", "1e400", "1e400"},
		{"de", "-1.5E-7", "-1.5E-7"},
		{"fr", "1234567.5", "1\u00a0234\u00a0567,5"},
		{"es", "1234", "1234"},
		{"es", "12345", "12.345"},
		{"pl", "1234", "1234"},
		{"hi", "1234567", "12,34,567"},
		{"hi", "1234567890.25", "1,23,45,67,890.25"},
		{"ar", "1234567.5", "1,234,567.5"},
		{"ar", "-5", "\u200e-5"},
		{"ja", "1234567", "1,234,567"},
		{"zh-Hant", "1234567.5", "1,234,567.5"},
	} {
		want, _ := speak(t, l10n.Builtin(), test.tag).Violation("", "min", []tree.Param{tree.TextParam("min", test.want)}, tree.Library)
		if got, _ := speak(t, l10n.Builtin(), test.tag).Violation("", "min", number("min", test.json), tree.Library); got != want {
			t.Errorf("%s: %q, want %q", test.tag, got, want)
		}
	}
	for tag, want := range map[string]string{"de-CH": "1’234.5", "pt-PT": "1234,5", "en-GB": "1234.5", "fa": "1,234.5", "x-own": "1,234.5"} {
		languages := l10n.Builtin().Add(tag, l10n.Texts{"min": l10n.Message("{min}")})
		if got, _ := speak(t, languages, tag).Violation("", "min", number("min", "1234.5"), tree.Library); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}

func TestListsAndTextsStandAsTheyAre(t *testing.T) {
	values := tree.TextsParam("values", []string{"a", "b, c", `d"e`, "[x]", `back\slash`, "", "{min}"})
	for _, test := range []struct {
		tag, code string
		param     tree.Param
		want      string
	}{
		{"de", "one_of", values, `muss einer der folgenden Werte sein: a, b, c, d"e, [x], back\slash, "", {min}`},
		{"ja", "one_of", values, `次のいずれかの値である必要があります: a、b, c、d"e、[x]、back\slash、""、{min}`},
		{"zh-Hans", "one_of", tree.Param{Name: "values", JSON: "[1000, 2.5,null,true]"}, "必须是以下值之一：1000、2.5、null、true"},
		{"ar", "one_of", tree.TextsParam("values", []string{"a", "b"}), "يجب أن يكون إحدى القيم التالية: a، b"},
		{"de", "one_of", tree.Param{Name: "values", JSON: "[]"}, "muss einer der folgenden Werte sein: "},
		{"de", "one_of", tree.Param{Name: "values", JSON: `[["a","b"],{"c":1}]`}, "muss einer der folgenden Werte sein: a, b, {c:1}"},
		{"fr", "pattern", tree.TextParam("pattern", `^[a-z]{3}\d$`), `doit correspondre au motif ^[a-z]{3}\d$`},
		{"fr", "pattern", tree.TextParam("pattern", `${x} {pattern}`), `doit correspondre au motif ${x} {pattern}`},
	} {
		got, ok := speak(t, l10n.Builtin(), test.tag).Violation("", test.code, []tree.Param{test.param}, tree.Library)
		if !ok || got != test.want {
			t.Errorf("%s: %q, want %q", test.tag, got, test.want)
		}
	}
}

func TestLanguagesAreSharedBetweenRequests(t *testing.T) {
	languages := l10n.Builtin().Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")}) // not used yet
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				locale := tree.CatalogOf(languages).Choose([]string{"de"})
				if got, _ := locale.Violation("", "min_items", number("min", "2"), tree.Library); got != "muss mindestens 2 Elemente haben" {
					t.Error(got)
				}
			}
		})
	}
	all.Wait()
}

func BenchmarkViolation(b *testing.B) {
	for _, tag := range []string{"en", "ru"} {
		b.Run(tag, func(b *testing.B) {
			locale := speak(b, l10n.Builtin(), tag)
			params := number("min", "1000000")
			b.ReportAllocs()
			for b.Loop() {
				locale.Violation("name", "min_length", params, tree.Library)
			}
		})
	}
}
