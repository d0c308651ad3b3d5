package prop_test

import (
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/prop"
)

// readable checks that a property reads what it has written, or that the value has no text.
func readable[V any](t *testing.T, p interface {
	prop.Of[V]
	Append(b []byte, v V) ([]byte, error)
	Parse(json []byte) (V, error)
}, same func(v, w V) bool, written, refused []V) {
	t.Helper()
	for _, v := range written {
		text, err := p.Append(nil, v)
		if err != nil {
			t.Errorf("%s: %v is not written: %v", p, v, err)
			continue
		}
		if back, err := p.Parse(text); err != nil || !same(v, back) {
			t.Errorf("%s: %v is written as %s, which is read as %v, %v", p, v, text, back, err)
		}
	}
	for _, v := range refused {
		if text, err := p.Append(nil, v); err == nil {
			t.Errorf("%s: %v is written as %s", p, v, text)
		}
	}
}

func equal[V comparable](v, w V) bool { return v == w }

// Every value of a Go type is read back as it was written, except those that the format cannot
// represent, which the page on properties lists.
func TestValuesOfGoTypesAreReadBack(t *testing.T) {
	readable(t, prop.Duration("d"), equal, []time.Duration{
		0, 1, -1, time.Second, -time.Second, 1500 * time.Millisecond, -1500 * time.Millisecond, time.Hour, time.Hour + 1, time.Hour + time.Second/10,
		-time.Minute - time.Nanosecond, 24 * time.Hour, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - math.MaxInt64%time.Second,
	}, nil)
	east := time.FixedZone("", 3600*5+1800+7)
	times := []time.Time{
		{}, time.Unix(0, 0), time.Unix(-1, 999_999_999), time.Now(), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(2026, 1, 1, 0, 0, 0, 1, east), time.Date(2026, 1, 1, 0, 0, 0, 1000, time.Local), time.Date(1, 1, 1, 0, 0, 0, 0, east),
	}
	beyond := []time.Time{time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0)}
	readable(t, prop.DateTime("t"), time.Time.Equal, times, beyond)
	readable(t, prop.DateTime("t").KeepOffset(), time.Time.Equal, times, beyond)
	second := func(v, w time.Time) bool { return v.Unix() == w.Unix() }
	readable(t, prop.DateTime("t").Fraction(0), second, times, beyond)
	readable(t, prop.UnixTime("t"), second, times, beyond)
	readable(t, prop.UnixMilli("t"), func(v, w time.Time) bool { return v.UnixMilli() == w.UnixMilli() }, times, beyond)
	readable(t, prop.Date("t"), func(v, w time.Time) bool { return v.Format(time.DateOnly) == w.Format(time.DateOnly) }, times, beyond[:2])
	readable(t, prop.Float64("f"), equal, []float64{0, 0.1, 1e21, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, 123456789.123456789},
		[]float64{math.NaN(), math.Inf(1), math.Inf(-1)})
	readable(t, prop.Int64("i"), equal, []int64{0, math.MaxInt64, math.MinInt64}, nil)
	readable(t, prop.Uint64("u").Quoted(), equal, []uint64{0, math.MaxUint64}, nil)
	readable(t, prop.String("s"), equal, []string{"", "\x00", "\u2028\"\\", "\U0010FFFF", strings.Repeat("ü", 1000)}, []string{"\xff", "a\xc3", "\xed\xa0\x80"})
	readable(t, prop.Bytes("b"), func(v, w []byte) bool { return string(v) == string(w) }, [][]byte{nil, {}, {0}, {0xff, 0xfe, 0xfd}}, nil)
	readable(t, prop.Decimal("d"), equal, []string{"0", "-0", "1.00", strings.Repeat("9", 500) + "." + strings.Repeat("1", 500)}, nil)
	readable(t, prop.IP("a"), equal, []netip.Addr{netip.MustParseAddr("::"), netip.MustParseAddr("::ffff:1.2.3.4"), netip.MustParseAddr("255.255.255.255"), netip.IPv6Unspecified()},
		[]netip.Addr{{}, netip.MustParseAddr("fe80::1%eth0")})
	readable(t, prop.UUIDOf[[16]byte]("u"), equal, [][16]byte{{}, {0: 0xff, 15: 1}, {7: 0x7a, 8: 0x80}}, nil)
	readable(t, prop.IPPrefix("p"), equal, []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0"), netip.MustParsePrefix("2001:db8::/128")}, []netip.Prefix{{}})
	readable(t, prop.Array(prop.Int("l")), func(v, w []int) bool { return len(v) == len(w) }, [][]int{nil, {}, {1}}, nil)
	readable(t, prop.Map(prop.Int("m")), func(v, w map[string]int) bool { return len(v) == len(w) }, []map[string]int{nil, {}, {"": 1, "\x00": 2}}, []map[string]int{{"\xff": 1}})
	readable(t, prop.Any("j"), equal, []prop.JSON{"null", "0", `{"a":[]}`}, []prop.JSON{"", "{", "\xff"})
}

// A duration has one text in documents and parameters, and many that are read.
func TestSpellingsOfDurations(t *testing.T) {
	for text, want := range map[string]string{
		"PT1.5S": "PT1.5S", "PT1.500S": "PT1.5S", "-PT1.5S": "-PT1.5S", "PT0.000000001S": "PT0.000000001S", "PT90M": "PT1H30M", "P1W": "PT168H", "-P1DT0.25S": "-PT24H0M0.25S",
		"-PT0S": "PT0S", "PT0.0S": "PT0S", "-PT2562047H47M16.854775808S": "-PT2562047H47M16.854775808S", "PT2562047H47M16.854775807S": "PT2562047H47M16.854775807S",
		"PT2562047H47M16.854775808S": "", "-PT2562047H47M16.854775809S": "", "PT.5S": "", "PT1.S": "", "PT1,5S": "", "PT1.5M": "", "P1.5D": "", "PT1.0000000000S": "", "PT1.+5S": "", "--PT1S": "", "+PT1S": "", "-": "", "": "", "-P": "", "PT1.5": "", "PT1.5SS": "", "PT1.5S1M": "", "P1W.5S": "", ".5S": "",
	} {
		p := prop.Duration("d")
		d, err := p.Parse([]byte(`"` + text + `"`))
		if want == "" {
			if err == nil {
				t.Errorf("%s is read as %v", text, d)
			}
			continue
		}
		if got, failed := p.Append(nil, d); err != nil || failed != nil || string(got) != `"`+want+`"` {
			t.Errorf("%s is written as %s, %v, %v", text, got, err, failed)
		}
	}
}
