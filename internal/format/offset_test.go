package format_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/format"
)

func TestOffsetsOfTimesAreKept(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2026-03-29T09:30:00+02:00", ""},
		{"2026-03-29T23:30:00-11:45", ""},
		{"2026-03-29T09:30:00+23:59", ""},
		{"2026-03-29T09:30:00-23:59", ""},
		{"2026-03-29T09:30:00-00:30", ""},
		{"2026-03-29T09:30:00Z", ""},
		{"2026-03-29T09:30:00+00:00", "2026-03-29T09:30:00Z"},
		{"2026-03-29T09:30:00-00:00", "2026-03-29T09:30:00Z"},
		{"0000-01-01T01:00:00+01:00", ""},
		{"9999-12-31T23:59:59+00:01", ""},
		{"9999-12-31T00:00:00-23:59", ""},
	} {
		u, ok := format.ParseDateTime(tt.text)
		if !ok {
			t.Fatalf("%s is invalid", tt.text)
		}
		v := format.WithOffset(u, tt.text)
		if tt.want == "" {
			tt.want = tt.text
		}
		if got := string(format.AppendOffsetDateTime(nil, v, 0)); got != tt.want || !v.Equal(u) {
			t.Errorf("%s is written as %s, want %s", tt.text, got, tt.want)
		}
	}
}

// What RFC 3339 cannot express is written as the same instant.
func TestOtherOffsetsAreTheSameInstant(t *testing.T) {
	noon := time.Date(1890, 1, 1, 12, 0, 0, 5_000_000, time.UTC)
	for _, tt := range []struct {
		at     time.Time
		offset int // in seconds
		want   string
	}{
		{noon, 19*60 + 32, "1890-01-01T12:19:00.005+00:19"}, // Amsterdam, local mean time
		{noon, -(19*60 + 32), "1890-01-01T11:41:00.005-00:19"},
		{noon, 59, "1890-01-01T12:00:00.005Z"},
		{noon, 24 * 60 * 60, "1890-01-01T12:00:00.005Z"},
		{noon, -25 * 60 * 60, "1890-01-01T12:00:00.005Z"},
		{time.Date(9999, 12, 31, 23, 30, 0, 0, time.UTC), 3600, "9999-12-31T23:30:00.000Z"},
		{time.Date(0, 1, 1, 0, 30, 0, 0, time.UTC), -3600, "0000-01-01T00:30:00.000Z"},
	} {
		v := tt.at.In(time.FixedZone("", tt.offset))
		got := string(format.AppendOffsetDateTime(nil, v, 3))
		if again, ok := format.ParseDateTime(got); got != tt.want || !ok || !again.Equal(tt.at) {
			t.Errorf("%s with an offset of %d is %s, want %s", tt.at, tt.offset, got, tt.want)
		}
	}
}
