package format

import (
	"strings"
	"unicode"
)

// The parameters of Punycode, RFC 3492, section 5, that more than one function needs.
const (
	punycodeBase = 36
	punycodeMin  = 1
	punycodeMax  = 26
)

// uLabel is a decoded A-label. An A-label has at most 59 octets after xn--, and
// each of them decodes to at most one code point.
type uLabel struct {
	runes [maxLabel]rune
	n     int
}

func (u *uLabel) all() []rune { return u.runes[:u.n] }

// at returns the code point at i, or 0, which no label has, beyond either end.
func (u *uLabel) at(i int) rune {
	if i < 0 || i >= u.n {
		return 0
	}
	return u.runes[i]
}

// isALabel reports whether s, the part of a label after xn--, is the Punycode of
// a label that IDNA 2008 allows (RFC 5891, sections 4.2 and 5.4): hyphens and marks
// in their places, code points allowed by RFC 5892, context rules kept.
//
// Three rules need tables that the standard library does not have, and are left to the
// registries that enforce them: stability under NFKC beyond capital letters, the joining types
// around a zero width non-joiner (only its script is checked), and the bidirectional rule of
// RFC 5893.
func isALabel(s string) bool {
	var u uLabel
	if !u.decode(s) {
		return false
	}
	first, last := u.at(0), u.at(u.n-1)
	if first == '-' || last == '-' || u.at(2) == '-' && u.at(3) == '-' || unicode.Is(unicode.M, first) {
		return false
	}
	ascii := true
	for i, r := range u.all() {
		if r < 0x80 {
			continue // a letter, a digit or a hyphen, as in any host name
		}
		ascii = false
		if !u.allowed(i, r) {
			return false
		}
	}
	return !ascii
}

// decode follows RFC 3492, section 6.2. Letters of the basic code points are
// lowered, since an A-label means the same in either case.
func (u *uLabel) decode(s string) bool {
	const (
		firstPoint, firstBias = 0x80, 72
		// Beyond every step from one code point to another in a full label.
		maxDelta = unicode.MaxRune * (maxLabel + 1)
	)
	// A delimiter without basic code points before it is no encoder's output.
	switch d := strings.LastIndexByte(s, '-'); {
	case d == 0:
		return false
	case d > 0:
		for ; u.n < d; u.n++ {
			u.runes[u.n] = rune(lower(s[u.n]))
		}
		s = s[d+1:]
	}
	point, at, bias := firstPoint, 0, firstBias
	for s != "" {
		delta, weight := int64(0), int64(1)
		for k := punycodeBase; ; k += punycodeBase {
			if s == "" {
				return false
			}
			digit := punycodeDigit(s[0])
			s = s[1:]
			if digit > 0 && weight > maxDelta {
				return false
			}
			delta += int64(digit) * weight
			t := min(max(k-bias, punycodeMin), punycodeMax)
			if digit < t {
				break
			}
			weight *= int64(punycodeBase - t)
		}
		if delta > maxDelta {
			return false
		}
		u.n++
		bias = punycodeBias(int(delta), u.n, at == 0)
		at += int(delta)
		point += at / u.n
		if point > unicode.MaxRune {
			return false
		}
		at %= u.n
		copy(u.runes[at+1:u.n], u.runes[at:u.n-1])
		u.runes[at] = rune(point)
		at++
	}
	return true
}

// punycodeBias follows RFC 3492, section 6.1.
func punycodeBias(delta, n int, first bool) (bias int) {
	const skew, damp, span = 38, 700, punycodeBase - punycodeMin
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	for delta += delta / n; delta > span*punycodeMax/2; bias += punycodeBase {
		delta /= span
	}
	return bias + (span+1)*delta/(delta+skew)
}

// punycodeDigit returns the value of c, which is a letter or a digit, since only
// those and hyphens are in the label, and no hyphen is left.
func punycodeDigit(c byte) int {
	if isDigit(c) {
		return int(c-'0') + 26
	}
	return int(lower(c) - 'a')
}

// allowed reports whether r, not ASCII, may stand at i (RFC 5892, section 2).
func (u *uLabel) allowed(i int, r rune) bool {
	switch r {
	case 0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007: // PVALID by exception
		return true
	case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B: // DISALLOWED by exception
		return false
	case 0x200C: // zero width non-joiner; appendix A.1
		return isVirama(u.at(i-1)) || u.joins(i, -1) && u.joins(i, +1)
	case 0x200D: // zero width joiner; A.2
		return isVirama(u.at(i - 1))
	case 0x00B7: // middle dot; A.3
		return u.at(i-1) == 'l' && u.at(i+1) == 'l'
	case 0x0375: // Greek keraia; A.4
		return unicode.Is(unicode.Greek, u.at(i+1))
	case 0x05F3, 0x05F4: // Hebrew geresh and gershayim; A.5, A.6
		return unicode.Is(unicode.Hebrew, u.at(i-1))
	case 0x30FB: // Katakana middle dot; A.7
		return u.any(func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) })
	}
	switch {
	case 0x0660 <= r && r <= 0x0669: // Arabic-Indic digits; A.8
		return !u.any(func(r rune) bool { return 0x06F0 <= r && r <= 0x06F9 })
	case 0x06F0 <= r && r <= 0x06F9: // extended Arabic-Indic digits; A.9
		return !u.any(func(r rune) bool { return 0x0660 <= r && r <= 0x0669 })
	case 0x1100 <= r && r <= 0x11FF, 0xA960 <= r && r <= 0xA97F, 0xD7B0 <= r && r <= 0xD7FF: // old Hangul jamo; 2.9
		return false
	}
	return unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd)
}

func (u *uLabel) any(is func(rune) bool) bool {
	for _, r := range u.all() {
		if is(r) {
			return true
		}
	}
	return false
}

// joins reports whether the nearest code point from i in direction step that is
// no mark belongs to a cursive script.
func (u *uLabel) joins(i, step int) bool {
	for i += step; unicode.Is(unicode.Mn, u.at(i)); i += step {
	}
	return unicode.In(u.at(i), unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Mandaic, unicode.Adlam)
}

// isVirama reports whether r has the canonical combining class 9 (Unicode 15).
func isVirama(r rune) bool {
	switch r {
	case 0x094D, 0x09CD, 0x0A4D, 0x0ACD, 0x0B4D, 0x0BCD, 0x0C4D, 0x0CCD, 0x0D3B, 0x0D3C, 0x0D4D, 0x0DCA,
		0x0E3A, 0x0EBA, 0x0F84, 0x1039, 0x103A, 0x1714, 0x1715, 0x1734, 0x17D2, 0x1A60, 0x1B44, 0x1BAA, 0x1BAB,
		0x1BF2, 0x1BF3, 0x2D7F, 0xA806, 0xA82C, 0xA8C4, 0xA953, 0xA9C0, 0xAAF6, 0xABED,
		0x10A3F, 0x11046, 0x11070, 0x1107F, 0x110B9, 0x11133, 0x11134, 0x111C0, 0x11235, 0x112EA, 0x1134D,
		0x11442, 0x114C2, 0x115BF, 0x1163F, 0x116B6, 0x1172B, 0x11839, 0x1193D, 0x1193E, 0x119E0, 0x11A34,
		0x11A47, 0x11A99, 0x11C3F, 0x11D44, 0x11D45, 0x11D97, 0x11F41, 0x11F42:
		return true
	}
	return false
}
