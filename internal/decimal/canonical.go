package decimal

import "strconv"

// Canonical returns the text of a JSON number that all equal numbers have, as [D.Text] writes it;
// ok is false if lit is no JSON number. It is exact for all exponents, and takes time in
// proportion to lit.
func Canonical(lit string) (text string, ok bool) {
	l, ok := scan(lit)
	if !ok {
		return "", false
	}
	d := l.decimal()
	if -maxExponent < d.exp && d.exp < maxExponent {
		return d.Text(), true
	}
	b := make([]byte, 0, len(lit)+2)
	if l.negative {
		b = append(b, '-')
	}
	b = append(b, l.text[l.first])
	digits := l.digits()[1:]
	if digits != "" {
		b = append(append(b, '.'), digits...)
	}
	weight := int64(l.dot - l.first) // of the first digit, without the exponent
	if l.first < l.dot {
		weight--
	}
	b = append(b, 'e')
	if d.exp > 0 {
		b = append(b, '+')
	} else {
		b = append(b, '-')
		weight = -weight
	}
	return string(appendSum(b, l.exponentDigits(), weight)), true
}

// digits returns the significant digits of a number that is not zero.
func (l *literal) digits() string {
	if l.first < l.dot && l.dot < l.last {
		return l.text[l.first:l.dot] + l.text[l.dot+1:l.last+1]
	}
	return l.text[l.first : l.last+1]
}

// exponentDigits returns the digits of an exponent that is not zero, without leading zeros.
func (l *literal) exponentDigits() string {
	i := len(l.text)
	for isDigit(l.text[i-1]) {
		i--
	}
	for l.text[i] == '0' {
		i++
	}
	return l.text[i:]
}

// appendSum appends the sum of a number, written with at least 17 digits, and a small one.
func appendSum(b []byte, digits string, add int64) []byte {
	const size = 18
	if len(digits) <= size {
		n, _ := strconv.ParseInt(digits, 10, 64)
		return strconv.AppendInt(b, n+add, 10)
	}
	split := len(digits) - size
	n, _ := strconv.ParseInt(digits[split:], 10, 64)
	high := []byte(digits[:split])
	switch n += add; {
	case n < 0:
		n += 1e18
		high = carry(high, '0', '9', -1)
	case n >= 1e18:
		n -= 1e18
		high = carry(high, '9', '0', 1)
	}
	b = append(b, high...)
	low := strconv.AppendInt(nil, n, 10)
	for i := size; i > len(low) && len(high) > 0; i-- {
		b = append(b, '0')
	}
	return append(b, low...)
}

// carry adds step to digits: a last digit that overflows becomes next, and so on.
func carry(digits []byte, overflows, next byte, step int8) []byte {
	i := len(digits) - 1
	for ; i >= 0 && digits[i] == overflows; i-- {
		digits[i] = next
	}
	switch {
	case i < 0:
		return append([]byte{'1'}, digits...) // 99 + 1; 0 - 1 does not occur
	default:
		digits[i] += byte(step)
	}
	if digits[0] == '0' {
		return digits[1:]
	}
	return digits
}
