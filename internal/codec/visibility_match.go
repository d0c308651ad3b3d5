package codec

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/place"
)

// keyed is a codec whose values have a key, which identifies items of a list before and after a
// change.
type keyed interface {
	hasKey() bool
	// appendKey writes the key of a value; a nil value has none.
	appendKey(e *Encoder, a place.Addr) bool
}

func keyOf(c Codec) (keyed, bool) {
	k, ok := c.(keyed)
	return k, ok && k.hasKey()
}

func (c *ruleCodec) hasKey() bool {
	_, ok := keyOf(c.inner)
	return ok
}

func (c *ruleCodec) appendKey(e *Encoder, a place.Addr) bool { return c.inner.(keyed).appendKey(e, a) }

func (c *pointer) hasKey() bool {
	_, ok := keyOf(c.inner)
	return ok
}

func (c *pointer) appendKey(e *Encoder, a place.Addr) bool {
	return there(a) && c.inner.(keyed).appendKey(e, place.Load(a))
}

// hasKey reports whether visible members identify a value.
func (o *Object) hasKey() bool {
	return slices.ContainsFunc(o.members, func(m objectMember) bool { return m.node.Key })
}

func (o *Object) appendKey(e *Encoder, t place.Addr) bool {
	for i := range o.members {
		if m := &o.members[i]; m.node.Key {
			m.field.encode(e, t)
			e.write(",")
		}
	}
	return e.Err() == nil
}

func (u *union) hasKey() bool {
	return !slices.ContainsFunc(u.cases, func(k unionCase) bool { _, ok := keyOf(k.codec); return !ok })
}

func (u *union) appendKey(e *Encoder, t place.Addr) bool {
	for i := range u.cases {
		if inside, ok := u.cases[i].Unwrap(t); ok && u.cases[i].codec.(keyed).appendKey(e, inside) {
			e.B = strconv.AppendInt(e.B, int64(i), 10)
			return true
		}
	}
	return false
}

// replace keeps hidden parts of items that stay, which their keys identify. Without keys the client
// must send the visible part of the list unchanged: which item lost what is unknown otherwise.
func (c *array) replace(r *Report, dst, src place.Addr) bool {
	hidden := c.scopes.hiddenFrom(r.Grants)
	if hidden == nil || place.Len(dst) == 0 {
		return false
	}
	key, ok := keyOf(c.item)
	switch {
	case ok:
		c.match(r, key, dst, src)
	case !c.same(r.Grants, dst, src):
		r.Add(hidden)
	}
	return true
}

// match sets dst to the items that a client sent, each with the hidden parts of the old item with
// its key.
func (c *array) match(r *Report, key keyed, dst, src place.Addr) {
	known := map[string][]int{}
	var e Encoder
	keyed := func(a place.Addr) (string, bool) {
		e.Canonical(e.B[:0])
		ok := key.appendKey(&e, a)
		return string(e.B), ok
	}
	was := place.Header(dst)
	for i := range place.Len(was) {
		if k, ok := keyed(c.items.at(was, i)); ok {
			known[k] = append(known[k], i)
		}
	}
	n := place.Len(src)
	c.items.Make(dst, n)
	for i := range n {
		item, sent := c.items.at(dst, i), c.items.at(src, i)
		c.items.Item.Assign(item, sent)
		k, ok := keyed(item)
		if !ok || len(known[k]) == 0 {
			continue // a new one
		}
		c.items.Item.Assign(item, c.items.at(was, known[k][0]))
		known[k] = known[k][1:]
		mark := r.Mark()
		if !replace(c.item, r, item, sent) {
			c.items.Item.Assign(item, sent)
		}
		r.At(mark, i)
	}
}

// same reports whether the visible parts of two lists are equal.
func (c *array) same(grants Grants, a, b place.Addr) bool {
	write := func(items place.Addr) ([]byte, error) {
		e := Encoder{Grants: grants}
		e.Canonical(nil)
		c.Encode(&e, items)
		return e.B, e.Err()
	}
	before, err := write(a)
	after, failed := write(b)
	return err == nil && failed == nil && bytes.Equal(before, after)
}

// replace keeps hidden parts, unless the value is of another case.
func (u *union) replace(r *Report, dst, src place.Addr) bool {
	if u.scopes.hiddenFrom(r.Grants) == nil {
		return false
	}
	for i := range u.cases {
		k := &u.cases[i]
		before, was := k.Unwrap(dst)
		after, is := k.Unwrap(src)
		if was && is && replace(k.codec, r, before, after) {
			k.Wrap(dst, before)
			return true
		}
	}
	return false
}
