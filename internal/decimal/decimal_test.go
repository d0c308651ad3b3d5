package decimal_test

import (
	"math/big"
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/decimal"
)

// wellFormed are JSON numbers small enough for the oracle, math/big.Rat.
var wellFormed = []string{
	"0", "-0", "0.0", "-0.000", "0e5", "0E-5", "0.00e+10",
	"1", "-1", "7", "9", "10", "99", "100", "101", "1000000",
	"0.1", "0.10", "0.3", "0.30", "-0.3", "0.01", "0.001", "0.0123", "1.5", "12.34", "120.0450",
	"1e0", "1e2", "1E2", "1e+2", "1e-2", "100e-2", "1.0e1", "1.5e1", "1.5e-1", "0.15e2", "12.5e-1", "1e007",
	"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",
	"9223372036854775806", "9223372036854775807", "9223372036854775808",
	"-9223372036854775807", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551614", "18446744073709551615", "18446744073709551616", "1844674407370955161.5",
	"18446744073709551615000", "1.8446744073709551615", "1.8446744073709551616", "0.18446744073709551616",
	"99999999999999999999", "100000000000000000000", "100000000000000000001",
	"123456789012345678901234567890", "-123456789012345678901234567890", "123456789012345678901234567890.5",
	"1234567890123456789012345678900000", "1234567890.1234567890123456789", "1234567890.1234567891",
	"0.000000000000000000000000000000000000001", "1e21", "1e20", "123e19", "1e-6", "1e-7", "1.5e-7",
	"1e300", "-1e300", "1e-300", "1.7976931348623157e308", "1e40", "3e40", "5e-324",
}

var malformed = []string{
	"", "-", "+1", "+", ".", ".5", "5.", "-.5", "1.e5", "01", "-01", "00", "0x10", "1_000", "1,5",
	"1e", "1e+", "1e-", "1e1.5", "1ee5", "e5", "1E", "--1", "1-", "1 ", " 1", "1\n", "NaN", "Infinity", "inf", "-inf",
	"1.2.3", "0.-1", "0e", "-e1", "1e5 ", "١", "1\x00", "0b1", "null", "\"1\"", "1f", "1e5f", "1.5f", "0.5e+-1",
}

func parse(t testing.TB, lit string) decimal.D {
	t.Helper()
	d, ok := decimal.Parse(lit)
	if !ok {
		t.Fatalf("Parse(%.40q) refused a JSON number", lit)
	}
	return d
}

func rat(t testing.TB, lit string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(lit)
	if !ok {
		t.Fatalf("big.Rat refused %.40q", lit)
	}
	return r
}

func TestParseAcceptsTheGrammarOfRFC8259(t *testing.T) {
	for _, lit := range wellFormed {
		parse(t, lit)
	}
	for _, lit := range malformed {
		if d, ok := decimal.Parse(lit); ok {
			t.Errorf("Parse(%q) = %v, want it refused", lit, d)
		}
	}
}

func TestCmpAgreesWithRat(t *testing.T) {
	for _, a := range wellFormed {
		for _, b := range wellFormed {
			x, y := parse(t, a), parse(t, b)
			want := rat(t, a).Cmp(rat(t, b))
			if got := x.Cmp(y); got != want {
				t.Errorf("%s Cmp %s = %d, want %d", a, b, got, want)
			}
			if got := x == y; got != (want == 0) {
				t.Errorf("%s == %s is %v, want %v", a, b, got, want == 0)
			}
		}
	}
}

func TestMultipleOfAgreesWithRat(t *testing.T) {
	for _, a := range wellFormed {
		for _, b := range wellFormed {
			divisor := rat(t, b)
			want := divisor.Sign() > 0 && new(big.Rat).Quo(rat(t, a), divisor).IsInt()
			if got := parse(t, a).MultipleOf(parse(t, b)); got != want {
				t.Errorf("%s MultipleOf %s = %v, want %v", a, b, got, want)
			}
		}
	}
}

