package decimal_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/decimal"
)

func TestCanonicalTextsAgreeWithRat(t *testing.T) {
	for _, a := range wellFormed {
		text, ok := decimal.Canonical(a)
		if want := parse(t, a).Text(); text != want || !ok {
			t.Errorf("%s: %s, %v, want %s", a, text, ok, want)
		}
	}
	for _, lit := range malformed {
		if text, ok := decimal.Canonical(lit); ok || text != "" {
			t.Errorf("Canonical(%q) = %q, want it rejected", lit, text)
		}
	}
}

// Numbers with exponents of any size have equal texts only if they are equal.
func TestCanonicalTextsAreExactForAllExponents(t *testing.T) {
	for _, tt := range []struct{ lit, want string }{
		{"0e99999999999999999999", "0"},
		{"-0.000e-99999999999999999999", "0"},
		{"1e100000000000000000", "1e+100000000000000000"},
		{"10e99999999999999999", "1e+100000000000000000"},
		{"1e99999999999999999", "1e+99999999999999999"},
		{"-0.5e-99999999999999999999", "-5e-100000000000000000000"},
		{"1e99999999999999999999", "1e+99999999999999999999"},
		{"1e+099999999999999999998", "1e+99999999999999999998"},
		{"120.0450e100000000000000000000", "1.20045e+100000000000000000002"},
		{"0.0012e100000000000000000000", "1.2e+99999999999999999997"},
		{"0.0012e1000000000000000001", "1.2e+999999999999999998"},
		{"12e-1000000000000000000", "1.2e-999999999999999999"},
		{"12e-20000000000000000000", "1.2e-19999999999999999999"},
		{"0.1e-999999999999999999999999", "1e-1000000000000000000000000"},
	} {
		text, ok := decimal.Canonical(tt.lit)
		again, also := decimal.Canonical(text)
		if text != tt.want || !ok || again != text || !also {
			t.Errorf("Canonical(%s) = %s, %v, and of that %s, %v; want %s", tt.lit, text, ok, again, also, tt.want)
		}
	}
	for n, add := range map[string]int64{"": 0, "9": -7, strings.Repeat("9", 40): 12345, strings.Repeat("0", 40): -12345} {
		exponent, _ := new(big.Int).SetString("100000000000000000"+n, 10)
		lit := "1" + strings.Repeat("0", int(max(add, 0))) + "e" + exponent.String()
		if add < 0 {
			lit = "0." + strings.Repeat("0", int(-add)-1) + "1e" + exponent.String()
		}
		want := "1e+" + exponent.Add(exponent, big.NewInt(add)).String()
		if text, _ := decimal.Canonical(lit); text != want {
			t.Errorf("10^%d of %s: %s, want %s", add, exponent, text, want)
		}
	}
}
