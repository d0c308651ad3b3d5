package openapi

import (
	"testing"
	"time"
)

func TestWindowsAreTexts(t *testing.T) {
	for window, want := range map[time.Duration]string{
		time.Minute:             "a minute",
		time.Hour:               "an hour",
		24 * time.Hour:          "a day",
		7 * 24 * time.Hour:      "in 7 days",
		36 * time.Hour:          "in 36 hours",
		90 * time.Second:        "in 90 seconds",
		120 * time.Second:       "in 2 minutes",
		time.Second:             "a second",
		250 * time.Millisecond:  "in 250 milliseconds",
		1500 * time.Microsecond: "in 1.5ms",
	} {
		if got := perText(window); got != want {
			t.Errorf("%s: %q, want %q", window, got, want)
		}
	}
}
