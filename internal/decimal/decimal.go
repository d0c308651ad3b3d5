package decimal

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"
)

// D is a decimal number: sign, coefficient and power of ten. The zero value is 0.
//
// Each number has one representation, so that == and a map key compare by value: 1.0, 1
// and 100e-2 are the same D, and so are 0 and -0.
//
// Exponents are exact up to 10^17 in size. Those beyond are taken for 10^17: such numbers
// are on the right side of every sane bound, but are not told apart among themselves.
type D struct {
	negative bool
	coef     uint64 // without trailing zeros; 0 for zero and where digits are in use
	digits   string // the coefficient where coef cannot hold it, without trailing zeros
	exp      int64  // the value is ±coefficient · 10^exp; 0 for zero
}

// Parse reads a JSON number (RFC 8259 §6) and nothing else: no plus sign, leading zeros,
// bare dots or white space. It allocates only for a fraction of more than 19 digits. A
// coefficient of more than 20 digits may share the memory of lit.
func Parse(lit string) (D, bool) {
	l, ok := scan(lit)
	if !ok {
		return D{}, false
	}
	return l.decimal(), true
}

// Cmp is -1, 0 or +1 as d is less than, equal to or greater than e.
func (d D) Cmp(e D) int {
	switch s := d.sign(); {
	case s != e.sign():
		return cmp.Compare(s, e.sign())
	case s < 0:
		return e.compareSize(d)
	default:
		return d.compareSize(e)
	}
}

// compareSize is Cmp for the absolute values of two numbers of the same sign.
func (d D) compareSize(e D) int {
	if d.exp == e.exp && d.digits == "" && e.digits == "" {
		return cmp.Compare(d.coef, e.coef)
	}
	if c := cmp.Compare(d.point(), e.point()); c != 0 {
		return c
	}
	// The first digits have the same weight. As no coefficient ends in a zero, the digits
	// compare like text, also where one is the beginning of the other.
	var dBuf, eBuf [20]byte
	switch {
	case d.digits != "" && e.digits != "":
		return strings.Compare(d.digits, e.digits)
	case d.digits != "":
		return -compareText(strconv.AppendUint(eBuf[:0], e.coef, 10), d.digits)
	case e.digits != "":
		return compareText(strconv.AppendUint(dBuf[:0], d.coef, 10), e.digits)
	default:
		return compareText(
			strconv.AppendUint(dBuf[:0], d.coef, 10),
			string(strconv.AppendUint(eBuf[:0], e.coef, 10)),
		)
	}
}

func compareText(b []byte, s string) int {
	switch { // these conversions do not allocate
	case string(b) < s:
		return -1
	case string(b) > s:
		return +1
	default:
		return 0
	}
}

// IsInteger reports whether d has no fraction: 1.0 and 1e2 have none, 1.5 and 1e-1 do.
func (d D) IsInteger() bool {
	return d.exp >= 0
}

// Text is d as a JSON number with all of its digits, laid out as ECMAScript does
// (RFC 8785 §3.2.2.3): 100, 0.01, 1e+21, 1.5e-7.
func (d D) Text() string {
	if d.isZero() {
		return "0"
	}
	var buf [20]byte
	digits := d.digits
	if digits == "" {
		digits = string(strconv.AppendUint(buf[:0], d.coef, 10))
	}
	b := make([]byte, 0, len(digits)+26)
	if d.negative {
		b = append(b, '-')
	}
	const zeros = "000000000000000000000"
	switch n, point := int64(len(digits)), d.point(); {
	case n <= point && point <= 21:
		b = append(append(b, digits...), zeros[:point-n]...)
	case 0 < point && point <= 21:
		b = append(append(append(b, digits[:point]...), '.'), digits[point:]...)
	case -6 < point && point <= 0:
		b = append(append(append(b, '0', '.'), zeros[:-point]...), digits...)
	default:
		b = append(b, digits[0])
		if n > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		b = append(b, 'e')
		if point > 0 {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, point-1, 10)
	}
	return string(b)
}

func (d D) isZero() bool {
	return d.coef == 0 && d.digits == ""
}

func (d D) sign() int {
	switch {
	case d.isZero():
		return 0
	case d.negative:
		return -1
	default:
		return +1
	}
}

// point is where the decimal point lies, counted in digits to the right from the first
// significant one: 3 for 123, 0 for 0.123, -1 for 0.0123.
func (d D) point() int64 {
	if d.digits != "" {
		return d.exp + int64(len(d.digits))
	}
	return d.exp + int64(countDigits(d.coef))
}

// uint64 is the absolute value of an integer, if it fits.
func (d D) uint64() (uint64, bool) {
	if d.digits != "" || d.exp >= int64(len(powersOfTen)) {
		return 0, false
	}
	high, low := bits.Mul64(d.coef, powersOfTen[d.exp])
	return low, high == 0
}

// countDigits is the number of decimal digits of n > 0.
func countDigits(n uint64) int {
	// 1233/4096 is close enough to log10(2) for 64 bits: the estimate is right or one short.
	estimate := bits.Len64(n) * 1233 >> 12
	if n >= powersOfTen[estimate] {
		return estimate + 1
	}
	return estimate
}

var powersOfTen = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// maxExponent is where exponents stop being exact. A literal's may be four times as large: it
// can be offset by a long coefficient, and takes one more digit without overflow.
const (
	maxExponent        = 100_000_000_000_000_000
	maxLiteralExponent = 4 * maxExponent
)
