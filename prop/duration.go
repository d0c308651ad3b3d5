package prop

import (
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/tree"
)

// Time declares a time of day with an offset (RFC 3339 full-time), with an upper-case Z and no
// leap second. It is a string, because Go has no type for it.
func Time(name string) *StringProp[string] {
	return textType[string](name, tree.Text{Format: "time", Pattern: format.TimePattern}, format.Time)
}

// Duration declares a duration (ISO 8601) such as PT2H30M, PT0.5S, -PT1M or P1W: that of RFC 3339
// appendix A, with a fraction of the seconds of up to nine digits and a minus sign. Every
// time.Duration is one; add a Rule to reject negative ones. A day has 24 hours. Years and months are
// rejected, because their length is not fixed, and so are durations beyond a time.Duration, about 292
// years. Durations are written in hours, minutes and seconds. Documents have a pattern and no format,
// because the format duration of JSON Schema has neither fractions nor signs; Format("duration") names it
// for an API whose durations have none.
func Duration(name string) *ScalarProp[time.Duration] {
	how := codec.NotationOf(format.ParseDuration, func(b []byte, d time.Duration) ([]byte, bool) { return format.AppendDuration(b, d), true })
	how.Ordering = codec.Durations()
	return scalarType[time.Duration](name, tree.Text{Format: "duration", Pattern: format.DurationPattern, Unregistered: true}, how)
}
