package jsonx

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// Text consumes a string and returns it unescaped. Up to [ShareLimit] a string without
// escapes is a part of one copy of the document, which all such strings share.
func (r *Reader) Text() string {
	if !r.expect(String) {
		return ""
	}
	start := r.pos
	end, escaped, ok := scanString(r.doc, start)
	if !ok {
		r.refuse()
		return ""
	}
	r.take(end)
	if escaped {
		r.scratch = appendUnescaped(r.scratch[:0], r.doc[start+1:end-1])
		return string(r.scratch)
	}
	return r.text(start+1, end-1)
}

// Literal consumes a number and returns its text, which shares memory as [Reader.Text] does.
func (r *Reader) Literal() string {
	if !r.expect(Number) {
		return ""
	}
	start := r.pos
	if !r.scalar() {
		return ""
	}
	return r.text(start, r.end)
}

// The strings of a large document are parts of chunks, unless they are long.
const (
	chunkSize = 8 << 10
	longText  = chunkSize / 8
)

// text returns the document from start to end as a string.
func (r *Reader) text(start, end int) string {
	switch {
	case len(r.doc) <= ShareLimit:
		if r.shared == "" {
			r.shared = string(r.doc)
		}
		return r.shared[start:end]
	case end-start > longText:
		return string(r.doc[start:end])
	}
	if r.chunk.Cap()-r.chunk.Len() < end-start {
		r.chunk.Reset()
		r.chunk.Grow(chunkSize)
	}
	from := r.chunk.Len()
	r.chunk.Write(r.doc[start:end])
	return r.chunk.String()[from:]
}

// nameCache saves the copies of names in documents above ShareLimit, where the same few
// names come again in each of many objects. It holds at most two short names a slot.
type nameCache [128][2]string

const maxCachedName = 32

// cached is a name as a string; where three names share a slot, it is a copy.
func (r *Reader) cached(name []byte) string {
	if len(name) > maxCachedName {
		return string(name)
	}
	if r.cache == nil {
		r.cache = new(nameCache)
	}
	key := keyOf(name)
	slot := &r.cache[(key^key>>32)*0x9E3779B97F4A7C15>>57]
	switch {
	case slot[0] == string(name):
		return slot[0]
	case slot[1] == string(name):
		return slot[1]
	}
	slot[0], slot[1] = string(name), slot[0]
	return slot[0]
}

// appendUnescaped appends the inside of a valid string, unescaped (RFC 8259 §7).
func appendUnescaped(b, inside []byte) []byte {
	b = slices.Grow(b, len(inside)) // an escape is no shorter than its character
	for {
		at := bytes.IndexByte(inside, '\\')
		if at < 0 {
			return append(b, inside...)
		}
		b = append(b, inside[:at]...)
		inside = inside[at+1:]
		c := inside[0]
		inside = inside[1:]
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			unit, _ := scanHex(inside)
			char := rune(unit)
			size := len("0000")
			if utf16.IsSurrogate(char) {
				low, _ := scanHex(inside[len(`0000\u`):])
				char = utf16.DecodeRune(char, rune(low))
				size = len(`0000\u0000`)
			}
			b = utf8.AppendRune(b, char)
			inside = inside[size:]
			continue
		}
		b = append(b, c) // a quote, a backslash and a slash stand for themselves
	}
}

// Unquote returns the text of a JSON string; ok is false for any other text.
func Unquote(doc []byte) (text string, ok bool) {
	var r Reader
	r.Reset(doc, Limits{})
	text = r.Text()
	return text, r.End() == nil
}
