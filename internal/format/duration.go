package format

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
)

// DurationPattern says in a regular expression what [ParseDuration] accepts, without its bounds.
const (
	DurationPattern = `^-?P(?:[0-9]+W|[0-9]+D(?:` + durationClock + `)?|` + durationClock + `)$`
	durationClock   = `T(?:[0-9]+H(?:[0-9]+M(?:` + durationSecs + `)?)?|[0-9]+M(?:` + durationSecs + `)?|` + durationSecs + `)`
	durationSecs    = `[0-9]+(?:\.[0-9]{1,9})?S`
)

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

// ParseDuration returns a duration without years and months (ISO 8601): one of RFC 3339 appendix A,
// which may have a minus sign, and up to nine digits of a fraction of the seconds.
func ParseDuration(s string) (time.Duration, bool) {
	s, negative := strings.CutPrefix(s, "-")
	var fraction uint64 // of a second, in nanoseconds
	if whole, rest, ok := strings.Cut(s, "."); ok {
		n := digits(rest)
		if n == 0 || n > 9 || rest[n:] != "S" {
			return 0, false
		}
		for i := range 9 {
			fraction *= 10
			if i < n {
				fraction += uint64(rest[i] - '0')
			}
		}
		s = whole + "S"
	}
	if !Duration(s) {
		return 0, false
	}
	most := uint64(math.MaxInt64)
	if negative {
		most++
	}
	var total, n uint64
	clock := false
	for _, c := range []byte(s[1:]) {
		if c >= '0' && c <= '9' {
			if n > math.MaxInt64/100 {
				return 0, false
			}
			n = n*10 + uint64(c-'0')
			continue
		}
		unit, ok := unitOf(c, clock)
		if !ok {
			return 0, false
		}
		clock = clock || c == 'T'
		if unit > 0 && n > (most-total)/uint64(unit) {
			return 0, false
		}
		total, n = total+n*uint64(unit), 0
	}
	if fraction > most-total {
		return 0, false
	}
	if total += fraction; negative {
		return -time.Duration(total), true // also of the least one, which has no positive
	}
	return time.Duration(total), true
}

// unitOf returns the duration of the unit that a letter stands for; clock reports whether it
// follows the T.
func unitOf(c byte, clock bool) (time.Duration, bool) {
	switch {
	case c == 'T':
		return 0, true
	case c == 'W':
		return 7 * 24 * time.Hour, true
	case c == 'D':
		return 24 * time.Hour, true
	case c == 'H':
		return time.Hour, true
	case c == 'M' && clock:
		return time.Minute, true
	case c == 'S':
		return time.Second, true
	}
	return 0, false // a year or a month
}

// AppendDuration appends a duration in hours, minutes and seconds.
func AppendDuration(b []byte, d time.Duration) []byte {
	n := uint64(d)
	if d < 0 {
		b, n = append(b, '-'), -n
	}
	b = append(b, "PT"...)
	const second = uint64(time.Second)
	h, m, s, fraction := n/(3600*second), n/(60*second)%60, n/second%60, n%second
	// RFC 3339 requires the units between the first and the last.
	if h > 0 {
		b = append(strconv.AppendUint(b, h, 10), 'H')
	}
	if m > 0 || h > 0 && n%(60*second) > 0 {
		b = append(strconv.AppendUint(b, m, 10), 'M')
	}
	if n%(60*second) == 0 && n > 0 {
		return b
	}
	b = strconv.AppendUint(b, s, 10)
	if fraction > 0 {
		digits := strconv.AppendUint(nil, second+fraction, 10) // with its zeros, after a 1
		b = append(append(b, '.'), bytes.TrimRight(digits[1:], "0")...)
	}
	return append(b, 'S')
}
