package format

import "time"

// WithOffset returns the instant t of a valid date-time in a location with the offset of the text:
// UTC for Z and for an offset of zero.
func WithOffset(t time.Time, text string) time.Time {
	c, _ := parseClock(text[dateLen+1:])
	if c.offset == 0 {
		return t
	}
	return t.In(time.FixedZone("", c.offset*60))
}

// AppendOffsetDateTime is like [AppendDateTime], with the offset of t's location in minutes. Where
// RFC 3339 has no such offset, or no such local year, the text is in UTC.
func AppendOffsetDateTime(b []byte, t time.Time, digits int) []byte {
	_, seconds := t.Zone()
	minutes := seconds / 60
	local := t.Add(time.Duration(minutes) * time.Minute)
	if minutes == 0 || minutes <= -24*60 || minutes >= 24*60 || !DateTimeInRange(t) || !DateTimeInRange(local) {
		return AppendDateTime(b, t, digits)
	}
	b = AppendDateTime(b, local, digits)
	b = append(b[:len(b)-1], "+00:00"...)
	sign, text := &b[len(b)-6], b[len(b)-5:]
	if minutes < 0 {
		*sign, minutes = '-', -minutes
	}
	putTwo(text, uint32(minutes/60))
	putTwo(text[3:], uint32(minutes%60))
	return b
}
