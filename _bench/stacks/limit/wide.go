package limit

import (
	"fmt"
	"strconv"
	"strings"

	"bench/more"
)

type wide struct {
	texts   [more.Texts]string
	numbers [more.Numbers]int64
	flags   [more.Flags]bool
}

// members are how many members a wide object has.
const members = more.Texts + more.Numbers + more.Flags

// Names of members in their order, the same with quotes and colon after a comma, and their places.
var (
	wideNames, wideKeys, widePlaces = func() (names, keys []string, places map[string]int) {
		places = map[string]int{}
		for _, group := range []struct {
			name string
			n    int
		}{{"text", more.Texts}, {"number", more.Numbers}, {"flag", more.Flags}} {
			for i := range group.n {
				name := fmt.Sprintf("%s%02d", group.name, i)
				places[name] = len(names)
				names, keys = append(names, name), append(keys, `,"`+name+`":`)
			}
		}
		return names, keys, places
	}()
	notBoolean = broken("type", "must be true or false", `"expected":"boolean"`)
)

func (x *exchange) wide(v *wide) {
	if x.kind() != '{' {
		x.refuseType(&notObject)
		return
	}
	x.i++
	var seen uint
	n, next := len(x.path), 0
	for first := true; x.more(first, '}'); first = false {
		var member int
		if next < members && strings.HasPrefix(x.s[x.i:], wideKeys[next][1:]) { // in the usual order
			member = next
			x.i += len(wideKeys[next]) - 1
			x.path = append(append(x.path[:n], '/'), wideNames[next]...)
		} else {
			name, ok := x.name(), false
			x.path = append(append(x.path[:n], '/'), name...)
			if member, ok = widePlaces[name]; !ok {
				x.note(&unknown)
				x.skip(64)
				continue
			}
		}
		next = member + 1
		switch {
		case member < more.Texts:
			s := x.words()
			x.length(s, 0, 40, &beyond40)
			v.texts[member] = s
		case member < more.Texts+more.Numbers:
			v.numbers[member-more.Texts] = x.integer(0, 1_000_000, &below0, &above1000000)
		default:
			v.flags[member-more.Texts-more.Numbers] = x.boolean()
		}
		if seen&(1<<member) != 0 {
			x.fail()
		}
		seen |= 1 << member
	}
	const all = 1<<members - 1
	if x.path = x.path[:n]; seen != all && !x.broken {
		x.absent(seen, all, wideNames)
	}
}

func (c *cursor) boolean() bool {
	switch b := c.kind(); {
	case b == 't' && strings.HasPrefix(c.s[c.i:], "true"):
		c.i += len("true")
		return true
	case b == 'f' && strings.HasPrefix(c.s[c.i:], "false"):
		c.i += len("false")
		return false
	}
	c.refuseType(&notBoolean)
	return false
}

func appendWide(b []byte, v *wide) []byte {
	start := len(b)
	for i, s := range v.texts {
		b = appendText(append(b, wideKeys[i]...), s)
	}
	for i, n := range v.numbers {
		b = strconv.AppendInt(append(b, wideKeys[more.Texts+i]...), n, 10)
	}
	for i, is := range v.flags {
		b = strconv.AppendBool(append(b, wideKeys[more.Texts+more.Numbers+i]...), is)
	}
	b[start] = '{'
	return append(b, '}')
}
