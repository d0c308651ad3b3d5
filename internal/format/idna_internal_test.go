package format

import (
	"strings"
	"testing"
)

// encodePunycode follows RFC 3492, section 6.3.
func encodePunycode(label []rune) string {
	var out strings.Builder
	for _, r := range label {
		if r < 0x80 {
			out.WriteRune(r)
		}
	}
	basic := out.Len()
	if basic > 0 {
		out.WriteByte('-')
	}
	bias, delta := 72, 0
	for next, done := rune(0x80), basic; done < len(label); next++ {
		least := rune(0x7FFFFFFF)
		for _, r := range label {
			if r >= next {
				least = min(least, r)
			}
		}
		delta += int(least-next) * (done + 1)
		next = least
		for _, r := range label {
			if r < next {
				delta++
			}
			if r != next {
				continue
			}
			q := delta
			for k := 36; ; k += 36 {
				t := min(max(k-bias, 1), 26)
				if q < t {
					out.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[q])
					break
				}
				out.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[t+(q-t)%(36-t)])
				q = (q - t) / (36 - t)
			}
			bias = punycodeBias(delta, done+1, done == basic)
			delta = 0
			done++
		}
		delta++
	}
	return out.String()
}

func FuzzPunycodeIsReversible(f *testing.F) {
	for _, s := range []string{"bcher-kva", "r8jz45g", "j50i", "LL-0ea", "9caaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "99999999", "-a", "a-", "n3h", "bücher", "例え", "\U0010FFFFa", "aaa\U0010FFFF\u0080"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > maxLabel-len("xn--") {
			return
		}
		var u uLabel
		if isLDH(s) {
			if u.decode(s) && encodePunycode(u.all()) != strings.ToLower(s) {
				t.Errorf("%q decodes to %q, which encodes to %q", s, string(u.all()), encodePunycode(u.all()))
			}
			return
		}
		label := []rune(strings.ToLower(s))
		for _, r := range label {
			if r < 0x80 && !isAlnum(byte(r)) && r != '-' {
				return
			}
		}
		coded := encodePunycode(label)
		if len(coded) > maxLabel-len("xn--") {
			return
		}
		if !u.decode(coded) || string(u.all()) != string(label) {
			t.Errorf("%q encodes to %q, which decodes to %q", string(label), coded, string(u.all()))
		}
	})
}

func isLDH(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && s[i] != '-' {
			return false
		}
	}
	return true
}
