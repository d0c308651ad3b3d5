package codec

// ParsePairs implements [Pairs]: an object in a query, a member at a time, as
// OpenAPI's deepObject style has it.
func (o *Object[T]) ParsePairs(r *Report, pairs []Pair, t *T) {
	o.Empty(t)
	start := r.Mark()
	var seen bits
	for _, p := range pairs {
		mark := r.Mark()
		i, ok := o.index[p.Name]
		if !ok {
			if !o.ignore {
				r.Note(Unknown)
				r.foreign(mark, p.Name)
			}
			continue
		}
		if seen.has(i) {
			r.Note(Repeated)
		} else {
			o.members[i].field.ParseText(r, p.Text, t)
		}
		seen.add(i)
		r.Under(mark, p.Name)
	}
	o.complete(r, t, &seen, start)
}

// TextMembers implements [Pairs].
func (o *Object[T]) TextMembers() bool {
	for i := range o.members {
		if !o.members[i].field.HasText() {
			return false
		}
	}
	return true
}
