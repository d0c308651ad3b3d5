package limit

import (
	"fmt"
	"math"
	"strconv"

	"bench/more"
)

type shape struct {
	kind int
	name string
	size int64
}

type drawing struct{ shapes []shape }

// The kinds, the names of their sizes, and what a response has of them.
var kinds = func() (all [more.Cases]struct{ kind, size, begin, middle string }) {
	for i := range all {
		k := &all[i]
		k.kind, k.size = fmt.Sprintf("k%02d", i), fmt.Sprintf("size%02d", i)
		k.begin, k.middle = `{"kind":"`+k.kind+`","name":`, `,"`+k.size+`":`
	}
	return all
}()

var notKind = broken("one_of", "must be one of the kinds", `"values":[]`)

func (x *exchange) drawing(d *drawing) {
	x.array("shapes", 100, &moreThan100, func(int) {
		if d.shapes == nil {
			d.shapes = make([]shape, 0, 36)
		}
		d.shapes = append(d.shapes, shape{})
		x.shape(&d.shapes[len(d.shapes)-1])
	})
}

func (x *exchange) shape(s *shape) {
	if x.kind() != '{' {
		x.refuseType(&notObject)
		return
	}
	if s.kind = x.tag(); s.kind < 0 {
		x.note(&notKind)
		x.skip(64)
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
		case "kind":
			member = 1
			x.words()
		case "name":
			member = 2
			s.name = x.words()
			x.length(s.name, 1, 40, &beyond40)
		case kinds[s.kind].size:
			member = 4
			s.size = x.integer(0, math.MaxInt64, &below0, &below0)
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
	if x.path = x.path[:n]; seen != 7 && !x.broken {
		x.absent(seen, 7, []string{"kind", "name", kinds[s.kind].size})
	}
}

// tag returns the kind of an object and consumes nothing. It is usually the first member.
func (x *exchange) tag() int {
	place := x.i
	defer func() {
		if !x.broken {
			x.i = place
		}
	}()
	x.i++
	for first := true; x.more(first, '}'); first = false {
		if x.name() != "kind" {
			x.skip(64)
			continue
		}
		if x.kind() != '"' {
			return -1
		}
		kind := x.text()
		if len(kind) != 3 || kind[0] != 'k' {
			return -1
		}
		i, ok := pair(kind, 1)
		if !ok || i >= more.Cases {
			return -1
		}
		return i
	}
	return -1
}

func appendDrawing(b []byte, d *drawing) []byte {
	b = append(b, `{"shapes":[`...)
	for i := range d.shapes {
		s := &d.shapes[i]
		if i > 0 {
			b = append(b, ',')
		}
		k := &kinds[s.kind]
		b = appendText(append(b, k.begin...), s.name)
		b = strconv.AppendInt(append(b, k.middle...), s.size, 10)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}
