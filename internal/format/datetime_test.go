package format_test

import (
	"regexp"
	"sort"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/format"
)

var (
	datePattern     = regexp.MustCompile(format.DatePattern)
	dateTimePattern = regexp.MustCompile(format.DateTimePattern)
)

func TestDateTimesAreWrittenInUTCWithMicroseconds(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"2026-02-28T12:00:00Z", "2026-02-28T12:00:00.000000Z"},
		{"2026-02-28T12:34:56.7Z", "2026-02-28T12:34:56.700000Z"},
		{"2026-02-28T12:34:56.000001Z", "2026-02-28T12:34:56.000001Z"},
		{"2026-02-28T12:34:56.0000010Z", "2026-02-28T12:34:56.000001Z"},
		{"2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.000000Z"},
		{"2023-12-31T23:59:59.987654-00:01", "2024-01-01T00:00:59.987654Z"},
		{"2026-01-01T00:00:00-23:59", "2026-01-01T23:59:00.000000Z"},
		{"0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000000Z"},
		{"9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"},
	} {
		v, ok := format.ParseDateTime(c.in)
		if got := string(format.AppendDateTime(nil, v, 6)); !ok || got != c.want || v.Location() != time.UTC {
			t.Errorf("%s: got %s, %v in %s, want %s", c.in, got, ok, v.Location(), c.want)
		}
	}
}

func TestDateTimesHaveTheirNumberOfDigits(t *testing.T) {
	v := time.Date(2026, 1, 2, 3, 4, 5, 987_654_321, time.FixedZone("", 3600))
	for digits, want := range []string{
		"05Z", "05.9Z", "05.98Z", "05.987Z", "05.9876Z", "05.98765Z", "05.987654Z", "05.9876543Z", "05.98765432Z", "05.987654321Z",
	} {
		if got := string(format.AppendDateTime([]byte("at "), v, digits)); got != "at 2026-01-02T02:04:"+want {
			t.Errorf("%d digits: %s", digits, got)
		}
	}
	for text, want := range map[string]int{
		"2026-01-02T03:04:05Z": 6, "2026-01-02T03:04:05.987654Z": 6, "2026-01-02T03:04:05.9876543Z": 9, "2026-01-02T03:04:05.000000001Z": 9,
		"2026-01-02T03:04:05.0000000009Z": 6,
	} {
		at, ok := format.ParseDateTime(text)
		if got := format.Digits(at, 0, false); !ok || got != want {
			t.Errorf("%s: %d digits, %v", text, got, ok)
		}
	}
}

