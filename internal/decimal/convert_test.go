package decimal_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/decimal"
)

func TestInt64(t *testing.T) {
	for _, c := range []struct {
		lit     string
		want    int64
		verdict decimal.Verdict
	}{
		{"0", 0, decimal.OK},
		{"-0", 0, decimal.OK},
		{"-0.0", 0, decimal.OK},
		{"0e400000000", 0, decimal.OK},
		{"42", 42, decimal.OK},
		{"-42", -42, decimal.OK},
		{"1.0", 1, decimal.OK},
		{"1e2", 100, decimal.OK},
		{"100e-2", 1, decimal.OK},
		{"-1.5e1", -15, decimal.OK},
		{"9007199254740993", 9007199254740993, decimal.OK},
		{"999999999999999999", 999999999999999999, decimal.OK},
		{"1000000000000000000", 1000000000000000000, decimal.OK},
		{"9223372036854775807", math.MaxInt64, decimal.OK},
		{"9223372036854775807.000", math.MaxInt64, decimal.OK},
		{"922337203685477580700000e-5", math.MaxInt64, decimal.OK},
		{"-9223372036854775808", math.MinInt64, decimal.OK},
		{"-9.223372036854775808e18", math.MinInt64, decimal.OK},
		{"9223372036854775808", 0, decimal.OutOfRange},
		{"-9223372036854775809", 0, decimal.OutOfRange},
		{"18446744073709551615", 0, decimal.OutOfRange},
		{"18446744073709551616", 0, decimal.OutOfRange},
		{"1e19", 0, decimal.OutOfRange},
		{"1e20", 0, decimal.OutOfRange},
		{"-1e19", 0, decimal.OutOfRange},
		{"1e300", 0, decimal.OutOfRange},
		{"1e400000000", 0, decimal.OutOfRange},
		{"1" + strings.Repeat("0", 10_000), 0, decimal.OutOfRange},
		{"1.5", 0, decimal.NotInteger},
		{"1e-1", 0, decimal.NotInteger},
		{"1e-400000000", 0, decimal.NotInteger},
		{"9223372036854775808.5", 0, decimal.NotInteger},
		{"123456789012345678901234567890.5", 0, decimal.NotInteger},
		{"", 0, decimal.Malformed},
		{"-", 0, decimal.Malformed},
		{"--1", 0, decimal.Malformed},
		{"01", 0, decimal.Malformed},
		{"-01", 0, decimal.Malformed},
		{"+1", 0, decimal.Malformed},
		{"1.", 0, decimal.Malformed},
		{"1e", 0, decimal.Malformed},
		{"abc", 0, decimal.Malformed},
	} {
		if got, verdict := decimal.Int64(c.lit); got != c.want || verdict != c.verdict {
			t.Errorf("Int64(%.40s) = %d, %v; want %d, %v", c.lit, got, verdict, c.want, c.verdict)
		}
	}
}

func TestUint64(t *testing.T) {
	for _, c := range []struct {
		lit     string
		want    uint64
		verdict decimal.Verdict
	}{
		{"0", 0, decimal.OK},
		{"-0", 0, decimal.OK},
		{"1.0", 1, decimal.OK},
		{"9223372036854775808", 1 << 63, decimal.OK},
		{"18446744073709551615", math.MaxUint64, decimal.OK},
		{"1.8446744073709551615e19", math.MaxUint64, decimal.OK},
		{"1e19", 1e19, decimal.OK},
		{"18446744073709551616", 0, decimal.OutOfRange},
		{"18446744073709551620", 0, decimal.OutOfRange},
		{"2e19", 0, decimal.OutOfRange},
		{"1e20", 0, decimal.OutOfRange},
		{"-1", 0, decimal.OutOfRange},
		{"-1e400000000", 0, decimal.OutOfRange},
		{"-1.5", 0, decimal.NotInteger},
		{"0.5", 0, decimal.NotInteger},
		{"", 0, decimal.Malformed},
		{"-", 0, decimal.Malformed},
		{"00", 0, decimal.Malformed},
	} {
		if got, verdict := decimal.Uint64(c.lit); got != c.want || verdict != c.verdict {
			t.Errorf("Uint64(%s) = %d, %v; want %d, %v", c.lit, got, verdict, c.want, c.verdict)
		}
	}
}

