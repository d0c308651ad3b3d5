package l10n

import (
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// million is where x/text stops to tell whole numbers apart.
const million = 1_000_000

// count is a number as JSON has it. It chooses its own plural form, because
// x/text takes no number of more digits than a float64 has.
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

// split returns the digits before and after the point, and false for what is no
// number or has an exponent.
func (c count) split() (whole, fraction string, ok bool) {
	whole, fraction, pointed := strings.Cut(strings.TrimPrefix(string(c), "-"), ".")
	return whole, fraction, digits(whole) && (!pointed || digits(fraction))
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// counted is the value of digits, of which only the last six count beyond a
// million: no plural rule looks further.
func counted(digits string) int {
	n := 0
	for i := range len(digits) {
		if n = n*10 + int(digits[i]-'0'); n >= 2*million {
			n = million + n%million
		}
	}
	return n
}

// formOf is the plural form of a number: its whole part, and how many digits it
// has after the point, and their value.
func formOf(tag language.Tag, whole, places, fraction int) plural.Form {
	short, width := fraction, places // without the zeros at its end
	for width > 0 && short%10 == 0 {
		short, width = short/10, width-1
	}
	return plural.Cardinal.MatchPlural(tag, whole, places, width, fraction, short)
}

// numberFormat is how a language writes numbers. The zero value leaves them as they
// are.
type numberFormat struct {
	minus, group, point string
	first, next         int // digits in the last group, and in those before it
	least               int // digits before the first separator, where there is one
}

// numberFormatOf asks x/text how it writes one number, for it takes none of more
// digits than a float64 has. English texts are those of the declaration.
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
		f.least = 2 // minimumGroupingDigits of CLDR, which x/text passes over: 1234, but 12.345
	}
	return f
}

// append writes a number that JSON has as text.
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