func TestDatesAreWrittenInTheirOwnCalendarDay(t *testing.T) {
	east := time.FixedZone("", 14*3600)
	for _, c := range []struct {
		in   time.Time
		want string
	}{
		{time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), "2026-01-02"},
		{time.Date(2026, 1, 2, 0, 0, 0, 0, east), "2026-01-02"},
		{time.Date(2026, 1, 2, 23, 0, 0, 0, time.UTC).In(east), "2026-01-03"},
		{time.Date(7, 1, 2, 0, 0, 0, 0, time.UTC), "0007-01-02"},
	} {
		if got := string(format.AppendDate(nil, c.in)); got != c.want {
			t.Errorf("%v: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestInstantsOutsideTheYears0000To9999AreOutOfRange(t *testing.T) {
	for s, want := range map[string]bool{
		"0000-01-01T00:00:00Z":             true,
		"0000-01-01T00:00:00+00:01":        false,
		"9999-12-31T23:59:59.999999Z":      true,
		"9999-12-31T23:59:59.999999-00:01": false,
	} {
		v, ok := format.ParseDateTime(s)
		if got := format.DateTimeInRange(v); !ok || got != want {
			t.Errorf("%s: parsed %v, in range %v, want true, %v", s, ok, got, want)
		}
		if text := string(format.AppendDateTime(nil, v, 6)); dateTimePattern.MatchString(text) != want {
			t.Errorf("%s: written as %s", s, text)
		}
	}
	for _, year := range []int{-1, 10000} {
		v := time.Date(year, 1, 2, 0, 0, 0, 0, time.UTC)
		if text := string(format.AppendDate(nil, v)); datePattern.MatchString(text) {
			t.Errorf("the year %d is written as %s", year, text)
		}
	}
}

func TestEveryDayOfFourCenturiesParsesAsPackageTimeDoes(t *testing.T) {
	for d := time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC); d.Year() < 2301; d = d.AddDate(0, 0, 1) {
		s := d.Format(time.DateOnly)
		v, ok := format.ParseDate(s)
		if !ok || !v.Equal(d) || v.Location() != time.UTC || string(format.AppendDate(nil, v)) != s {
			t.Fatalf("%s: got %v, %v", s, v, ok)
		}
	}
}

func TestDateTimesDoNotAllocate(t *testing.T) {
	b := make([]byte, 0, 64)
	const s = "2026-02-28T12:34:56.789012-08:00"
	n := allocs.Least(func() {
		v, _ := format.ParseDateTime(s)
		b = format.AppendDateTime(b[:0], v, 6)
		b = format.AppendDate(b, v)
	})
	if n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// The pattern is the policy: within it, package time has to agree.
func FuzzDateTimeAgreesWithPackageTime(f *testing.F) {
	for _, name := range []string{"date-time", "date"} {
		for _, s := range cases[name].valid {
			f.Add(s)
		}
		for _, s := range cases[name].invalid {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := time.Parse(time.RFC3339Nano, s)
		got, ok := format.ParseDateTime(s)
		if ok != (err == nil && dateTimePattern.MatchString(s)) {
			t.Errorf("%q: got %v, package time says %v, the pattern %v", s, ok, err, dateTimePattern.MatchString(s))
		}
		if ok && !got.Equal(want) {
			t.Errorf("%q: got %v, package time says %v", s, got, want)
		}
		if ok && !format.Time(s[len("2006-01-02T"):]) {
			t.Errorf("%q: its time is refused", s)
		}
		day, err := time.Parse(time.DateOnly, s)
		date, ok := format.ParseDate(s)
		if ok != (err == nil) || ok && !date.Equal(day) || ok && !datePattern.MatchString(s) {
			t.Errorf("%q: got %v, %v, package time says %v, %v", s, date, ok, day, err)
		}
	})
}

// Everything but the last days of a month is in the pattern; the year and the
// month are given so that a miss can only be that.
func FuzzPatternsAcceptAllButTheCalendar(f *testing.F) {
	f.Add("2026-02-30", "T12:00:00Z")
	f.Add("2026-04-31", "T23:59:59.999999+23:59")
	f.Add("2026-04-30", "T24:00:00Z")
	f.Add("2026-00-00", "")
	f.Fuzz(func(t *testing.T, date, rest string) {
		firstDay := date
		if len(date) == len("2006-01-02") && datePattern.MatchString(date) {
			firstDay = date[:8] + "01"
		}
		if _, ok := format.ParseDate(firstDay); ok != datePattern.MatchString(firstDay) {
			t.Errorf("%q: got %v, the pattern says %v", firstDay, ok, !ok)
		}
		s := firstDay + rest
		if _, ok := format.ParseDateTime(s); ok != dateTimePattern.MatchString(s) {
			t.Errorf("%q: got %v, the pattern says %v", s, ok, !ok)
		}
	})
}

func FuzzWrittenDateTimesAreStableAndSort(f *testing.F) {
	f.Add("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000001Z")
	f.Add("2026-01-01T00:00:00+23:59", "2025-12-31T00:01:00Z")
	f.Add("0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z")
	f.Fuzz(func(t *testing.T, a, b string) {
		texts := make([]string, 0, 2)
		values := make([]time.Time, 0, 2)
		for _, s := range []string{a, b} {
			v, ok := format.ParseDateTime(s)
			if !ok || !format.DateTimeInRange(v) {
				return
			}
			text := string(format.AppendDateTime(nil, v, 9))
			again, ok := format.ParseDateTime(text)
			if !ok || !again.Equal(v) || string(format.AppendDateTime(nil, again, 9)) != text {
				t.Errorf("%q is written as %q, which reads as %v, %v", s, text, again, ok)
			}
			texts, values = append(texts, text), append(values, v)
		}
		if sort.StringsAreSorted(texts) != !values[1].Before(values[0]) {
			t.Errorf("%q do not sort as %v do", texts, values)
		}
	})
}

func BenchmarkParseDateTime(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		format.ParseDateTime("2026-02-28T12:34:56.789012-08:00")
	}
}

func BenchmarkAppendDateTime(b *testing.B) {
	v := time.Date(2026, 2, 28, 12, 34, 56, 789012000, time.UTC)
	buf := make([]byte, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		buf = format.AppendDateTime(buf[:0], v, 6)
	}
}

func TestDateTimesOfEverySecondAreThoseOfPackageTime(t *testing.T) {
	midnight := time.Date(2024, time.February, 29, 0, 0, 0, 0, time.UTC)
	for second := range 24 * 60 * 60 {
		at := midnight.Add(time.Duration(second)*time.Second + time.Duration(second*11_573))
		text, want := string(format.AppendDateTime(nil, at, 9)), at.Format("2006-01-02T15:04:05.000000000Z07:00")
		if text != want {
			t.Fatalf("%s is written as %s", want, text)
		}
	}
}

func TestDateTimesOfEveryMonthAreThoseOfPackageTime(t *testing.T) {
	for year := range 10_000 {
		for month := time.January; month <= time.December; month++ {
			first := time.Date(year, month, 1, 23, 59, 58, 123456000, time.UTC)
			for _, want := range []time.Time{first, first.AddDate(0, 0, 26), first.AddDate(0, 1, -1)} {
				text := string(format.AppendDateTime(nil, want, 6))
				if layout := want.Format("2006-01-02T15:04:05.000000Z07:00"); text != layout {
					t.Fatalf("%v is written as %s", want, text)
				}
				if got, ok := format.ParseDateTime(text); !ok || got != want {
					t.Fatalf("%s is read as %v, %v", text, got, ok)
				}
			}
		}
	}
}
