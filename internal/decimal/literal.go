package decimal

// literal is a number's text taken apart. Offsets are into text.
type literal struct {
	text        string
	negative    bool
	first, last int // of the significant digits, from the first to the last that is not 0; -1 for zero
	dot         int // the '.', or where one could stand: the end of the whole digits
	exponent    int64
}

// scan takes a JSON number apart; ok is false if text is not exactly one.
func scan(text string) (l literal, ok bool) {
	l = literal{text: text, first: -1, last: -1}
	i := 0
	if i < len(text) && text[i] == '-' {
		l.negative = true
		i++
	}
	whole := i
	i = l.scanDigits(i)
	if i == whole || text[whole] == '0' && i > whole+1 {
		return literal{}, false
	}
	l.dot = i
	if i < len(text) && text[i] == '.' {
		fraction := i + 1
		if i = l.scanDigits(fraction); i == fraction {
			return literal{}, false
		}
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		return l, l.scanExponent(i + 1)
	}
	return l, i == len(text)
}

// scanDigits goes to the end of the digits at i and notes the significant ones.
func (l *literal) scanDigits(i int) int {
	for ; i < len(l.text) && isDigit(l.text[i]); i++ {
		if l.text[i] != '0' {
			if l.first < 0 {
				l.first = i
			}
			l.last = i
		}
	}
	return i
}

// scanExponent reads what follows the 'e', up to the end of the text.
func (l *literal) scanExponent(i int) bool {
	negative := false
	if i < len(l.text) && (l.text[i] == '-' || l.text[i] == '+') {
		negative = l.text[i] == '-'
		i++
	}
	if i == len(l.text) {
		return false
	}
	for ; i < len(l.text); i++ {
		if !isDigit(l.text[i]) {
			return false
		}
		l.exponent = min(10*l.exponent+int64(l.text[i]-'0'), maxLiteralExponent)
	}
	if negative {
		l.exponent = -l.exponent
	}
	return true
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}

func (l *literal) isZero() bool {
	return l.first < 0
}

func (l *literal) decimal() D {
	if l.isZero() {
		return D{}
	}
	exp := l.exponent + int64(l.dot-l.last)
	significant := l.text[l.first : l.last+1]
	if l.last < l.dot {
		exp-- // the digit before the dot weighs 10^0
	}
	d := D{negative: l.negative, exp: min(max(exp, -maxExponent), maxExponent)}
	if coef, ok := toUint64(significant); ok {
		d.coef = coef
		return d
	}
	d.digits = l.digits()
	return d
}

// toUint64 is the number that the digits in s form, without regard to a dot.
func toUint64(s string) (uint64, bool) {
	if len(s) > len("18446744073709551615.") {
		return 0, false
	}
	var n uint64
	for i := range len(s) {
		if s[i] == '.' {
			continue
		}
		digit := uint64(s[i] - '0')
		if n > (1<<64-1-digit)/10 {
			return 0, false
		}
		n = 10*n + digit
	}
	return n, true
}

// chunk cuts up to 18 digits off s.
func chunk(s string) (n uint64, size int, rest string) {
	size = min(len(s), 18)
	n, _ = toUint64(s[:size])
	return n, size, s[size:]
}
