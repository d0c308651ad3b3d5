package jsonx

// maxShort is how many digits a number may have so that, without its dot, a float64 represents
// it exactly.
const maxShort = 15

// Short consumes a number if it has at most 15 digits, no more than so many of them
// behind the dot, and no exponent, and returns it as coefficient / 10^places. If ok is
// false, call [Reader.Literal]. Minus zero is no such number.
func (r *Reader) Short(most int) (coefficient int64, places int, ok bool) {
	if r.Kind() != Number {
		return 0, 0, false
	}
	doc, i := r.doc, r.pos
	negative := doc[i] == '-'
	if negative {
		i++
	}
	start, dot := i, -1
	for ; i < len(doc); i++ {
		c := doc[i]
		if c-'0' <= 9 {
			coefficient = 10*coefficient + int64(c-'0') // wraps where there are too many
		} else if c == '.' && dot < 0 {
			dot = i
		} else {
			break
		}
	}
	digits, whole := i-start, i
	if dot >= 0 {
		whole = dot
		digits--
		places = i - dot - 1
	}
	switch {
	case digits > maxShort || places > most,
		whole == start, dot >= 0 && i == dot+1, // no number
		doc[start] == '0' && whole > start+1,
		i < len(doc) && doc[i]|0x20 == 'e',
		negative && coefficient == 0:
		return 0, 0, false
	case negative:
		coefficient = -coefficient
	}
	r.take(i)
	return coefficient, places, true
}
