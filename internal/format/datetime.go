package format

import (
	"encoding/binary"
	"time"
)

// DatePattern, DateTimePattern and TimePattern say in a regular expression what
// [ParseDate], [ParseDateTime] and [Time] accept, except that they know no calendar:
// they let 2026-02-30 pass. ECMA-262, with and without its u flag, and RE2 read them
// alike.
const (
	DatePattern     = `^` + datePart + `$`
	DateTimePattern = `^` + datePart + `T` + hourMinute + `:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-]` + hourMinute + `)$`
	TimePattern     = `^` + hourMinute + `:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-]` + hourMinute + `)$`

	datePart   = `[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])`
	hourMinute = `(?:[01][0-9]|2[0-3]):[0-5][0-9]`
)

const (
	dateLen  = len("2006-01-02")
	clockLen = len("15:04:05")
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
// 5.6), with T and Z in upper case, seconds up to 59, any number of fractional digits
// and an offset of at most 23:59 either way. What is finer than a nanosecond is ignored. The instant of a text in the year 0000
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
	if !ok {
		return time.Time{}, false
	}
	days := int64(daysBefore(year, month) + day - 1) // its minutes are too many for 32 bits
	minutes := days*24*60 + int64(c.hour*60+c.min-c.offset)
	return time.Unix(firstSecond+minutes*60+int64(c.sec), int64(c.nsec)).UTC(), true
}

// The seconds, since 1970, with which the year 0000 begins and 9999 ends.
const (
	firstSecond = -62167219200
	lastSecond  = 253402300799
)

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
	sec := t.Unix()
	return firstSecond <= sec && sec <= lastSecond
}

// AppendDate appends the calendar day of t, in t's own location, as a full-date:
// 2006-01-02. The year must be in 0..9999; outside, the text is no full-date.
func AppendDate(b []byte, t time.Time) []byte {
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, time.DateOnly)
	}
	b = append(b, "0000-00-00"...)
	putCivil(b[len(b)-dateLen:], date{uint32(year), uint32(month), uint32(day)})
	return b
}

// Digits returns the number of fractional digits with which t is written: the fixed one, or
// six, or nine if it is finer than a microsecond.
func Digits(t time.Time, digits int, fixed bool) int {
	switch {
	case fixed:
		return digits
	case t.Nanosecond()%1000 != 0:
		return 9
	}
	return 6
}

// AppendDateTime appends t in UTC as a date-time with a number of fractional digits, at most
// nine: 2006-01-02T15:04:05.000000Z. Further digits are cut off. t must be in range
// ([DateTimeInRange]); outside, the text is no date-time.
func AppendDateTime(b []byte, t time.Time, digits int) []byte {
	if !DateTimeInRange(t) {
		return t.UTC().AppendFormat(b, "2006-01-02T15:04:05.000000Z07:00")
	}
	const secondsADay = 24 * 60 * 60
	since := uint64(t.Unix() - firstSecond)
	day, sec := uint32(since/secondsADay), uint32(since%secondsADay)
	const blank = "0000-00-00T00:00:00.000000000"
	b = append(b, blank...)
	start := len(b) - len(blank)
	text := (*[len(blank)]byte)(b[start:])
	putCivil(text[:], civilOf(day))
	binary.LittleEndian.PutUint64(text[11:], digitsOf(sec/3600, sec/60%60, sec%60, 24)+':'*between)
	nano := uint32(t.Nanosecond())
	binary.LittleEndian.PutUint64(text[20:], digitsOf(nano/10_000_000, nano/100_000%100, nano/1000%100, 16)) // two bytes too many
	if digits > 6 {
		putTwo(text[26:], nano/10%100)
		text[28] = byte('0' + nano%10)
	}
	end := start + len("0000-00-00T00:00:00.") + digits
	if digits == 0 {
		end-- // no point either
	}
	return append(b[:end], 'Z')
}

// Truncate returns the start of the unit of a second in which t is. That of package time
// would count from another start.
func Truncate(t time.Time, unit time.Duration) time.Time {
	if rest := t.Nanosecond() % int(unit); rest > 0 {
		return t.Add(-time.Duration(rest))
	}
	return t
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

type date struct{ year, month, day uint32 }

// civilOf is the date that lies so many days after the first of the year 0000. It multiplies where
// a calendar divides: Neri and Schneider, "Euclidean affine functions and their application to
// calendar algorithms", 2022, figure 12.
func civilOf(days uint32) date {
	const (
		era      = 400*365 + 97 // the days of 400 years, after which the calendar repeats itself
		aYear    = 4*365 + 1    // in quarters of a day
		fraction = 1<<32/aYear + 1
		aMonth   = 2141 // 2^16 / aMonth is about 30.6 days
	)
	// Years begin in March here, so that the leap day is their last. Those of an era
	// before the year 0000 keep everything above 0.
	n := 4*(days+era-60) + 3 // in quarters of a day
	century, n := n/era, n%era|3
	p := uint64(n) * fraction
	year, n := uint32(p>>32), uint32(p)/fraction/4 // into the year
	month := n*aMonth + 197_913
	d := date{century*100 + year - 400, month >> 16, month&0xffff/aMonth + 1}
	if n >= 306 { // from January
		d.year, d.month = d.year+1, d.month-12
	}
	return d
}

// daysBefore is how many days lie between the beginnings of the year 0000, a leap
// year, and of a month.
func daysBefore(year, month int) int {
	days := year*365 + daysBeforeMonth[month-1]
	if month < 3 {
		year--
	}
	if year < 0 {
		return days
	}
	return days + year/4 - year/100 + year/400 + 1
}

// daysBeforeMonth is for a year that is no leap year.
var daysBeforeMonth = [12]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}

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

// A clock is a full-time. offset is in minutes east of UTC, fraction is the number of
// fractional digits, and nsec has the first nine of them.
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

// putCivil puts the digits of a full-date into the first dateLen bytes of b.
func putCivil(b []byte, d date) {
	putTwo(b, d.year/100)
	binary.LittleEndian.PutUint64(b[2:], digitsOf(d.year%100, d.month, d.day, 24)+'-'*between)
}
