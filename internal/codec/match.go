package codec

import (
	"bytes"
	"slices"
	"strconv"
)

// keyed is a codec whose values have a key, by which items of a list are the same
// before and after a change.
type keyed[P any] interface {
	hasKey() bool
	// appendKey writes the key of a value; a value that is nothing has none.
	appendKey(e *Encoder, v P) bool
}

func keyOf[P any](c codecAt[P]) (keyed[P], bool) {
	k, ok := c.(keyed[P])
	return k, ok && k.hasKey()
}

func (c *ruled[P]) hasKey() bool {
	_, ok := keyOf(c.inner)
	return ok
}

func (c *ruled[P]) appendKey(e *Encoder, v P) bool { return c.inner.(keyed[P]).appendKey(e, v) }

func (c *optional[P]) hasKey() bool {
	_, ok := keyOf(c.inner)
	return ok
}

func (c *optional[P]) appendKey(e *Encoder, v *P) bool {
	return there(*v) && c.inner.(keyed[P]).appendKey(e, *v)
}

// hasKey reports whether there are members that identify a value, which everybody
// sees and sends.
func (o *Object[P]) hasKey() bool {
	return slices.ContainsFunc(o.members, func(m objectMember[P]) bool { return m.node.Key })
}

func (o *Object[P]) appendKey(e *Encoder, t P) bool {
	for i := range o.members {
		if m := &o.members[i]; m.node.Key {
			m.field.Append(e, t)
			e.write(",")
		}
	}
	return e.Err() == nil
}

func (u *union[T]) hasKey() bool {
	return !slices.ContainsFunc(u.cases, func(k unionCase[T]) bool {
		v, ok := k.variant.(interface{ hasKey() bool })
		return !ok || !v.hasKey()
	})
}

func (u *union[T]) appendKey(e *Encoder, t *T) bool {
	for i := range u.cases {
		if k := u.cases[i].variant.(interface{ appendKey(*Encoder, *T) bool }); k.appendKey(e, t) {
			e.B = strconv.AppendInt(e.B, int64(i), 10)
			return true
		}
	}
	return false
}

func (k *caseOf[T, C]) hasKey() bool { return k.object.hasKey() }

func (k *caseOf[T, C]) appendKey(e *Encoder, t *T) bool {
	inside, ok := k.unwrap(*t)
	return ok && k.object.appendKey(e, &inside)
}

// replace keeps what is hidden from the client in items that stay. Those are told by
// their keys. Where items have none the list must be the one that is there, as the
// client sees it: nobody could tell which of the others lost what.
func (c *list[E]) replace(r *Report, dst, src *[]E) bool {
	hidden := c.secrets.from(r.Grants)
	if hidden == nil || len(*dst) == 0 {
		return false
	}
	key, ok := keyOf(c.item)
	switch {
	case ok:
		*dst = c.matched(r, key, *dst, *src)
	case !c.same(r.Grants, *dst, *src):
		r.Note(hidden)
	}
	return true
}

// matched are the items that a client sent, each with what is hidden in the one
// with its key that is there.
func (c *list[E]) matched(r *Report, key keyed[*E], there, sent []E) []E {
	known := map[string][]int{}
	var e Encoder
	keyed := func(v *E) (string, bool) {
		e.Canonical(e.B[:0])
		ok := key.appendKey(&e, v)
		return string(e.B), ok
	}
	for i := range there {
		if k, ok := keyed(&there[i]); ok {
			known[k] = append(known[k], i)
		}
	}
	out := slices.Clone(sent)
	for i := range out {
		k, ok := keyed(&out[i])
		if !ok || len(known[k]) == 0 {
			continue // a new one
		}
		before := there[known[k][0]]
		known[k] = known[k][1:]
		mark := r.Mark()
		if replace(c.item, r, &before, &out[i]) {
			out[i] = before
		}
		r.At(mark, i)
	}
	return out
}

// same reports whether somebody would have to send the same for two lists.
func (c *list[E]) same(who Grants, a, b []E) bool {
	write := func(items []E) ([]byte, error) {
		e := Encoder{Grants: who}
		e.Canonical(nil)
		c.Encode(&e, &items)
		return e.B, e.Err()
	}
	before, err := write(a)
	after, failed := write(b)
	return err == nil && failed == nil && bytes.Equal(before, after)
}

// replace keeps what is hidden from the client, unless the value is of another case.
func (u *union[T]) replace(r *Report, dst, src *T) bool {
	if u.secrets.from(r.Grants) == nil {
		return false
	}
	return slices.ContainsFunc(u.cases, func(k unionCase[T]) bool {
		v, ok := k.variant.(replacer[*T])
		return ok && v.replace(r, dst, src)
	})
}

func (k *caseOf[T, C]) replace(r *Report, dst, src *T) bool {
	before, was := k.unwrap(*dst)
	after, is := k.unwrap(*src)
	if !was || !is {
		return false
	}
	k.object.Replace(r, &before, &after)
	*dst = k.wrap(before)
	return true
}
