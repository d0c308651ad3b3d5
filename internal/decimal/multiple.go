package decimal

import (
	"math/big"
	"math/bits"
)

// MultipleOf reports whether d is an integer times divisor, exactly: 0.3 is a multiple of
// 0.1. Zero is a multiple of everything. The divisor is to be greater than 0 (JSON Schema
// validation §6.2.1); nothing is a multiple of one that is not.
func (d D) MultipleOf(divisor D) bool {
	switch {
	case divisor.sign() <= 0:
		return false
	case d.isZero():
		return true
	}
	// d/divisor is (a/b)·10^shift with a and b free of trailing zeros. A negative shift
	// would need a factor of 10 in a. In a positive one only as many tens can matter as b
	// has factors 2 or 5, which are fewer than its bits: huge exponents cost nothing.
	shift := d.exp - divisor.exp
	if shift < 0 {
		return false
	}
	if divisor.digits != "" {
		return d.isMultipleOfBig(divisor.digits, shift)
	}
	b := divisor.coef
	rest := d.remainder(b)
	for range min(shift, 64) {
		if rest == 0 {
			break
		}
		rest = mulAddMod(rest, 10, 0, b)
	}
	return rest == 0
}

// remainder is the coefficient modulo b.
func (d D) remainder(b uint64) uint64 {
	if d.digits == "" {
		return d.coef % b
	}
	var rest uint64
	for s := d.digits; s != ""; {
		var n uint64
		var size int
		n, size, s = chunk(s)
		rest = mulAddMod(rest, powersOfTen[size], n, b)
	}
	return rest
}

// mulAddMod is (x·y + z) modulo b.
func mulAddMod(x, y, z, b uint64) uint64 {
	high, low := bits.Mul64(x, y)
	low, carry := bits.Add64(low, z, 0)
	return bits.Rem64(high+carry, low, b)
}

// isMultipleOfBig is for divisors of more than 19 digits, which only a declaration has.
// The coefficient is still taken in chunks, so that its length costs linear time.
func (d D) isMultipleOfBig(divisor string, shift int64) bool {
	b, _ := new(big.Int).SetString(divisor, 10)
	var rest, n, quotient big.Int
	take := func(scale, digits uint64) {
		rest.Mul(&rest, n.SetUint64(scale))
		rest.Add(&rest, n.SetUint64(digits))
		quotient.QuoRem(&rest, b, &rest)
	}
	if d.digits == "" {
		take(1, d.coef)
	}
	for s := d.digits; s != ""; {
		var digits uint64
		var size int
		digits, size, s = chunk(s)
		take(powersOfTen[size], digits)
	}
	for range min(shift, int64(b.BitLen())) {
		if rest.Sign() == 0 {
			break
		}
		take(10, 0)
	}
	return rest.Sign() == 0
}
