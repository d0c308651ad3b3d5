package l10n

import (
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// million is the number from which x/text no longer distinguishes whole numbers.
const million = 1_000_000

// count is a JSON number. It selects its own plural form, because x/text accepts no number with
// more digits than a float64.
type count string

// PluralForm implements [plural.Interface].
func (c count) PluralForm(tag language.Tag, _ int) (plural.Form, int) {
	whole, fraction, ok := c.split()
	if !ok {
		return plural.Other, -1
	}
	n := counted(whole)
	return formOf(tag, n, len(fraction), counted(fraction)), n
}

// split returns the digits before and after the point. It returns false if the text is not a
// number or has an exponent.
func (c count) split() (whole, fraction string, ok bool) {
	whole, fraction, pointed := strings.Cut(strings.TrimPrefix(string(c), "-"), ".")
	return whole, fraction, digits(whole) && (!pointed || digits(fraction))
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// counted returns the value of digits. Beyond a million only the last six count, because no
// plural rule considers others.
func counted(digits string) int {
	n := 0
	for i := range len(digits) {
		if n = n*10 + int(digits[i]-'0'); n >= 2*million {
			n = million + n%million
		}
	}
	return n
}

// formOf returns the plural form of a number, given its whole part, the number of its fraction
// digits, and their value.
func formOf(tag language.Tag, whole, places, fraction int) plural.Form {
	short, width := fraction, places // without trailing zeros
	for width > 0 && short%10 == 0 {
		short, width = short/10, width-1
	}
	return plural.Cardinal.MatchPlural(tag, whole, places, width, fraction, short)
}

// numberFormat is the number format of a language. The zero value leaves numbers unchanged.
type numberFormat struct {
	minus, group, point string
	first, next         int // digits in the last group, and in earlier groups
	least               int // minimum digits before the first separator, if there is one
}

// numberFormatOf derives the format from one number that x/text writes, because x/text accepts
// no number with more digits than a float64. English texts are those of the declaration.
func numberFormatOf(tag language.Tag) (f numberFormat) {
	base, _ := tag.Base()
	if base.String() == "en" {
		return f
	}
	if latin, err := tag.SetTypeForKey("nu", "latn"); err == nil {
		tag = latin
	}
	const digit = "0123456789"
	sample := message.NewPrinter(tag).Sprint(number.Decimal(-1234567890.25)) // such as -1.234.567.890,25
	start := strings.IndexAny(sample, digit)
	end := strings.LastIndex(sample, "25")
	if start < 0 || end < 0 {
		return f
	}
	whole := sample[start : strings.LastIndexAny(sample[:end], digit)+1]
	f.minus, f.point = sample[:start], sample[start+len(whole):end]
	groups := strings.FieldsFunc(whole, func(r rune) bool { return r < '0' || r > '9' })
	if n := len(groups); n > 2 {
		f.first, f.next = len(groups[n-1]), len(groups[n-2])
		f.group = whole[len(groups[0]) : strings.Index(whole[len(groups[0]):], groups[1])+len(groups[0])]
	}
	f.least = 1
	switch region, _ := tag.Region(); {
	case base.String() == "es", base.String() == "pl", base.String() == "pt" && region.String() == "PT":
		f.least = 2 // minimumGroupingDigits of CLDR, which x/text ignores: 1234, but 12.345
	}
	return f
}

// append appends a JSON number in the format.
func (f *numberFormat) append(b []byte, text string) []byte {
	whole, fraction, ok := count(text).split()
	if f.point == "" || !ok {
		return append(b, text...)
	}
	if text[0] == '-' {
		b = append(b, f.minus...)
	}
	b = f.grouped(b, whole)
	if fraction != "" {
		b = append(b, f.point...)
		b = append(b, fraction...)
	}
	return b
}

func (f *numberFormat) grouped(b []byte, whole string) []byte {
	if f.first == 0 || len(whole) < f.first+f.least {
		return append(b, whole...)
	}
	for i := range len(whole) {
		if left := len(whole) - i - f.first; i > 0 && left >= 0 && left%f.next == 0 {
			b = append(b, f.group...)
		}
		b = append(b, whole[i])
	}
	return b
}
