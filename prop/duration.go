package prop

import (
	"math"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/ir"
)

// Time declares a time of day with an offset (RFC 3339 full-time), with an upper-case Z and no
// leap second. It is a string, because Go has no type for it.
func Time(name string) *StringProp[string] {
	return textType[string](name, ir.Text{Format: "time", Pattern: format.TimePattern}, format.Time)
}

// Duration declares a duration (RFC 3339 appendix A) in whole seconds, such as PT2H30M or P1W.
// A day has 24 hours. Years and months are rejected, because their length is not fixed, and so
// are durations beyond a time.Duration, about 292 years. Durations are written in hours,
// minutes and seconds.
func Duration(name string) *ScalarProp[time.Duration] {
	how := codec.NotationOf(parseDuration, appendDuration)
	how.Ordering = codec.Durations()
	return scalar[time.Duration](name, "duration", durationPattern, how)
}

// durationPattern is the format without years and months (RFC 3339 appendix A).
const (
	durationPattern = `^P(?:[0-9]+W|[0-9]+D(?:` + durationClock + `)?|` + durationClock + `)$`
	durationClock   = `T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)`
)

func parseDuration(s string) (time.Duration, bool) {
	if !format.Duration(s) {
		return 0, false
	}
	var total, n int64
	clock := false
	for _, c := range []byte(s[1:]) {
		if c >= '0' && c <= '9' {
			if n > math.MaxInt64/100 {
				return 0, false
			}
			n = n*10 + int64(c-'0')
			continue
		}
		unit, ok := unitOf(c, clock)
		if !ok {
			return 0, false
		}
		clock = clock || c == 'T'
		if unit > 0 && n > (math.MaxInt64-total)/int64(unit) {
			return 0, false
		}
		total, n = total+n*int64(unit), 0
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

func appendDuration(b []byte, d time.Duration) ([]byte, bool) {
	if d < 0 || d%time.Second != 0 {
		return append(b, d.String()...), false
	}
	b = append(b, "PT"...)
	h, m, s := int64(d/time.Hour), int64(d%time.Hour/time.Minute), int64(d%time.Minute/time.Second)
	// RFC 3339 requires the units between the first and the last.
	if h > 0 {
		b = append(strconv.AppendInt(b, h, 10), 'H')
	}
	if m > 0 || h > 0 && s > 0 {
		b = append(strconv.AppendInt(b, m, 10), 'M')
	}
	if s > 0 || h == 0 && m == 0 {
		b = append(strconv.AppendInt(b, s, 10), 'S')
	}
	return b, true
}
