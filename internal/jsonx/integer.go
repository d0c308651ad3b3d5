package jsonx

import (
	"math/bits"
	"strconv"
)

// AppendInt appends i in decimal.
func AppendInt(b []byte, i int64) []byte {
	if i < 0 {
		return appendUint(append(b, '-'), -uint64(i))
	}
	return appendUint(b, uint64(i))
}

// appendUint appends u in decimal. If there is room it writes the digits in
// place, which saves a third of the time of short numbers.
func appendUint(b []byte, u uint64) []byte {
	end := len(b) + digitsOf(u)
	if end > cap(b) {
		return strconv.AppendUint(b, u, 10)
	}
	b = b[:end]
	for ; u >= 100; end -= 2 {
		pair := u % 100
		b[end-2], b[end-1] = byte('0'+pair/10), byte('0'+pair%10)
		u /= 100
	}
	if u >= 10 {
		b[end-2] = byte('0' + u/10)
		u %= 10
	}
	b[end-1] = byte('0' + u)
	return b
}

// digitsOf returns the number of digits of u.
func digitsOf(u uint64) int {
	n := bits.Len64(u|1) * 1233 >> 12 // what log10 is, or one more than it
	if u >= powers[n] {
		n++
	}
	return max(n, 1)
}

// powers are the powers of ten that a uint64 can represent.
var powers = [...]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}
