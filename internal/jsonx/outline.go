package jsonx

import (
	"cmp"
	"math"
	"slices"
)

// An outline has the positions of the containers in a checked part of the document, so that
// they can be skipped without reading them again.
type outline struct {
	from, to int
	spans    []span   // by their start
	open     []uint32 // those that have not ended while it is made
}

// span is where a container begins and ends.
type span struct{ start, end uint32 }

func (o *outline) reset() {
	o.from, o.to = 0, 0
	if cap(o.spans) > keepLimit/8 {
		o.spans = nil
	}
	o.spans = o.spans[:0]
}

func (o *outline) covers(at int) bool { return o.from <= at && at < o.to }

// end returns the end of the container that begins at an offset.
func (o *outline) end(at int) int {
	i, _ := slices.BinarySearchFunc(o.spans, uint32(at), func(s span, at uint32) int { return cmp.Compare(s.start, at) })
	return int(o.spans[i].end)
}

// survey makes the outline of the next value, a container, and consumes nothing. A value
// inside one that has an outline costs nothing more, so that all outlines of a document
// take one pass over it. It reports false at a fault.
func (r *Reader) survey() bool {
	if r.outline.covers(r.pos) {
		return true
	}
	place, o := r.Place(), &r.outline
	o.reset()
	if uint64(len(r.doc)) > math.MaxUint32 {
		r.fail(Values, r.pos, "")
		return false
	}
	outer := len(r.open)
	o.open = o.open[:0]
	for r.surveyed(); len(r.open) > outer && r.fault == nil; {
		inside := len(r.open)
		if r.open[inside-1].object {
			r.name()
		} else {
			r.Item()
		}
		if len(r.open) < inside {
			last := len(o.open) - 1
			o.spans[o.open[last]].end = uint32(r.end)
			o.open = o.open[:last]
			continue
		}
		switch r.Kind() {
		case Object, Array:
			r.surveyed()
		case Invalid:
			return false
		default:
			r.scalar()
		}
	}
	if r.fault != nil {
		return false
	}
	o.from, o.to = place.pos, r.end
	r.Return(place)
	return true
}

// Outline checks the next value, and consumes nothing. It and the values inside it can be
// skipped in no time then, however often they are. ok is false at a fault.
func (r *Reader) Outline() (ok bool) {
	if kind := r.Kind(); kind == Object || kind == Array {
		return r.survey()
	}
	return r.fault == nil
}

// surveyed enters a container and records where it begins.
func (r *Reader) surveyed() {
	o := &r.outline
	o.open = append(o.open, uint32(len(o.spans)))
	o.spans = append(o.spans, span{start: uint32(r.pos)})
	r.enter()
}

// Place is the beginning of a value.
type Place struct {
	end, pos int
	ahead    Kind
}

// Place returns the place of the next value, which can be read again after
// [Reader.Return].
func (r *Reader) Place() Place {
	r.Kind()
	return Place{r.end, r.pos, r.ahead}
}

// Offset returns the offset of the value in the document.
func (p Place) Offset() int { return p.pos }

// Return goes back to a value that has been read as a whole, if there was no fault.
func (r *Reader) Return(p Place) {
	if r.fault == nil {
		r.end, r.pos, r.ahead, r.between = p.end, p.pos, p.ahead, false
	}
}

// Glance iterates over the members of an object without consuming it, to choose how to read
// it.
type Glance struct {
	r     *Reader
	at    int  // behind the last member
	value int  // where the value of the last one begins
	first bool // no member has been passed
}

// Glance returns an iterator over the next value, an object, and consumes nothing. However deep
// objects lie inside each other, to glance at each of them takes as long as to read
// them twice. ok is false at a fault.
func (r *Reader) Glance() (g Glance, ok bool) {
	if !r.expect(Object) || !r.survey() {
		return g, false
	}
	return Glance{r: r, at: r.pos + 1, first: true}, true
}

// Next returns the name of the next member, which is valid until the next call of a
// method.
func (g *Glance) Next() (name []byte, ok bool) {
	doc := g.r.doc
	at := g.r.space(g.at)
	if doc[at] == '}' {
		return nil, false
	}
	if !g.first {
		at = g.r.space(at + 1)
	}
	g.first = false
	name, at = g.text(at)
	g.value = g.r.space(g.r.space(at) + 1)
	switch kinds[doc[g.value]] {
	case Object, Array:
		g.at = g.r.outline.end(g.value)
	case String:
		g.at, _, _ = scanString(doc, g.value)
	case Number:
		g.at, _ = scanNumber(doc, g.value)
	case False:
		g.at = g.value + len("false")
	default:
		g.at = g.value + len("null")
	}
	return name, true
}

// text returns the string that begins at an offset, unescaped, and its end.
func (g *Glance) text(at int) (text []byte, end int) {
	end, escaped, _ := scanString(g.r.doc, at)
	if !escaped {
		return g.r.doc[at+1 : end-1], end
	}
	g.r.scratch = appendUnescaped(g.r.scratch[:0], g.r.doc[at+1:end-1])
	return g.r.scratch, end
}

// Kind returns the kind of the last member's value.
func (g *Glance) Kind() Kind { return kinds[g.r.doc[g.value]] }

// Text returns the value of the last member, a string. It is valid until the next call of a
// method.
func (g *Glance) Text() []byte {
	text, _ := g.text(g.value)
	return text
}

// Literal returns the text of the last member's value, a number.
func (g *Glance) Literal() []byte { return g.r.doc[g.value:g.at] }

// FirstText returns the value of the next object's first member, if it has the name
// of key and is a string without escapes. It consumes nothing, and does not check what
// follows.
func (r *Reader) FirstText(key *Key) (text []byte, ok bool) {
	if r.Kind() != Object {
		return nil, false
	}
	at := r.space(r.pos + 1)
	if at > len(r.doc) || !key.begins(r.doc[at:]) {
		return nil, false
	}
	at = r.space(at + len(key.text))
	if r.byteAt(at) != '"' {
		return nil, false
	}
	end, escaped, ok := scanString(r.doc, at)
	if !ok || escaped {
		return nil, false
	}
	return r.doc[at+1 : end-1], true
}
