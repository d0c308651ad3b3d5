package l10n_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/tree"
)

func TestLookup(t *testing.T) {
	for _, test := range []struct {
		header    string
		supported string // the first is the default
		want      string
	}{
		// RFC 4647 §3.4: shortened from the right, subtag by subtag.
		{"zh-Hant-CN-x-private1-private2", "en zh-Hant-CN-x-private1", "zh-Hant-CN-x-private1"},
		{"zh-Hant-CN-x-private1-private2", "en zh-Hant-CN", "zh-Hant-CN"},
		{"zh-Hant-CN-x-private1-private2", "en zh-Hant", "zh-Hant"},
		{"zh-Hant-CN-x-private1-private2", "en zh", "zh"},
		{"zh-Hant-CN-x-private1-private2", "en zh zh-Hant", "zh-Hant"},
		{"zh-Hant-CN-x-private1-private2", "en", "en"},
		{"fr-FR, zh-Hant", "ja zh-Hant", "zh-Hant"},
		{"fr-FR, zh-Hant", "ja zh-Hant fr", "fr"},
		{"fr-FR, zh-Hant", "ja de", "ja"},
		{"de-CH-1996", "en de-CH de", "de-CH"},
		{"de", "en de-CH", "en"}, // a range does not match longer tags
		{"de-1", "en de", "de"},
		{"deu", "en de", "en"},
		{"d", "en de", "en"},
		{"de-x-dutch", "en de-x de", "de"}, // a single letter is removed with the next subtag
		{"de-x", "en de-x de", "de-x"},
		{"de-1-a-b-dutch", "en de-1 de-1-a de", "de"},

		// The wildcard.
		{"*", "en de", "en"},
		{"*, de", "en de", "de"},
		{"*, de;q=0.1", "en de", "de"},
		{"fr, *;q=0.5", "en de", "en"},
		{"de;q=0.2, *;q=0.5", "en de", "de"},

		// Weights.
		{"da, en-gb;q=0.8, en;q=0.7", "fr en", "en"},
		{"da, en-gb;q=0.8, en;q=0.7", "fr en da", "da"},
		{"en;q=0.7, de;q=0.8", "fr en de", "de"},
		{"en;q=0.8, de;q=0.8", "fr en de", "en"},
		{"de;q=0.8, en;q=0.8", "fr en de", "de"},
		{"en;q=0.001, de;q=0.002", "fr en de", "de"},
		{"en;q=0.999, de", "fr en de", "de"},
		{"en;q=1.000, de", "fr en de", "en"},
		{"en;q=1., de", "fr en de", "en"},
		{"en;q=0., de;q=0.1", "fr en de", "de"},
		{"en ; q=0.5 , de\t;\tQ=0.6", "fr en de", "de"},

		// Weight 0 excludes.
		{"en;q=0", "en de", "de"},
		{"en;q=0.000", "en de", "de"},
		{"en;q=0, *", "en de", "de"},
		{"en;q=0, de;q=0", "en de", "en"}, // no language remains: as without the header
		{"en;q=0, *;q=0", "en de", "en"},
		{"*;q=0", "en de", "en"},
		{"de, *;q=0", "en de", "de"},
		{"de-CH, *;q=0", "en de", "de"},
		{"de-CH, de;q=0", "en de", "en"},
		{"de-CH, de;q=0", "en de de-CH", "de-CH"},
		{"de;q=0, de-CH;q=0.5", "en de de-CH", "de-CH"},
		{"de;q=0, de-CH-1996", "en de de-CH", "en"}, // a longer range does not apply to de-CH
		{"de-CH;q=0, de-CH-1996", "en de de-CH", "de"},
		{"de-CH;q=0, de", "en de de-CH", "de"},
		{"de;q=0, de", "en de", "de"},
		{"en;q=0, fr;q=0", "fr en de", "de"},

		// Case does not matter, and the result has the spelling of the server.
		{"DE-ch", "en de-CH", "de-CH"},
		{"ZH-HANT", "en zh-Hant", "zh-Hant"},
		{"zh-hans-cn", "en zh-Hans", "zh-Hans"},

		// Malformed elements are skipped.
		{"", "en de", "en"},
		{",,, ,de,", "en de", "de"},
		{"de;q=2, en;q=0.1", "fr en de", "en"},
		{"de;q=1.001, en;q=0.1", "fr en de", "en"},
		{"de;q=0.1234, en;q=0.1", "fr en de", "en"},
		{"de;q=, en;q=0.1", "fr en de", "en"},
		{"de;q, en;q=0.1", "fr en de", "en"},
		{"de;q=.5, en;q=0.1", "fr en de", "en"},
		{"de;q=-1, en;q=0.1", "fr en de", "en"},
		{"de;q=0,5, en;q=0.1", "fr en de", "en"},
		{"de;q=0.5;q=0.6, en;q=0.1", "fr en de", "en"},
		{"de;level=1, en;q=0.1", "fr en de", "en"},
		{"de; q = 0.9, en;q=0.1", "fr en de", "en"},
		{"de_DE, en;q=0.1", "fr en de", "en"},
		{"de-, en;q=0.1", "fr en de", "en"},
		{"-de, en;q=0.1", "fr en de", "en"},
		{"de--CH, en;q=0.1", "fr en de", "en"},
		{"de-*, en;q=0.1", "fr en de", "en"},
		{"1de, en;q=0.1", "fr en de", "en"},
		{"de-toolongsubtag, en;q=0.1", "fr en de", "en"},
		{"dé, en;q=0.1", "fr en de", "en"},
		{"de fr, en;q=0.1", "fr en de", "en"},
		{"\"de\", en;q=0.1", "fr en de", "en"},
		{"de\x00, en;q=0.1", "fr en de", "en"},

		// Chinese, beyond RFC 4647.
		{"zh-TW", "en zh-Hans zh-Hant", "zh-Hant"},
		{"zh-HK", "en zh-Hans zh-Hant", "zh-Hant"},
		{"zh-mo", "en zh-Hans zh-Hant", "zh-Hant"},
		{"zh-CN", "en zh-Hant zh-Hans", "zh-Hans"},
		{"zh-SG", "en zh-Hant zh-Hans", "zh-Hans"},
		{"zh", "en zh-Hant zh-Hans", "zh-Hans"},
		{"zh-CN,zh;q=0.9,en;q=0.8", "en zh-Hant zh-Hans", "zh-Hans"},
		{"zh-TW,zh;q=0.9,en;q=0.8", "en zh-Hans zh-Hant", "zh-Hant"},
		{"zh-Hant-HK", "en zh-Hans zh-Hant", "zh-Hant"},
		{"zh-Hans-TW", "en zh-Hant zh-Hans", "zh-Hans"},
		{"zh-TW", "en zh-Hant zh-TW", "zh-TW"},
		{"zh-TW", "en zh zh-Hant", "zh-Hant"},
		{"zh-TW", "en zh zh-Hans", "zh"},
		{"zh-TW", "en zh-Hans", "en"},
		{"zh-yue", "en zh-Hans zh-Hant", "en"},
		{"zhx", "en zh-Hans", "en"},
		{"zh-TW, zh-Hant;q=0, de;q=0.1", "en zh-Hans zh-Hant de", "de"},
		{"zh;q=0, de;q=0.1", "en zh-Hans zh-Hant de", "de"},
		{"zh;q=0, zh-TW", "en zh-Hans zh-Hant", "en"},
	} {
		if got := l10n.Lookup(test.header, strings.Fields(test.supported)); got != test.want {
			t.Errorf("Lookup(%q, %s) = %s, want %s", test.header, test.supported, got, test.want)
		}
	}
	if got := l10n.Lookup("de", nil); got != "" {
		t.Errorf("without a language: %q", got)
	}
}

