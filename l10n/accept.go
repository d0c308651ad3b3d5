package l10n

import "strings"

const (
	// maxHeader is how many bytes of Accept-Language are read. Browsers send less than a
	// hundred.
	maxHeader = 8 << 10
	// maxRanges is how many ranges of Accept-Language are considered.
	maxRanges = 100
)

// languageRange is an element of Accept-Language.
type languageRange struct {
	text   string // RFC 4647 §2.1
	weight int    // in thousandths
}

// preferences has the ranges of a client in their order. The value stays on the stack.
type preferences struct {
	ranges [maxRanges]languageRange
	n      int
	none   bool // no range has the weight 0
}

// read reads the ranges of the lines of Accept-Language. It skips malformed elements: a client
// that sends them has stated no preference with them.
func (w *preferences) read(lines []string) {
	w.none = true
	left := maxHeader
	for _, line := range lines {
		cut := len(line) > left
		if cut {
			line = line[:left]
		}
		left -= len(line)
		for w.n < maxRanges {
			if line = strings.TrimLeft(line, ", \t"); line == "" { // RFC 9110 §5.6.1.2
				break
			}
			element, rest, more := strings.Cut(line, ",")
			if cut && !more {
				break // within an element
			}
			if r, ok := readRange(element); ok {
				w.ranges[w.n] = r
				w.n++
				w.none = w.none && r.weight > 0
			}
			line = rest
		}
	}
}

// readRange parses language-range [ weight ] of RFC 9110 §12.5.4.
func readRange(s string) (r languageRange, ok bool) {
	text, param, weighted := strings.Cut(s, ";")
	r = languageRange{trim(text), 1000}
	if !wellFormed(r.text) {
		return r, false
	}
	if weighted {
		param = trim(param)
		if len(param) < 2 || param[0]|0x20 != 'q' || param[1] != '=' {
			return r, false
		}
		r.weight, ok = readWeight(param[2:])
		return r, ok
	}
	return r, true
}

// trim removes optional white space (RFC 9110 §5.6.3).
func trim(s string) string { return strings.Trim(s, " \t") }

// readWeight parses a qvalue of RFC 9110 §12.4.2 in thousandths.
func readWeight(s string) (weight int, ok bool) {
	if s == "" || s[0] != '0' && s[0] != '1' || len(s) > len("0.000") || len(s) > 1 && s[1] != '.' {
		return 0, false
	}
	weight = int(s[0]-'0') * 1000
	unit := 100
	for i := 2; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		weight += int(s[i]-'0') * unit
		unit /= 10
	}
	return weight, weight <= 1000
}

// wellFormed reports whether s is a language-range of RFC 4647 §2.1.
func wellFormed(s string) bool {
	if s == "*" {
		return true
	}
	for first := true; ; first = false {
		n := 0
		for n < len(s) && s[n] != '-' {
			c := s[n] | 0x20
			if (c < 'a' || c > 'z') && (first || s[n] < '0' || s[n] > '9') {
				return false
			}
			n++
		}
		if n == 0 || n > 8 {
			return false
		}
		if n == len(s) {
			return true
		}
		s = s[n+1:]
	}
}

// preference is the preference for one language.
type preference struct {
	specificity int // the length of the deciding range; 0: there is none
	weight      int
}

func (p preference) excluded() bool { return p.specificity > 0 && p.weight == 0 }

// Lookup returns the supported language that the value of Accept-Language prefers, or the first
// one if it prefers none.
//
// It implements Lookup of RFC 4647 §3.4: ranges are tried in the order of their weights, and
// then in their own order; each is shortened from the right, subtag by subtag, until a language
// matches; * is skipped. A weight of 0 excludes the languages that the range matches or is a
// prefix of, unless a longer range of another weight does too; * with the weight 0 excludes
// languages that no other range leads to. If the first language is excluded as well, the result
// is the next remaining one, or the first if none remains (RFC 9110 §12.5.4 lets a server
// disregard the header then).
//
// One extension is deliberate: most clients name Chinese by region, and most servers by script.
// zh-TW, zh-HK and zh-MO lead to zh-Hant; zh-CN, zh-SG, zh-MY and zh alone lead to zh-Hans; a
// language that matches more than zh takes precedence.
func Lookup(header string, supported []string) string {
	if len(supported) == 0 {
		return ""
	}
	return supported[negotiate([]string{header}, supported, 0)]
}

