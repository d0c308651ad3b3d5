package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// unionPairs reads and writes a union of objects in a form. The names of fields tell the cases apart,
// and the constants and rules of their texts, for a field has no JSON type.
type unionPairs struct {
	*union
	cases []*Pairs
}

// codecs returns the codecs of the cases.
func (u *union) codecs() (all []Codec) {
	for i := range u.cases {
		all = append(all, u.cases[i].codec)
	}
	return all
}

// pairs returns the encoding in a form; nil if a case is neither an object nor such a union.
func (u *union) pairs() *Pairs {
	p := &unionPairs{union: u}
	for _, c := range u.codecs() {
		pairs := PairsOf(c)
		if pairs == nil {
			return nil
		}
		p.cases = append(p.cases, pairs)
	}
	return &Pairs{p.parse, p.append, p.unwritable}
}

// knows reports whether an object, or a case of a union, has a field.
func knows(c Codec, name string) bool {
	switch c, _ := unwrapRules(c); c := c.(type) {
	case *Object:
		_, is := c.index[name]
		return is || c.additional != nil
	case alternatives:
		return slices.ContainsFunc(c.codecs(), func(k Codec) bool { return knows(k, name) })
	}
	return false
}

// parse is ParsePairs of [Pairs].
func (u *unionPairs) parse(r *Report, pairs []Pair, t place.Addr) {
	fit, ok := u.candidates(r, pairs)
	if !ok {
		return
	}
	v := u.try(r, fit, pairs)
	switch {
	case v.fits > 1:
		r.Add(u.ambiguous)
		return
	case v.fits == 1:
		u.typ.Assign(t, v.value)
		return
	}
	mark := r.Mark()
	u.cases[v.nearest].ParsePairs(r, pairs, u.union.cases[v.nearest].Form.Type.New())
	if len(fit) > 1 {
		r.Head(mark, u.union.cases[v.nearest].closest)
	}
}

// try reads the fields as each case, or up to the first that is valid, if that applies.
func (u *unionPairs) try(r *Report, fit []int, pairs []Pair) (v verdict) {
	v.count = -1
	for _, i := range fit {
		k := &u.union.cases[i]
		one, inside := r.empty(), k.Form.Type.New()
		one.Max = -1 // count only
		switch u.cases[i].ParsePairs(&one, pairs, inside); {
		case one.count == 0:
			v.fits++
			v.value = u.typ.New()
			k.Wrap(v.value, inside)
			if u.first {
				return v
			}
		case v.count < 0 || one.count < v.count || u.overlaps && one.count == v.count: // later ones are more general
			v.nearest, v.count = i, one.count
		}
	}
	return v
}

// candidates returns the cases that the tag names, or all of them: those first that lose the fewest
// fields. ok is false if there is none.
func (u *unionPairs) candidates(r *Report, pairs []Pair) (fit []int, ok bool) {
	lost := make([]int, len(u.cases))
	for i := range u.union.cases {
		fit = append(fit, i)
		for _, p := range pairs {
			if !knows(u.union.cases[i].codec, p.Name) {
				lost[i]++
			}
		}
	}
	slices.SortStableFunc(fit, func(i, j int) int { return lost[i] - lost[j] })
	at := slices.IndexFunc(pairs, func(p Pair) bool { return p.Name == u.tag })
	mark := r.Mark()
	switch {
	case u.tag == "", at < 0 && u.mayLack, at >= 0 && (pairs[at].JSON || pairs[at].Read != nil || pairs[at].Part != nil):
		return fit, true
	case at < 0:
		r.Add(issueRequired)
	default:
		fit = slices.DeleteFunc(fit, func(i int) bool { return !slices.Contains(u.union.cases[i].tags, pairs[at].Text) })
		if len(fit) > 0 {
			return fit, true
		}
		r.Add(u.unknownTag)
	}
	r.Under(mark, u.tag)
	return nil, false
}

// append is AppendPairs of [Pairs].
func (u *unionPairs) append(r *Report, pairs []Pair, t place.Addr, own PairWriters) []Pair {
	for i := range u.union.cases {
		k := &u.union.cases[i]
		inside, ok := k.Unwrap(t)
		if !ok {
			continue
		}
		pairs = u.cases[i].AppendPairs(r, pairs, inside, own)
		if m := k.marker; m != nil && m.field.omitted(inside) {
			pairs = append(pairs, Pair{Name: m.name, Text: m.constant})
		}
		return pairs
	}
	return pairs // of no case, which Check has reported
}

// unwritable is Unwritable of [Pairs].
func (u *unionPairs) unwritable(f tree.Format, own PairWriters) (names []string) {
	for _, p := range u.cases {
		for _, name := range p.Unwritable(f, own) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
