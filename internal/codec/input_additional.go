package codec

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/place"
)

// fillAdditional reads the members of a form that the collection does not declare.
func (o *objectPairs) fillAdditional(r *Report, pairs []Pair, t place.Addr) {
	var names []string // in the order of the form
	all := map[string]*given{}
	for _, p := range pairs {
		if o.additional.declares(p.Name) {
			continue
		}
		g := all[p.Name]
		if g == nil {
			g = new(given)
			all[p.Name], names = g, append(names, p.Name)
		}
		g.add(p)
	}
	start := r.Mark()
	for _, name := range names {
		mark := r.Mark()
		o.parseAdditional(r, name, all[name], t, start)
		r.underUndeclared(mark, name)
	}
}

// parseAdditional reads a member; start is the mark before the first one.
func (o *objectPairs) parseAdditional(r *Report, name string, g *given, t place.Addr, start int) {
	f, v := o.additional, o.others
	value := f.entries.Value.New()
	if !utf8.ValidString(name) {
		r.Add(issueEncoding)
		return
	}
	name = f.checkName(r, name)
	switch {
	case !v.accepts(r, g):
		return
	case g.isJSON(v):
		decodeJSON(r, g.texts[0], func(d *Decoder) { f.value.Decode(d, value) })
	default:
		v.parse(r, g, value)
	}
	if !r.isFull(start) { // otherwise nothing uses the values
		f.store(t, name, value)
	}
}

// appendAdditional writes the members of a form that the collection does not declare.
func (o *objectPairs) appendAdditional(r *Report, pairs []Pair, t place.Addr) []Pair {
	f := o.additional
	f.entries.each(f.location.in(t), func(name string, value place.Addr) {
		mark, before := r.Mark(), len(pairs)
		if o.others.writes() {
			pairs = writePairs(o.others, pairs, name, value)
		} else {
			pairs = writeJSON(r, pairs, name, func(e *Encoder) { f.value.Encode(e, value) })
		}
		if f.declares(name) || len(pairs) == before {
			r.Add(Unsendable)
		}
		r.underUndeclared(mark, name)
	})
	return pairs
}