// negotiate is Lookup for the lines of a header; absent is the index of the tag if the client
// prefers none.
func negotiate(lines, tags []string, absent int) int {
	if len(lines) == 0 {
		return absent
	}
	var w preferences
	w.read(lines)
	var few [32]preference
	said := few[:]
	if len(tags) > len(few) {
		said = make([]preference, len(tags))
	}
	if !w.none {
		w.consider(said, tags)
	}
	best, weight := -1, 0
	for _, r := range w.ranges[:w.n] {
		if r.weight > weight && r.text != "*" {
			if i := match(r.text, tags, said); i >= 0 {
				best, weight = i, r.weight
			}
		}
	}
	if best >= 0 {
		return best
	}
	return w.otherwise(said, tags, absent)
}

// consider records the preference for each tag by the most specific range that matches it; of
// two equally specific ranges, that with the higher weight.
func (w *preferences) consider(said []preference, tags []string) {
	for _, r := range w.ranges[:w.n] {
		for i, tag := range tags {
			if p := &said[i]; covers(r.text, tag) &&
				(len(r.text) > p.specificity || len(r.text) == p.specificity && r.weight > p.weight) {
				*p = preference{len(r.text), r.weight}
			}
		}
	}
}

// otherwise returns the language if no range leads to one.
func (w *preferences) otherwise(said []preference, tags []string, absent int) int {
	if !said[absent].excluded() {
		return absent
	}
	for _, r := range w.ranges[:w.n] {
		if r.text == "*" && r.weight == 0 {
			return absent
		}
	}
	for i := range tags {
		if !said[i].excluded() {
			return i
		}
	}
	return absent
}

// covers reports whether tag is prefix or continues it with a hyphen (RFC 4647 §3.3.1).
func covers(prefix, tag string) bool {
	n := len(prefix)
	return len(tag) >= n && (len(tag) == n || tag[n] == '-') && strings.EqualFold(tag[:n], prefix)
}

// match returns the index of the tag that a range leads to, or -1.
func match(text string, tags []string, said []preference) int {
	i := longest(text, tags, said)
	script := chinese(text)
	if script == "" || i >= 0 && len(tags[i]) > len("zh") {
		return i
	}
	for j, tag := range tags {
		if strings.EqualFold(tag, script) && !said[j].excluded() {
			return j
		}
	}
	return i
}

// longest returns the index of the longest tag that a range becomes when it is shortened, or
// -1.
func longest(text string, tags []string, said []preference) int {
	best, length := -1, 0
	for i, tag := range tags {
		if len(tag) > length && covers(tag, text) && !said[i].excluded() && (len(tag) == len(text) || !single(tag)) {
			best, length = i, len(tag)
		}
	}
	return best
}

// single reports whether a tag ends with a subtag of one character, which shortening removes
// together with the next one.
func single(tag string) bool { return len(tag) < 2 || tag[len(tag)-2] == '-' }

// chinese returns the script of a Chinese range without one.
func chinese(text string) string {
	if !covers("zh", text) {
		return ""
	}
	if len(text) == len("zh") {
		return "zh-Hans"
	}
	second, _, _ := strings.Cut(text[len("zh-"):], "-")
	for _, region := range [...]string{"TW", "HK", "MO"} {
		if strings.EqualFold(second, region) {
			return "zh-Hant"
		}
	}
	for _, region := range [...]string{"CN", "SG", "MY"} {
		if strings.EqualFold(second, region) {
			return "zh-Hans"
		}
	}
	return ""
}