func TestMultipleOfIsExactInDecimals(t *testing.T) {
	for _, c := range []struct {
		lit, divisor string
		want         bool
	}{
		{"0.3", "0.1", true},
		{"0.35", "0.1", false},
		{"19.99", "0.01", true},
		{"19.999", "0.01", false},
		{"1e308", "0.123456789", false},
		{"-4.5", "1.5", true},
		{"0", "0.7", true},
		{"0", "0", false},
		{"4", "0", false},
		{"4", "-2", false},
		{"9007199254740993", "2", false},
		{"9007199254740994", "2", true},
		{"30", "4", false},
		{"300", "4", true},
		{"1e400000000", "8", true},
		{"1e400000000", "3", false},
		{"3e400000000", "3", true},
		{"1e-400000000", "0.1", false},
		{"1e-400000000", "1e-400000000", true},
		{"1e400000000", "1e-400000000", true},
		{"1e64", "18446744073709551616", true},
		{"1e63", "18446744073709551616", false},
		{"1e63", "9223372036854775808", true},
		{"1e62", "9223372036854775808", false},
	} {
		if got := parse(t, c.lit).MultipleOf(parse(t, c.divisor)); got != c.want {
			t.Errorf("%s MultipleOf %s = %v, want %v", c.lit, c.divisor, got, c.want)
		}
	}
}

func TestIsIntegerGoesByValue(t *testing.T) {
	for _, lit := range wellFormed {
		if got, want := parse(t, lit).IsInteger(), rat(t, lit).IsInt(); got != want {
			t.Errorf("%s is an integer: %v, want %v", lit, got, want)
		}
	}
}

func TestStringIsTheNumberInECMAScriptLayout(t *testing.T) {
	for _, c := range []struct{ lit, want string }{
		{"0", "0"}, {"-0.0e5", "0"}, {"1.0", "1"}, {"-1e2", "-100"}, {"100e-2", "1"},
		{"0.10", "0.1"}, {"12.340", "12.34"}, {"-0.05", "-0.05"},
		{"1e20", "100000000000000000000"}, {"1e21", "1e+21"}, {"12e20", "1.2e+21"},
		{"123456789012345678901", "123456789012345678901"},
		{"1234567890123456789012", "1.234567890123456789012e+21"},
		{"1234567890.123456789012345678901", "1234567890.123456789012345678901"},
		{"1e-6", "0.000001"}, {"1e-7", "1e-7"}, {"15e-8", "1.5e-7"}, {"-1.25e-9", "-1.25e-9"},
		{"9007199254740993", "9007199254740993"}, {"18446744073709551615", "18446744073709551615"},
		{"1e400000000", "1e+400000000"}, {"-1e-400000000", "-1e-400000000"},
	} {
		if got := parse(t, c.lit).Text(); got != c.want {
			t.Errorf("%s prints as %s, want %s", c.lit, got, c.want)
		}
	}
	edges := []string{"10E100000000000000000", "15e999999999999999999999", "-0.015e-999999999999999999999"}
	for _, lit := range append(edges, wellFormed...) {
		if d := parse(t, lit); parse(t, d.Text()) != d {
			t.Errorf("%s prints as %s, which is another number", lit, d.Text())
		}
	}
}

func TestHugeExponentsCompare(t *testing.T) {
	// In ascending order.
	ladder := []string{
		"-1e99999999999999999999999999", "-1e400000001", "-1e400000000", "-9e399999999", "-1", "-1e-400000000",
		"-1e-400000001", "-1e-99999999999999999999999999", "0e99999999999999999999999999",
		"1e-99999999999999999999999999", "1e-400000001", "1e-400000000", "1.5e-400000000", "2e-400000000", "1e-17",
		"1", "1e17", "9e399999999", "1e400000000", "1.0000000000000000000001e400000000", "10.5e399999999", "1e400000001",
		"1e99999999999999999999999999",
	}
	for i, a := range ladder {
		for j, b := range ladder {
			want := min(max(i-j, -1), 1)
			if got := parse(t, a).Cmp(parse(t, b)); got != want {
				t.Errorf("%s Cmp %s = %d, want %d", a, b, got, want)
			}
		}
	}
}

