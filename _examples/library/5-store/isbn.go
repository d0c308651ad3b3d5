package main

// hasCheckDigit reports whether the sum of an ISBN's digits, every second one times three, is a
// multiple of ten.
func hasCheckDigit(isbn string) bool {
	sum := 0
	for i, digit := range isbn {
		weight := 1 + i%2*2
		sum += weight * int(digit-'0')
	}
	return sum%10 == 0
}
