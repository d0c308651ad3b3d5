package limit

import (
	"math"
	"strconv"
	"time"
)

func appendProduct(b []byte, p *Product) []byte {
	b = appendText(append(b, `{"id":`...), p.ID)
	b = appendText(append(b, `,"sku":`...), p.SKU)
	b = appendText(append(b, `,"name":`...), p.Name)
	b = appendText(append(b, `,"description":`...), p.Description)
	b = strconv.AppendInt(append(b, `,"price":`...), p.Price, 10)
	b = appendText(append(b, `,"status":`...), p.Status)
	b = append(b, `,"tags":[`...)
	for i, tag := range p.Tags {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, tag)
	}
	b = strconv.AppendInt(append(b, `],"size":{"width":`...), int64(p.Size.Width), 10)
	b = strconv.AppendInt(append(b, `,"height":`...), int64(p.Size.Height), 10)
	b = strconv.AppendInt(append(b, `,"depth":`...), int64(p.Size.Depth), 10)
	b = append(b, `},"variants":[`...)
	for i := range p.Variants {
		v := &p.Variants[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(append(b, `{"sku":`...), v.SKU)
		b = appendText(append(b, `,"color":`...), v.Color)
		b = strconv.AppendInt(append(b, `,"stock":`...), int64(v.Stock), 10)
		b = append(b, '}')
	}
	b = appendFloat(append(b, `],"weight":`...), p.Weight)
	b = appendMoment(append(b, `,"released":`...), p.Released)
	if p.Note != nil {
		b = appendText(append(b, `,"note":`...), *p.Note)
	}
	return append(b, '}')
}

func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[done:i]...)
		done = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		default:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[done:]...), '"')
}

func appendFloat(b []byte, f float64) []byte {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

func appendMoment(b []byte, at time.Time) []byte {
	at = at.UTC()
	year, month, day := at.Date()
	hour, minute, second := at.Clock()
	micros := at.Nanosecond() / 1000
	b = append(b, '"')
	b = appendPair(appendPair(b, year/100), year%100)
	b = appendPair(append(b, '-'), int(month))
	b = appendPair(append(b, '-'), day)
	b = appendPair(append(b, 'T'), hour)
	b = appendPair(append(b, ':'), minute)
	b = appendPair(append(b, ':'), second)
	b = appendPair(append(b, '.'), micros/10_000)
	b = appendPair(appendPair(b, micros/100%100), micros%100)
	return append(b, `Z"`...)
}

func appendPair(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }
