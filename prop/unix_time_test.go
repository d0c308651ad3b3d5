package prop_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tenon-go/tenon/prop"
)

func TestUnixTimes(t *testing.T) {
	first, last := time.Unix(100, 0), time.Unix(200, 0)
	values[time.Time]{prop.UnixTime("at").Min(first).Max(last), []value{
		breaks(`100`), breaks(`200`), breaks(`1.5e2`), breaks(`99`, "min"), breaks(`201`, "max"), breaks(`150.5`, "type"), breaks(`"150"`, "type"), breaks(`null`, "null"),
	}}.test(t)
	values[time.Time]{prop.UnixTime("at"), []value{
		breaks(`0`), breaks(`-62167219200`), breaks(`-62167219201`, "min"), breaks(`253402300799`), breaks(`253402300800`, "max"), breaks(`1e30`, "max"),
	}}.test(t)
	values[time.Time]{prop.UnixMilli("at"), []value{
		breaks(`1772274030123`), breaks(`-62167219200000`), breaks(`-62167219200001`, "min"), breaks(`253402300799999`), breaks(`253402300800000`, "max"),
	}}.test(t)
}

// A time is written as the last whole unit before it.
func TestUnixTimesAreWrittenInWholeUnits(t *testing.T) {
	for _, tt := range []struct {
		p    *prop.UnixTimeProp
		at   time.Time
		want string
	}{
		{prop.UnixTime("at"), time.Unix(7, 999_999_999), `7`},
		{prop.UnixTime("at"), time.Unix(-7, 1), `-7`},
		{prop.UnixTime("at"), time.Date(2026, 2, 28, 11, 20, 30, 0, time.FixedZone("", 3600)), `1772274030`},
		{prop.UnixMilli("at"), time.Unix(7, 999_999_999), `7999`},
		{prop.UnixMilli("at"), time.Unix(-1, 1), `-1000`},
	} {
		got, err := tt.p.Append(nil, tt.at)
		if err != nil || string(got) != tt.want {
			t.Errorf("%v: %s, %v, want %s", tt.at, got, err, tt.want)
		}
		again, err := tt.p.Parse(got)
		if err != nil || again.Location() != time.UTC {
			t.Errorf("%s: %v, %v", got, again, err)
		}
		if text, _ := tt.p.Append(nil, again); string(text) != tt.want {
			t.Errorf("%s is read as %s", tt.want, text)
		}
	}
}

func TestUnixTimesThatCannotBeWritten(t *testing.T) {
	for _, p := range []*prop.UnixTimeProp{prop.UnixTime("at"), prop.UnixMilli("at")} {
		for _, year := range []int{-1, 10_000, 300_000_000, -300_000_000} {
			at := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
			code := "max"
			if year < 0 {
				code = "min"
			}
			if got := codes(p.Check(at)); !slices.Equal(got, []string{code}) {
				t.Errorf("year %d: %v", year, got)
			}
			if text, err := p.Append(nil, at); err == nil {
				t.Errorf("year %d is written as %s", year, text)
			}
		}
		if got := codes(p.Check(time.Unix(math.MaxInt64, 0))); len(got) != 1 {
			t.Errorf("the greatest time: %v", got)
		}
	}
}

// What clients see is within the bounds.
func TestBoundsOfUnixTimesAreWhole(t *testing.T) {
	half := time.Unix(10, 500_000_000)
	p := prop.UnixTime("at").Min(half)
	for n, want := range map[int64]int{10: 1, 11: 0} {
		if got := p.Check(time.Unix(n, 700_000_000)); len(got) != want {
			t.Errorf("%d after Min(10.5 s): %v", n, got)
		}
	}
	p = prop.UnixTime("at").Max(half)
	for n, want := range map[int64]int{10: 0, 11: 1} {
		if got := p.Check(time.Unix(n, 0)); len(got) != want {
			t.Errorf("%d with Max(10.5 s): %v", n, got)
		}
	}
}
