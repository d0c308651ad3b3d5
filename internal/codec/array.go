package codec

import (
	"bytes"
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

type array struct {
	expected *Issue
	item     Codec
	items    *Items
	text     *Text // nil if items have no text
	counts   counts
	unique   *Issue // nil: items may be equal
	strings  bool   // an item is a string without a codec of its own
	scopes   scopeSets
}

// Array compiles a property of an array type.
func Array(item Form, items *Items) func(*Compiler, *tree.Prop) Codec {
	return func(c *Compiler, n *tree.Prop) Codec {
		l := &array{expected: Expected(n.Type.Word()), item: item.Compile(c.in(c.Mode.Nested())), items: items, counts: countsOf(n, tree.AboutItems), scopes: scopeSets{of: n.Type}}
		l.text = TextOf(l.item)
		if slices.Contains(n.Rules, tree.Rule(tree.Unique{})) {
			l.unique = ruleIssue(n, tree.Unique{})
		}
		_, l.strings = l.item.(*text)
		if l.text != nil {
			return &textArray{l}
		}
		inner, _ := unwrapRules(l.item)
		if files, ok := inner.(fileItem); ok {
			return files.array(l)
		}
		return l
	}
}

// fileItem is a codec of items that may be files.
type fileItem interface {
	// array returns the codec of a list of them.
	array(l *array) Codec
}

// ForkItems returns a function that makes a list share nothing that can change.
func ForkItems(item Form, items *Items) func(a place.Addr) {
	return func(a place.Addr) {
		items.fork(a)
		if item.Fork == nil {
			return
		}
		for i := range place.Len(a) {
			item.Fork(items.at(a, i))
		}
	}
}

// firstItems is the initial capacity of a list.
const firstItems = 4

func (c *array) Decode(d *Decoder, a place.Addr) {
	if d.Kind() != jsonx.Array {
		d.rejectType(c.expected)
		return
	}
	c.items.Make(a, 0)
	start := d.Mark()
	n, most := 0, d.MaxItems()
	for d.Array(); d.Item(); n++ {
		last := place.Len(a)
		switch {
		case c.counts.max >= 0 && n >= c.counts.max:
			d.Skip() // the violation of the count is enough
			continue
		case c.counts.max < 0 && n >= most:
			d.TooManyItems()
			return
		case last > 0 && d.isFull(start):
			last-- // nothing uses the values
			c.items.Item.Reset(c.items.at(a, last))
		default:
			if last == place.Cap(a) {
				c.items.grow(a, room(last, c.counts.max))
			}
			place.Resize(a, last+1)
		}
		mark := d.Mark()
		c.item.Decode(d, c.items.at(a, last))
		d.At(mark, n)
	}
	c.counts.check(&d.Report, int64(n))
	c.checkUnique(&d.Report, a, start)
}

// room returns the capacity to grow to from n items, at most limit unless that is negative.
func room(n, limit int) int {
	room := max(2*n, firstItems)
	if limit >= 0 {
		room = min(room, max(limit, n+1))
	}
	return room
}

// checkUnique reports items that occur twice, if that is forbidden and every item is valid.
func (c *array) checkUnique(r *Report, a place.Addr, start int) {
	if c.unique != nil && !r.Since(start) {
		distinct(r, c.unique, place.Len(a), func(e *Encoder, i int) { c.item.Encode(e, c.items.at(a, i)) })
	}
}

func (c *array) Check(r *Report, a place.Addr) {
	start := r.Mark()
	if !r.enter() {
		return
	}
	n := place.Len(a)
	for i := range n {
		if c.counts.max >= 0 && i >= c.counts.max {
			break // as in Decode
		}
		mark := r.Mark()
		c.item.Check(r, c.items.at(a, i))
		r.At(mark, i)
	}
	r.leave()
	c.counts.check(r, int64(n))
	c.checkUnique(r, a, start)
}

// fewItems is the greatest length for which comparing all pairs is faster than hashing.
const fewItems = 16

// distinct adds an issue for each item that equals an earlier one. Items are equal if their
// canonical JSON texts are.
func distinct(r *Report, issue *Issue, n int, write func(e *Encoder, i int)) {
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
		r.Add(issue)
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

func (c *array) Encode(e *Encoder, a place.Addr) {
	if !e.enter() {
		return
	}
	if c.strings {
		appendStrings(e, *place.To[[]string](a))
		e.leave()
		return
	}
	start, n := len(e.B), place.Len(a)
	e.B = append(e.B, '[')
	for i := range n {
		if i > 0 {
			e.B = append(e.B, ',')
		}
		if i == sampled { // the others are about as long
			e.B = slices.Grow(e.B, min((len(e.B)-start)*(n-i+1)/i, mostGrown))
		}
		c.item.Encode(e, c.items.at(a, i))
		if e.err != nil {
			e.under(Segment{"", i})
			return
		}
	}
	e.B = append(e.B, ']')
	e.leave()
}

// After so many items of an array the buffer grows for all of them, at most by so much at once.
const (
	sampled   = 16
	mostGrown = 1 << 20
)

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

// textArray is an array whose items have a text.
type textArray struct{ *array }

// ParseTexts implements half of [Texts].
func (c *textArray) ParseTexts(r *Report, texts []string, a place.Addr) {
	start := r.Mark()
	n := len(texts)
	if c.counts.max >= 0 {
		n = min(n, c.counts.max)
	}
	if n > place.Cap(a) {
		c.items.Make(a, n)
	}
	place.Resize(a, n) // reuse the memory of the cell
	for i := range n {
		item := c.items.at(a, i)
		c.items.Item.Reset(item)
		mark := r.Mark()
		c.text.ParseText(r, texts[i], item)
		r.At(mark, i)
	}
	c.counts.check(r, int64(len(texts)))
	c.checkUnique(r, a, start)
}

// AppendTexts implements half of [Texts].
func (c *textArray) AppendTexts(texts []string, a place.Addr) []string {
	for i := range place.Len(a) {
		texts = append(texts, string(c.text.AppendText(nil, c.items.at(a, i))))
	}
	return texts
}

// Items describes a Go slice type.
type Items struct {
	List, Item *Type
	// remake puts a new slice of n items, with capacity room, into a place; keep copies the items
	// that are there to it.
	remake func(a place.Addr, n, room int, keep bool)
}

// ItemsOf describes []E.
//
//go:noinline
func ItemsOf[E any](item *Type) *Items {
	return &Items{TypeOf[[]E](), item, func(a place.Addr, n, room int, keep bool) {
		s := make([]E, n, room)
		if keep {
			copy(s, *place.To[[]E](a))
		}
		*place.To[[]E](a) = s
	}}
}

// Cell returns the address of an item of the slice at a as a *E.
func (t *Items) Cell(a place.Addr, i int) any { return t.Item.Cell(t.at(a, i)) }

// Value returns an item of the slice at a as an E.
func (t *Items) Value(a place.Addr, i int) any { return t.Item.Value(t.at(a, i)) }

// Make puts a new slice of n items into a place.
func (t *Items) Make(a place.Addr, n int) { t.remake(a, n, n, false) }

// grow reallocates the slice in a place with capacity room.
func (t *Items) grow(a place.Addr, room int) { t.remake(a, place.Len(a), room, true) }

// at returns the address of an item.
func (t *Items) at(a place.Addr, i int) place.Addr { return place.Item(a, i, t.Item.Size) }

// fork copies the slice at a.
func (t *Items) fork(a place.Addr) {
	old := place.Header(a)
	n := place.Len(old)
	t.Make(a, n)
	for i := range n {
		t.Item.Assign(t.at(a, i), t.at(old, i))
	}
}

// Append adds a copy of the value at v to the slice at a.
func (t *Items) Append(a, v place.Addr) {
	n := place.Len(a)
	t.grow(a, n+1)
	place.Resize(a, n+1)
	t.Item.Assign(t.at(a, n), v)
}
