package limit

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"
)

type person struct{ name, street, city, notes string }

type crowd struct{ people []person }

var (
	beyond40, beyond60, beyond200 = longest("40"), longest("60"), longest("200")
	moreThan100                   = most("100")
	above1000000                  = atMost("1000000")
)

// array reads the array of an object with one member.
func (x *exchange) array(member string, most int, above *issue, item func(i int)) {
	if x.kind() != '{' {
		x.refuseType(&notObject)
		return
	}
	x.i++
	seen := false
	n := len(x.path)
	for first := true; x.more(first, '}'); first = false {
		name := x.name()
		x.path = append(append(x.path[:n], '/'), name...)
		if name != member || seen {
			x.note(&unknown)
			x.skip(64)
			continue
		}
		seen = true
		x.items(most, above, item)
	}
	if x.path = x.path[:n]; !seen && !x.broken {
		x.under(member, &required)
	}
}

// items reads an array.
func (x *exchange) items(most int, above *issue, item func(i int)) {
	if x.kind() != '[' {
		x.refuseType(&notArray)
		return
	}
	x.i++
	i, n := 0, len(x.path)
	for first := true; x.more(first, ']'); first = false {
		x.item(n, i)
		item(i)
		i++
	}
	if x.path = x.path[:n]; i > most {
		x.note(above)
	}
}

func (x *exchange) people(c *crowd) {
	x.array("people", 100, &moreThan100, func(int) {
		if c.people == nil {
			c.people = make([]person, 0, 20)
		}
		c.people = append(c.people, person{})
		x.person(&c.people[len(c.people)-1])
	})
}

func (x *exchange) person(p *person) {
	if x.kind() != '{' {
		x.refuseType(&notObject)
		return
	}
	x.i++
	var seen uint
	n := len(x.path)
	for first := true; x.more(first, '}'); first = false {
		name := x.name()
		x.path = append(append(x.path[:n], '/'), name...)
		var member uint
		switch name {
		case "name":
			member = 1
			p.name = x.long(40, &beyond40)
		case "street":
			member = 2
			p.street = x.long(60, &beyond60)
		case "city":
			member = 4
			p.city = x.long(40, &beyond40)
		case "notes":
			member = 8
			p.notes = x.long(200, &beyond200)
		default:
			x.note(&unknown)
			x.skip(64)
			continue
		}
		if seen&member != 0 {
			x.fail()
		}
		seen |= member
	}
	if x.path = x.path[:n]; seen != 15 && !x.broken {
		x.absent(seen, 15, []string{"name", "street", "city", "notes"})
	}
}

// long reads a text of 1 to most characters: it finds the quote first, and looks at eight bytes
// at a time for what is not plain. Texts that are not ASCII are checked by package utf8.
func (x *exchange) long(most int, beyond *issue) string {
	if x.kind() != '"' {
		x.refuseType(&notText)
		return ""
	}
	start := x.i + 1
	n := strings.IndexByte(x.s[start:], '"')
	if n < 0 {
		x.fail()
		return ""
	}
	s := x.s[start : start+n]
	switch marks := strange(s); {
	case marks == 0:
		x.i = start + n + 1
	case marks == notASCII && utf8.ValidString(s):
		x.i = start + n + 1
	default:
		s = x.text()
	}
	x.length(s, 1, most, beyond)
	return s
}

// What strange finds.
const (
	special = 1 << iota
	notASCII
)

// strange reports whether a text has characters that JSON escapes, or that are not ASCII.
func strange(s string) (found int) {
	const ones = math.MaxUint64 / 0xff
	var marks, highs uint64
	for ; len(s) >= 8; s = s[8:] {
		w := binary.LittleEndian.Uint64([]byte(s[:8]))
		highs |= w
		marks |= ((w - ' '*ones) | (w ^ '"'*ones - ones) | (w ^ '\\'*ones - ones)) &^ w
	}
	for i := range len(s) {
		highs |= uint64(s[i])
		if s[i] < utf8.RuneSelf && !plain[s[i]] {
			found = special
		}
	}
	if marks&(0x80*ones) != 0 {
		found = special
	}
	if highs&(0x80*ones) != 0 {
		found |= notASCII
	}
	return found
}

func appendPeople(b []byte, c *crowd) []byte {
	b = append(b, `{"people":[`...)
	for i := range c.people {
		p := &c.people[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendLong(append(b, `{"name":`...), p.name)
		b = appendLong(append(b, `,"street":`...), p.street)
		b = appendLong(append(b, `,"city":`...), p.city)
		b = appendLong(append(b, `,"notes":`...), p.notes)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// appendLong appends a text that is known to be valid UTF-8.
func appendLong(b []byte, s string) []byte {
	if strange(s)&special != 0 {
		return appendText(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}
