package format

import "time"

// DatePattern and DateTimePattern say in a regular expression what [ParseDate]
// and [ParseDateTime] accept, except that they know no calendar: they let
// 2026-02-30 pass. ECMA-262, with and without its u flag, and RE2 read them alike.
const (
	DatePattern     = `^` + datePart + `$`
	DateTimePattern = `^` + datePart + `T` + hourMinute + `:[0-5][0-9](?:\.[0-9]{1,6})?(?:Z|[+-]` + hourMinute + `)$`

	datePart   = `[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])`
	hourMinute = `(?:[01][0-9]|2[0-3]):[0-5][0-9]`
)

const (
	dateLen     = len("2006-01-02")
	clockLen    = len("15:04:05")
	maxFraction = 6 // digits of a second in a date-time
)

// ParseDate returns midnight UTC of the full-date s (RFC 3339, section 5.6):
// 2006-01-02, a day that the proleptic Gregorian calendar has, in the years 0000
// to 9999.
func ParseDate(s string) (time.Time, bool) {
	if len(s) != dateLen {
		return time.Time{}, false
	}
	year, month, day, ok := civil(s)
	if !ok {
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), true
}

// ParseDateTime returns the instant, in UTC, of the date-time s (RFC 3339, section
// 5.6), with T and Z in upper case, seconds up to 59, at most six fractional digits
// and an offset of at most 23:59 either way. The instant of a text in the year 0000
// or 9999 can lie outside those years; see [DateTimeInRange].
func ParseDateTime(s string) (time.Time, bool) {
	if len(s) < dateLen+1 || s[dateLen] != 'T' {
		return time.Time{}, false
	}
	year, month, day, ok := civil(s[:dateLen])
	if !ok {
		return time.Time{}, false
	}
	c, ok := parseClock(s[dateLen+1:])
	if !ok || c.fraction > maxFraction {
		return time.Time{}, false
	}
	// time.Date carries minutes below 0 and above 59 over, and so the offset.
	return time.Date(year, time.Month(month), day, c.hour, c.min-c.offset, c.sec, c.nsec, time.UTC), true
}

// Time reports whether s is a full-time (RFC 3339, section 5.6) with Z in upper
// case and seconds up to 59: 15:04:05Z, 15:04:05.25+01:00. The number of fractional
// digits has no upper bound, since the text is kept as it is.
func Time(s string) bool {
	_, ok := parseClock(s)
	return ok
}

// DateTimeInRange reports whether t, in UTC, lies in the years 0000 to 9999, the
// ones that a date-time can write.
func DateTimeInRange(t time.Time) bool {
	year := t.UTC().Year()
	return 0 <= year && year <= 9999
}

// AppendDate appends the calendar day of t, in t's own location, as a full-date:
// 2006-01-02. The year must be in 0..9999; outside, the text is no full-date.
func AppendDate(b []byte, t time.Time) []byte {
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, time.DateOnly)
	}
	return appendCivil(b, year, int(month), day)
}

// AppendDateTime appends t in UTC as a date-time of fixed width, so that texts
// sort as their instants do: 2006-01-02T15:04:05.000000Z. What is finer than a
// microsecond is cut off. t must be in range ([DateTimeInRange]); outside, the text
// is no date-time.
func AppendDateTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, "2006-01-02T15:04:05.000000Z07:00")
	}
	b = append(appendCivil(b, year, int(month), day), 'T')
	hour, minute, sec := t.Clock()
	b = append(appendTwo(b, hour), ':')
	b = append(appendTwo(b, minute), ':')
	b = append(appendTwo(b, sec), '.')
	micro := t.Nanosecond() / 1000
	b = appendTwo(b, micro/10000)
	b = appendTwo(b, micro/100%100)
	b = appendTwo(b, micro%100)
	return append(b, 'Z')
}

// civil reads a full-date, which has dateLen bytes.
func civil(s string) (year, month, day int, ok bool) {
	century, rest := two(s), two(s[2:])
	month, day = two(s[5:]), two(s[8:])
	if century < 0 || rest < 0 || s[4] != '-' || s[7] != '-' || month < 1 || month > 12 || day < 1 {
		return 0, 0, 0, false
	}
	year = century*100 + rest
	return year, month, day, day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// clock is a full-time. offset is in minutes east of UTC, fraction the number of
// fractional digits, of which nsec holds the first nine.
type clock struct{ hour, min, sec, nsec, offset, fraction int }

func parseClock(s string) (c clock, ok bool) {
	if len(s) < clockLen+1 || s[2] != ':' || s[5] != ':' {
		return c, false
	}
	c.hour, c.min, c.sec = two(s), two(s[3:]), two(s[6:])
	if c.hour < 0 || c.hour > 23 || c.min < 0 || c.min > 59 || c.sec < 0 || c.sec > 59 {
		return c, false
	}
	s = s[clockLen:]
	if s[0] == '.' {
		c.fraction = digits(s[1:])
		if c.fraction == 0 {
			return c, false
		}
		for i := range 9 {
			c.nsec *= 10
			if i < c.fraction {
				c.nsec += int(s[1+i] - '0')
			}
		}
		s = s[1+c.fraction:]
	}
	if s == "Z" {
		return c, true
	}
	if len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return c, false
	}
	hour, minute := two(s[1:]), two(s[4:])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return c, false
	}
	c.offset = hour*60 + minute
	if s[0] == '-' {
		c.offset = -c.offset
	}
	return c, true
}

// two returns the number that the first two bytes of s write, or -1.
func two(s string) int {
	if !isDigit(s[0]) || !isDigit(s[1]) {
		return -1
	}
	return int(s[0]-'0')*10 + int(s[1]-'0')
}

func appendCivil(b []byte, year, month, day int) []byte {
	b = appendTwo(b, year/100)
	b = append(appendTwo(b, year%100), '-')
	b = append(appendTwo(b, month), '-')
	return appendTwo(b, day)
}

func appendTwo(b []byte, n int) []byte {
	return append(b, byte('0'+n/10), byte('0'+n%10))
}
