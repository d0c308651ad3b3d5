package format

import "strings"

// Duration reports whether s is a duration as RFC 3339, appendix A, narrows ISO
// 8601: P4DT12H30M5S, PT36H or P2W. Units stand in their order, in upper case, and
// without a gap (P1Y2D is none, P1Y0M2D is), numbers are whole, and weeks stand
// alone. Numbers have no upper bound.
func Duration(s string) bool {
	if s == "" || s[0] != 'P' {
		return false
	}
	s = s[1:]
	if rest, ok := cutUnits(s, "W"); ok {
		return rest == ""
	}
	rest, hasDate := cutUnits(s, "YMD")
	if rest == "" {
		return hasDate
	}
	if rest[0] != 'T' {
		return false
	}
	rest, ok := cutUnits(rest[1:], "HMS")
	return ok && rest == ""
}

// cutUnits cuts the longest run of numbers with units, each unit the next one
// after that of the number before, off the front of s. ok is whether there was any.
func cutUnits(s, units string) (rest string, ok bool) {
	for from, to := 0, len(units); ; {
		n := digits(s)
		if n == 0 || n == len(s) {
			return s, ok
		}
		unit := strings.IndexByte(units[from:to], s[n])
		if unit < 0 {
			return s, ok
		}
		s, ok = s[n+1:], true
		from += unit + 1
		to = min(from+1, len(units))
	}
}
