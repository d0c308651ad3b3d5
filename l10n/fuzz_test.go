package l10n_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/l10n"
)

// naive implements RFC 4647 §3.4 literally, for headers that exclude nothing.
func naive(header string, supported []string) string {
	element := regexp.MustCompile(`^[ \t]*(\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)[ \t]*(?:;[ \t]*[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$`)
	type ranged struct {
		text   string
		weight float64
	}
	var ranges []ranged
	for e := range strings.SplitSeq(header, ",") {
		m := element.FindStringSubmatch(e)
		if m == nil {
			continue
		}
		r := ranged{m[1], 1}
		if m[2] != "" {
			r.weight, _ = strconv.ParseFloat(m[2], 64)
		}
		ranges = append(ranges, r)
	}
	slices.SortStableFunc(ranges, func(a, b ranged) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	for _, r := range ranges {
		subtags := strings.Split(r.text, "-")
		for len(subtags) > 0 && r.text != "*" && r.weight > 0 {
			if i := slices.IndexFunc(supported, func(s string) bool { return strings.EqualFold(s, strings.Join(subtags, "-")) }); i >= 0 {
				return supported[i]
			}
			for subtags = subtags[:len(subtags)-1]; len(subtags) > 0 && len(subtags[len(subtags)-1]) == 1; {
				subtags = subtags[:len(subtags)-1]
			}
		}
	}
	return supported[0]
}

func FuzzAcceptLanguage(f *testing.F) {
	for _, header := range []string{
		"", "de", "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7", "*", "sr-Latn-RS-x-a-b", "de;q=0", "pt;q=0.5,pt-BR;q=0.4",
		"de;q=1.001", "de-*", ",,", "\xff", "q=0;q=0", "de;q=0.000,*", "DE-at-1996-x-y", "de-1-a-b", "a-b",
	} {
		f.Add(header)
	}
	supported := []string{"en", "de", "de-AT", "fr", "pt-BR", "sr-Latn", "x-own-tag", "de-1-a", "a"}
	f.Fuzz(func(t *testing.T, header string) {
		got := l10n.Lookup(header, supported)
		if !slices.Contains(supported, got) {
			t.Fatalf("Lookup(%q) = %q", header, got)
		}
		if again := l10n.Lookup(header+",", supported); len(header) < 8<<10 && again != got {
			t.Errorf("Lookup(%q) is %s, and with an empty element %s", header, got, again)
		}
		if excludes := regexp.MustCompile(`=0(\.0*)?[ \t]*(,|$)`).MatchString(header); excludes || len(header) > 8<<10 || strings.Count(header, ",") > 99 {
			return
		}
		if want := naive(header, supported); got != want {
			t.Errorf("Lookup(%q) = %s, want %s", header, got, want)
		}
	})
}
