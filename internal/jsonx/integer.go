package jsonx

import (
	"encoding/binary"

	"github.com/tenon-go/tenon/internal/octets"
)

// AppendInt appends i in decimal.
func AppendInt(b []byte, i int64) []byte {
	if i < 0 {
		return appendUint(append(b, '-'), -uint64(i))
	}
	return appendUint(b, uint64(i))
}

// appendUint appends u in decimal. It branches on the number of digits, as that is often the
// same for a member: a processor that has guessed it does not wait for the digits.
func appendUint(b []byte, u uint64) []byte {
	if u >= 1e4 {
		b = appendUint(b, u/1e4)
		return binary.LittleEndian.AppendUint32(b, fourDigits(uint32(u%1e4)))
	}
	if u < 10 {
		return append(b, '0'+byte(u))
	}
	switch digits := fourDigits(uint32(u)); {
	case u < 100:
		return append(b, byte(digits>>16), byte(digits>>24))
	case u < 1000:
		return append(b, byte(digits>>8), byte(digits>>16), byte(digits>>24))
	default:
		return binary.LittleEndian.AppendUint32(b, digits)
	}
}

// fourDigits returns the digits of u, which is below 10^4, as a word whose lowest byte is the first.
func fourDigits(u uint32) uint32 {
	const zeros = '0' * (octets.Ones & 0xFFFFFFFF)
	pairs := u * 5243 >> 19 // the first two digits, exact below 10^4
	pairs |= (u - 100*pairs) << 16
	tens := pairs * 103 >> 10 & 0x000F000F // exact below 179
	return zeros + tens + (pairs-10*tens)<<8
}
