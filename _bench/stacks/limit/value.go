package limit

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// words reads a string value.
func (c *cursor) words() string {
	if c.kind() != '"' {
		c.refuseType(&notText)
		return ""
	}
	return c.text()
}

func (c *cursor) length(s string, least, most int, beyond *issue) {
	if len(s) >= least && len(s) <= most {
		return
	}
	switch n := utf8.RuneCountInString(s); {
	case n < least:
		c.note(&empty)
	case n > most:
		c.note(beyond)
	}
}

func (c *cursor) integer(least, most int64, below, above *issue) int64 {
	if b := c.kind(); b != '-' && b-'0' > 9 {
		c.refuseType(&notInteger)
		return 0
	}
	text, whole := c.number()
	var n int64
	var err error
	if whole && len(text) < 19 && text[0] != '-' {
		for i := range len(text) {
			n = n*10 + int64(text[i]-'0')
		}
	} else if n, err = strconv.ParseInt(text, 10, 64); err != nil && !c.broken {
		f, err := strconv.ParseFloat(text, 64) // 1.0 and 1e2 are integers
		if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			c.note(&notInteger)
			return 0
		}
		n = int64(f)
	}
	switch {
	case n < least:
		c.note(below)
	case n > most:
		c.note(above)
	}
	return n
}

func (c *cursor) float(least, most float64, below, above *issue) float64 {
	if b := c.kind(); b != '-' && b-'0' > 9 {
		c.refuseType(&notNumber)
		return 0
	}
	text, _ := c.number()
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case c.broken:
	case err != nil:
		c.note(&notNumber)
	case f < least:
		c.note(below)
	case f > most:
		c.note(above)
	}
	return f
}

func (c *cursor) moment() time.Time {
	s := c.words()
	if len(s) == len("2006-01-02T15:04:05Z") && s[4] == '-' && s[7] == '-' && s[10] == 'T' && s[13] == ':' && s[16] == ':' && s[19] == 'Z' {
		year, ok1 := pair(s, 0)
		low, ok2 := pair(s, 2)
		month, ok3 := pair(s, 5)
		day, ok4 := pair(s, 8)
		hour, ok5 := pair(s, 11)
		minute, ok6 := pair(s, 14)
		second, ok7 := pair(s, 17)
		if ok1 && ok2 && ok3 && ok4 && ok5 && ok6 && ok7 && month-1 < 12 && day-1 < 28 && hour < 24 && minute < 60 && second < 60 {
			return time.Date(year*100+low, time.Month(month), day, hour, minute, second, 0, time.UTC)
		}
	}
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || strings.IndexByte(s, ',') >= 0 {
		c.note(&notMoment)
	}
	return at
}

// pair reads two digits.
func pair(s string, i int) (n int, ok bool) {
	a, b := s[i]-'0', s[i+1]-'0'
	return int(a)*10 + int(b), a <= 9 && b <= 9
}

func isSKU(s string) bool {
	if len(s) != 8 || s[3] != '-' {
		return false
	}
	for i := range 3 {
		if s[i]-'A' > 'Z'-'A' {
			return false
		}
	}
	for i := range 4 {
		if s[4+i]-'0' > 9 {
			return false
		}
	}
	return true
}

func isTag(s string) bool {
	for i := range len(s) {
		b := s[i]
		if b-'a' > 'z'-'a' && (i == 0 || b-'0' > 9 && b != '-') {
			return false
		}
	}
	return s != ""
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		b := s[i]
		switch i {
		case 8, 13, 18, 23:
			if b != '-' {
				return false
			}
		default:
			if b-'0' > 9 && b|0x20-'a' > 'f'-'a' {
				return false
			}
		}
	}
	return true
}