func TestFloat64(t *testing.T) {
	for _, c := range []struct {
		lit     string
		want    float64
		verdict decimal.Verdict
	}{
		{"0", 0, decimal.OK},
		{"0e-400000000", 0, decimal.OK},
		{"0.1", 0.1, decimal.OK},
		{"-12.5e1", -125, decimal.OK},
		{"1.7976931348623157e308", math.MaxFloat64, decimal.OK},
		{"5e-324", math.SmallestNonzeroFloat64, decimal.OK},
		{"1" + strings.Repeat("0", 300), 1e300, decimal.OK},
		{"1.8e308", 0, decimal.OutOfRange},
		{"-1.8e308", 0, decimal.OutOfRange},
		{"1e400000000", 0, decimal.OutOfRange},
		{"1e-400", 0, decimal.OutOfRange},
		{"-1e-400000000", 0, decimal.OutOfRange},
		{"0." + strings.Repeat("0", 10_000) + "1", 0, decimal.OutOfRange},
		{strings.Repeat("9", 10_000), 0, decimal.OutOfRange},
		{"", 0, decimal.Malformed},
		{"NaN", 0, decimal.Malformed},
		{"Infinity", 0, decimal.Malformed},
		{"0x1p-2", 0, decimal.Malformed},
		{"1_0", 0, decimal.Malformed},
		{".5", 0, decimal.Malformed},
		{"+1", 0, decimal.Malformed},
	} {
		if got, verdict := decimal.Float64(c.lit); got != c.want || verdict != c.verdict {
			t.Errorf("Float64(%.40s) = %v, %v; want %v, %v", c.lit, got, verdict, c.want, c.verdict)
		}
	}
}

func TestFloat64KeepsTheSignOfMinusZero(t *testing.T) {
	if f, verdict := decimal.Float64("-0"); verdict != decimal.OK || !math.Signbit(f) {
		t.Errorf("Float64(-0) = %v, %v", f, verdict)
	}
}

func TestIntegersAgreeWithRat(t *testing.T) {
	for _, lit := range wellFormed {
		checkIntegers(t, lit)
	}
}

// TestPlainIntegersAroundPowersOfTen crosses the border between the fast and the slow path
// and those of the digit count.
func TestPlainIntegersAroundPowersOfTen(t *testing.T) {
	power := uint64(1)
	for range 20 {
		for _, n := range []uint64{power - 1, power, power + 1} {
			lit := strconv.FormatUint(n, 10)
			if got, verdict := decimal.Uint64(lit); got != n || verdict != decimal.OK {
				t.Errorf("Uint64(%s) = %d, %v", lit, got, verdict)
			}
			if got := parse(t, lit).Cmp(parse(t, lit+".5")); got != -1 {
				t.Errorf("%s Cmp %s.5 = %d, want -1", lit, lit, got)
			}
		}
		power *= 10
	}
}

// checkIntegers compares both integer conversions of a JSON number with the oracle.
func checkIntegers(t *testing.T, lit string) {
	t.Helper()
	r := rat(t, lit)
	want := func(fits bool) decimal.Verdict {
		switch {
		case !r.IsInt():
			return decimal.NotInteger
		case !fits:
			return decimal.OutOfRange
		default:
			return decimal.OK
		}
	}
	i, verdict := decimal.Int64(lit)
	if w := want(r.Num().IsInt64()); verdict != w || verdict == decimal.OK && i != r.Num().Int64() {
		t.Errorf("Int64(%s) = %d, %v; want %v, %v", lit, i, verdict, r, w)
	}
	u, verdict := decimal.Uint64(lit)
	if w := want(r.Num().IsUint64()); verdict != w || verdict == decimal.OK && u != r.Num().Uint64() {
		t.Errorf("Uint64(%s) = %d, %v; want %v, %v", lit, u, verdict, r, w)
	}
	nearest, _ := r.Float64()
	f, verdict := decimal.Float64(lit)
	w := decimal.OK
	if math.IsInf(nearest, 0) || nearest == 0 && r.Sign() != 0 {
		w, nearest = decimal.OutOfRange, 0
	}
	if f != nearest || verdict != w {
		t.Errorf("Float64(%s) = %v, %v; want %v, %v", lit, f, verdict, nearest, w)
	}
}

// isJSONNumber asks the standard library, which allows white space around a value.
func isJSONNumber(lit string) bool {
	return json.Valid([]byte(lit)) && strings.Trim(lit, "0123456789+-.eE") == ""
}

func BenchmarkInt64(b *testing.B) {
	for _, lit := range []string{"1999", "1.5e3", "9223372036854775807"} {
		b.Run(lit, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				decimal.Int64(lit)
			}
		})
	}
}

func BenchmarkMultipleOf(b *testing.B) {
	step := parse(b, "0.01")
	for name, lit := range map[string]string{"usual": "19.99", "10,000 digits": strings.Repeat("9", 10_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d, _ := decimal.Parse(lit)
				d.MultipleOf(step)
			}
		})
	}
}
