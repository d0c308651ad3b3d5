package decimal

import (
	"math"
	"strconv"
)

// Verdict is the outcome of a conversion. Only with [OK] is the value meaningful.
type Verdict uint8

const (
	// OK: the value is exact, or for floats the nearest.
	OK Verdict = iota
	// NotInteger: a number with a fraction, such as 1.5 or 1e-1.
	NotInteger
	// OutOfRange: the type cannot hold the number.
	OutOfRange
	// Malformed: not a JSON number.
	Malformed
)

// String names the verdict.
func (v Verdict) String() string {
	switch v {
	case OK:
		return "OK"
	case NotInteger:
		return "NotInteger"
	case OutOfRange:
		return "OutOfRange"
	case Malformed:
		return "Malformed"
	default:
		return "Verdict(" + strconv.Itoa(int(v)) + ")"
	}
}

// Int64 converts a JSON number that is mathematically an integer: 1.0, 1e2 and 100e-2
// are, and -0 is 0. A number with a fraction is [NotInteger], however large.
func Int64(lit string) (int64, Verdict) {
	negative := lit != "" && lit[0] == '-'
	digits := lit
	if negative {
		digits = lit[1:]
	}
	n, ok := Plain(digits)
	if !ok {
		var verdict Verdict
		if n, negative, verdict = integer(lit); verdict != OK {
			return 0, verdict
		}
	}
	switch {
	case negative && n <= 1<<63:
		return -int64(n), OK // -(-1<<63) is itself
	case !negative && n <= math.MaxInt64:
		return int64(n), OK
	default:
		return 0, OutOfRange
	}
}

// Uint64 converts a JSON number as [Int64] does. Negative integers are [OutOfRange].
func Uint64(lit string) (uint64, Verdict) {
	if n, ok := Plain(lit); ok {
		return n, OK
	}
	n, negative, verdict := integer(lit)
	switch {
	case verdict != OK:
		return 0, verdict
	case negative:
		return 0, OutOfRange
	default:
		return n, OK
	}
}

// Float64 converts a JSON number to the nearest float64. It is [OutOfRange] if it overflows,
// and also if it is not zero but would become zero. The sign of -0 is kept.
func Float64(lit string) (float64, Verdict) {
	l, ok := scan(lit)
	if !ok {
		return 0, Malformed
	}
	f, err := strconv.ParseFloat(lit, 64)
	if err != nil || f == 0 && !l.isZero() {
		return 0, OutOfRange
	}
	return f, OK
}

// Plain reads up to 18 digits without a leading zero, as most numbers are: no int64 is too small
// for them.
func Plain(lit string) (n uint64, ok bool) {
	if lit == "" || len(lit) > 18 || lit[0] == '0' && len(lit) > 1 {
		return 0, false
	}
	for i := range len(lit) {
		digit := lit[i] - '0'
		if digit > 9 {
			return 0, false
		}
		n = 10*n + uint64(digit)
	}
	return n, true
}

// integer is the slow path: the absolute value and the sign of any integer that fits.
func integer(lit string) (n uint64, negative bool, verdict Verdict) {
	l, ok := scan(lit)
	if !ok {
		return 0, false, Malformed
	}
	d := l.decimal()
	if !d.IsInteger() {
		return 0, false, NotInteger
	}
	if n, ok = d.uint64(); !ok {
		return 0, false, OutOfRange
	}
	return n, d.negative, OK
}