// hostile are literals that make naive arithmetic build enormous numbers.
func hostile() map[string]string {
	nines := strings.Repeat("9", 10_000)
	return map[string]string{
		"huge":           "1e400000000",
		"tiny":           "1e-400000000",
		"huger":          "1e" + nines,
		"tinier":         "1e-" + nines,
		"10,000 digits":  nines,
		"10,000 decimal": "0." + nines,
		"10,000 mixed":   nines[:5_000] + "." + nines[5_000:] + "e400000000",
		"10,000 zeros":   "1" + strings.Repeat("0", 10_000),
		"10,000 nought":  "0." + strings.Repeat("0", 10_000) + "1",
	}
}

func TestHostileLiteralsAreCheap(t *testing.T) {
	// The bound, in bytes allocated, is far above what each takes and far below
	// what building 10^400000000 would: 160 MiB.
	const bound = 40 << 20
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	literals := hostile()
	for name, a := range literals {
		start := allocated()
		x := parse(t, a)
		for _, b := range literals {
			y := parse(t, b)
			x.Cmp(y)
			x.MultipleOf(y)
		}
		for _, divisor := range []string{"1", "0.01", "7", "18446744073709551629"} {
			x.MultipleOf(parse(t, divisor))
		}
		_ = x.IsInteger()
		if s := x.Text(); len(s) > len(a)+40 {
			t.Errorf("%s prints as %d bytes", name, len(s))
		}
		decimal.Int64(a)
		decimal.Uint64(a)
		decimal.Float64(a)
		if took := allocated() - start; took > bound {
			t.Errorf("%s took %d bytes", name, took)
		}
	}
}

func TestUsualNumbersDoNotAllocate(t *testing.T) {
	bound := parse(t, "999999.99")
	step := parse(t, "0.01")
	if n := allocs.Least(func() {
		d, ok := decimal.Parse("12345.6789e1")
		if !ok || d.Cmp(bound) >= 0 || d.MultipleOf(step) || d.IsInteger() {
			t.Error("wrong verdict")
		}
		decimal.Int64("-1234567890123456789")
		decimal.Int64("1.50e3")
		decimal.Uint64("18446744073709551615")
		decimal.Float64("12.5")
	}); n != 0 {
		t.Errorf("%d allocations, want 0", n)
	}
}

func FuzzDecimalAgreesWithRat(f *testing.F) {
	for i, lit := range wellFormed {
		f.Add(lit, wellFormed[(i*7+3)%len(wellFormed)])
	}
	for _, lit := range malformed {
		f.Add(lit, "1")
	}
	f.Add("1e400000000", "1e-400000000")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, ok := decimal.Parse(a)
		if ok != isJSONNumber(a) {
			t.Fatalf("Parse(%q) accepts: %v", a, ok)
		}
		y, ok2 := decimal.Parse(b)
		if !ok || !ok2 {
			return
		}
		if x.Cmp(y) != -y.Cmp(x) || x.Cmp(x) != 0 || (x.Cmp(y) == 0) != (x == y) {
			t.Fatalf("%s and %s: Cmp contradicts itself", a, b)
		}
		if again := parse(t, x.Text()); again != x {
			t.Fatalf("%s prints as %s, which is another number", a, x.Text())
		}
		if !sane(a) || !sane(b) {
			x.MultipleOf(y)
			return
		}
		p, q := rat(t, a), rat(t, b)
		if got, want := x.Cmp(y), p.Cmp(q); got != want {
			t.Errorf("%s Cmp %s = %d, want %d", a, b, got, want)
		}
		if got, want := x.IsInteger(), p.IsInt(); got != want {
			t.Errorf("%s is an integer: %v, want %v", a, got, want)
		}
		want := q.Sign() > 0 && new(big.Rat).Quo(p, q).IsInt()
		if got := x.MultipleOf(y); got != want {
			t.Errorf("%s MultipleOf %s = %v, want %v", a, b, got, want)
		}
		checkIntegers(t, a)
	})
}

// sane reports whether big.Rat can take the literal without building a huge power.
func sane(lit string) bool {
	e := strings.IndexAny(lit, "eE")
	return len(lit) < 1000 && (e < 0 || len(strings.TrimLeft(lit[e+1:], "+-0")) <= 3)
}
