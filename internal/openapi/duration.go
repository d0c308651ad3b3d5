package openapi

import (
	"strconv"
	"time"
)

// perText returns how often something happens in a window, for people: "a minute",
// "in 5 minutes".
func perText(window time.Duration) string {
	for _, unit := range []struct {
		length    time.Duration
		one, many string
	}{
		{24 * time.Hour, "a day", "days"},
		{time.Hour, "an hour", "hours"},
		{time.Minute, "a minute", "minutes"},
		{time.Second, "a second", "seconds"},
		{time.Millisecond, "a millisecond", "milliseconds"},
	} {
		switch n := window / unit.length; {
		case window == unit.length:
			return unit.one
		case n > 0 && window%unit.length == 0:
			return "in " + strconv.FormatInt(int64(n), 10) + " " + unit.many
		}
	}
	return "in " + window.String()
}
