package codec

import (
	"bytes"
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

type list[E any] struct {
	expected *Issue
	item     Codec[E]
	text     Text[E] // zero where an item has no text
	min, max int     // -1: no bound
	few      *Issue
	many     *Issue
	unique   bool
	strings  bool // E is string, and an item is written as it is
	secrets  secrets
}

// List compiles a property of an array type.
func List[E any](item Form[E]) func(*Compiler, *ir.Prop) Codec[[]E] {
	return func(c *Compiler, n *ir.Prop) Codec[[]E] {
		l := &list[E]{expected: Expected(n.Type.Word()), item: item.Compile(c.in(c.Mode.Nested())), min: -1, max: -1, secrets: secretsOf(n)}
		l.text, _ = TextOf(l.item)
		for _, r := range n.Rules {
			switch r := r.(type) {
			case ir.MinItems:
				l.min, l.few = r.N, ruleIssue(r)
			case ir.MaxItems:
				l.max, l.many = r.N, ruleIssue(r)
			case ir.Unique:
				l.unique = true
			}
		}
		_, l.strings = any(l.item).(*text[string])
		if l.text.ParseText != nil {
			return &textList[E]{l}
		}
		if one, ok := filesOf(l.item); ok {
			return &fileList[E]{l, one}
		}
		return l
	}
}

// firstItems is the room that a list starts with.
const firstItems = 4

func (c *list[E]) Decode(d *Decoder, v *[]E) {
	if d.Kind() != jsonx.Array {
		d.refuse(c.expected)
		return
	}
	out := []E{}
	start := d.Mark()
	n, most := 0, d.MaxItems()
	for d.Array(); d.Item(); n++ {
		last := len(out)
		switch {
		case c.max >= 0 && n >= c.max:
			d.Skip() // one violation says it; the rest need no reading
			continue
		case c.max < 0 && n >= most:
			d.TooManyItems()
			return
		case last > 0 && d.hopeless(start):
			last-- // nobody will see the values
			out[last] = *new(E)
		case last == cap(out):
			out = grow(out, c.max)
			fallthrough
		default:
			out = out[:last+1]
		}
		mark := d.Mark()
		c.item.Decode(d, &out[last])
		d.At(mark, n)
	}
	*v = out
	c.count(&d.Report, n)
	if c.unique && !d.Since(start) {
		distinct(&d.Report, len(out), func(e *Encoder, i int) { c.item.Encode(e, &out[i]) })
	}
}

// grow makes room for more items, at most limit if that is not negative.
func grow[E any](s []E, limit int) []E {
	room := max(2*cap(s), firstItems)
	if limit >= 0 {
		room = min(room, max(limit, len(s)+1))
	}
	return append(make([]E, 0, room), s...)
}

func (c *list[E]) count(r *Report, n int) {
	if c.min >= 0 && n < c.min {
		r.Note(c.few)
	}
	if c.max >= 0 && n > c.max {
		r.Note(c.many)
	}
}

func (c *list[E]) Inspect(r *Report, v *[]E) {
	start := r.Mark()
	if !r.enter() {
		return
	}
	for i := range *v {
		if c.max >= 0 && i >= c.max {
			break // as one that is read
		}
		mark := r.Mark()
		c.item.Inspect(r, &(*v)[i])
		r.At(mark, i)
	}
	r.leave()
	c.count(r, len(*v))
	if c.unique && !r.Since(start) {
		distinct(r, len(*v), func(e *Encoder, i int) { c.item.Encode(e, &(*v)[i]) })
	}
}

// fewItems is up to which length comparing every pair beats hashing.
const fewItems = 16

// distinct notes each item that equals an earlier one. Two items are equal when
// their JSON texts are: a codec writes equal values alike.
func distinct(r *Report, n int, write func(e *Encoder, i int)) {
	if n < 2 {
		return
	}
	var e Encoder
	var buf [256]byte
	e.Reset(buf[:0])
	e.canonical = true
	ends := make([]int, n)
	for i := range n {
		write(&e, i)
		ends[i] = len(e.B)
	}
	if e.Err() != nil {
		return
	}
	at := func(i int) []byte {
		if i == 0 {
			return e.B[:ends[0]]
		}
		return e.B[ends[i-1]:ends[i]]
	}
	note := func(i int) {
		mark := r.Mark()
		r.Note(issueUnique)
		r.At(mark, i)
	}
	if n <= fewItems {
		for i := 1; i < n; i++ {
			for j := range i {
				if bytes.Equal(at(i), at(j)) {
					note(i)
					break
				}
			}
		}
		return
	}
	seen := make(map[string]struct{}, n)
	for i := range n {
		if _, dup := seen[string(at(i))]; dup {
			note(i)
			continue
		}
		seen[string(at(i))] = struct{}{}
	}
}

func (c *list[E]) Encode(e *Encoder, v *[]E) {
	if !e.enter() {
		return
	}
	if c.strings {
		appendStrings(e, *any(v).(*[]string))
		e.leave()
		return
	}
	e.B = append(e.B, '[')
	for i := range *v {
		if i > 0 {
			e.B = append(e.B, ',')
		}
		c.item.Encode(e, &(*v)[i])
		if e.err != nil {
			e.under(Segment{"", i})
			return
		}
	}
	e.B = append(e.B, ']')
	e.leave()
}

func appendStrings(e *Encoder, items []string) {
	b := append(e.B, '[')
	for i, s := range items {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = jsonx.AppendString(b, s); err != nil {
			e.fail(errUTF8)
			e.under(Segment{"", i})
			return
		}
	}
	e.keep(append(b, ']'))
}

// textList is a list whose items have text.
type textList[E any] struct{ *list[E] }

// ParseTexts is half of [Texts].
func (c *textList[E]) ParseTexts(r *Report, texts []string, v *[]E) {
	start := r.Mark()
	n := len(texts)
	if c.max >= 0 {
		n = min(n, c.max)
	}
	out := slices.Grow((*v)[:0], n)[:n] // what a cell has kept is used again
	clear(out)
	for i := range out {
		mark := r.Mark()
		c.text.ParseText(r, texts[i], &out[i])
		r.At(mark, i)
	}
	*v = out
	c.count(r, len(texts))
	if c.unique && !r.Since(start) {
		distinct(r, len(out), func(e *Encoder, i int) { c.item.Encode(e, &out[i]) })
	}
}

// AppendTexts is half of [Texts].
func (c *textList[E]) AppendTexts(texts []string, v *[]E) []string {
	for i := range *v {
		texts = append(texts, string(c.text.AppendText(nil, &(*v)[i])))
	}
	return texts
}