// Forty languages do not fit on the stack of [l10n.Lookup].
func TestManyLanguages(t *testing.T) {
	tags := make([]string, 40)
	for i := range tags {
		tags[i] = "x-" + string([]byte{'a' + byte(i/10), '0' + byte(i%10)})
	}
	if got := l10n.Lookup("x-d9;q=0, x-d8;q=0.1", tags); got != "x-d8" {
		t.Errorf("Lookup is %s", got)
	}
	if got := l10n.Lookup("x-a0;q=0", tags); got != "x-a1" {
		t.Errorf("Lookup is %s", got)
	}
}

// Text beyond the bounds is ignored, and an element across a bound is not read in part.
func TestLongHeadersAreReadInPart(t *testing.T) {
	long := func(n int) string { return strings.Repeat("fr,", n) }
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"99 ranges before", []string{long(99) + "de"}, "de"},
		{"100 ranges before", []string{long(100) + "de"}, "en"},
		{"in another line", []string{"fr, it", "", "de"}, "de"},
		{"100 ranges before, in another line", []string{long(100), "de"}, "en"},
		{"ends with the bound", []string{strings.Repeat(" ", 8<<10-2) + "de"}, "de"},
		{"ends beyond the bound", []string{strings.Repeat(" ", 8<<10-2) + "de-CH"}, "en"},
		{"begins beyond the bound", []string{strings.Repeat(" ", 8<<10), "de"}, "en"},
		{"no lines", nil, "en"},
	} {
		languages := l10n.Builtin().Only("en", "de")
		if got := tree.CatalogOf(languages).Choose(test.lines).Tag(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

var hostile = map[string]string{
	"ranges":    strings.Repeat("a,", 2500),
	"excluding": strings.Repeat("a;q=0,", 833),
	"one range": strings.Repeat("a-", 2499) + "a",
	"prefixes":  strings.Repeat("zh-Hant-TW-x-a,", 333),
	"weights":   "en;q=" + strings.Repeat("0", 4995),
	"semicolon": strings.Repeat(";", 5000),
	"commas":    strings.Repeat(",", 5000),
	"spaces":    strings.Repeat(" ", 5000),
}

func TestChoosingDoesNotAllocate(t *testing.T) {
	languages := tree.CatalogOf(l10n.Builtin())
	headers := map[string]string{"simple": "de", "browser": "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7", "excluding": "de;q=0, *"}
	for name, header := range hostile {
		headers["hostile "+name] = header
	}
	for name, header := range headers {
		lines := []string{header}
		if n := allocs.Least(func() { languages.Choose(lines) }); n != 0 {
			t.Errorf("%s: %d allocations", name, n)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	languages := tree.CatalogOf(l10n.Builtin())
	headers := map[string]string{"simple": "de", "browser": "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7"}
	for name, header := range hostile {
		headers["hostile "+name] = header
	}
	for name, header := range headers {
		b.Run(name, func(b *testing.B) {
			lines := []string{header}
			b.ReportAllocs()
			for b.Loop() {
				languages.Choose(lines)
			}
		})
	}
}
