package shapes

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// initialisms are words that Go writes in capitals.
const initialisms = " api css db dns eof html http https id ip json jwt ok os pdf sku sql ssh tcp tls ttl tz udp ui uri url utf8 uuid vat vm xml "

// exported makes a Go identifier of a name on the wire: created_at is CreatedAt, and
// image_url is ImageURL.
func exported(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.Contains(initialisms, " "+strings.ToLower(word)+" ") {
			b.WriteString(strings.ToUpper(word))
			continue
		}
		r, size := utf8.DecodeRuneInString(word)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(word[size:])
	}
	id := b.String()
	if r, _ := utf8.DecodeRuneInString(id); !unicode.IsUpper(r) {
		id = "X" + id // a digit, a letter without capitals, or nothing
	}
	return id
}

// unexported is exported for a name that stays in its package.
func unexported(id string) string {
	upper := 0
	for upper < len(id) && id[upper] >= 'A' && id[upper] <= 'Z' {
		upper++
	}
	if upper > 1 && upper < len(id) {
		upper-- // the last capital begins a word: URLPath
	}
	id = strings.ToLower(id[:upper]) + id[upper:]
	if r, size := utf8.DecodeRuneInString(id); upper == 0 {
		id = string(unicode.ToLower(r)) + id[size:]
	}
	if token.IsKeyword(id) {
		id += "_"
	}
	return id
}

// snake makes a name on the wire of a Go identifier, as prop.Object does: CreatedAt is
// created_at, and ImageURL is image_url.
func snake(id string) string {
	b := make([]byte, 0, len(id)+4)
	small := func(i int) bool { return i < len(id) && id[i] >= 'a' && id[i] <= 'z' }
	for i := 0; i < len(id); i++ {
		c := id[i]
		if c < 'A' || c > 'Z' {
			b = append(b, c)
			continue
		}
		// A capital begins a word after a small letter, or before one.
		if i > 0 && (small(i-1) || small(i+1)) {
			b = append(b, '_')
		}
		b = append(b, c+'a'-'A')
	}
	return string(b)
}

// scope is a set of names that are taken.
type scope map[string]bool

// free takes a name, with a number where it is taken already.
func (s scope) free(id string) string {
	name := id
	for n := 2; s[name]; n++ {
		name = id + strconv.Itoa(n)
	}
	s[name] = true
	return name
}
