package tree

// Fraction is the number of fractional digits of a time or a decimal number. The zero value has as many
// as the value needs.
type Fraction uint16

// Digits returns a fixed number of digits.
func Digits(n int) Fraction { return Fraction(n + 1) }

// Digits returns the number of digits, and reports whether it is fixed.
func (f Fraction) Digits() (n int, fixed bool) { return max(int(f)-1, 0), f > 0 }
