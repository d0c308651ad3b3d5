package format

// putTwo puts the two digits of n, below 100, into the first two bytes of b.
func putTwo(b []byte, n uint32) {
	b[0], b[1] = byte('0'+n/10), byte('0'+n%10)
}

// digitsOf returns a word with the digits of three numbers below 100, as bytes from the lowest. Each
// number begins so many bits after the one before. It makes all digits at once.
func digitsOf(first, second, third uint32, apart int) uint64 {
	ones := 1 | uint64(1)<<apart | 1<<(2*apart)
	all := uint64(first) | uint64(second)<<apart | uint64(third)<<(2*apart)
	tens := all * 103 >> 10 & (15 * ones) // a tenth of each, exact below 179
	return tens | (all-10*tens)<<8 + '0'*(ones|ones<<8)
}

// between times a character is the word with it between numbers that are 24 bits apart: 15:04:05.
const between = 1<<16 | 1<<40
