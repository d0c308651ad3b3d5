package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// unionMerger is a union with objects in a merge patch. Which case an object changes is known only
// with the value that it changes: the case of the value, if the patch may change that, or another
// one, whose value the patch then creates.
type unionMerger struct {
	*union           // of whole values
	updates []Codec  // of the cases
	changes []Merger // nil: a patch replaces values of the case
	sketch  *sketch  // of the collections in an update
}

// candidate is a case that an object may change.
type candidate struct {
	of   int
	lost int // members that the case does not read
}

// casePatch is a patch as one case of a union reads it.
type casePatch struct {
	of    int
	value place.Addr
	mask  *Mask
}

func (v *UnionForm) compileMerger(c *Compiler, u *union, key objectKey) Codec {
	if m, ok := c.compiled[key].(*unionMerger); ok {
		return m
	}
	m := &unionMerger{union: u, sketch: sketchOf(v.Node.Collections(), tree.Update)}
	c.compiled[key] = m // before its cases, which may hold it
	for i := range v.Cases {
		update := v.Cases[i].Form.Compile(c)
		change, _ := update.(Merger)
		m.updates, m.changes = append(m.updates, update), append(m.changes, change)
	}
	return m
}

// DecodePatch reads an object as each case that it may be a patch of, and another value as a whole.
func (u *unionMerger) DecodePatch(d *Decoder, t place.Addr, m *Mask) {
	if d.Kind() != jsonx.Object || len(u.casesOf(jsonx.Object)) == 0 {
		u.Decode(d, t)
		return
	}
	cases, tagged, ok := u.candidates(d)
	if !ok {
		return
	}
	if len(cases) > 1 {
		if cases, ok = u.choosePatches(d, cases, m); !ok {
			u.wrapFirst(t, m)
			return
		}
	}
	mark := d.Mark()
	p := u.decodeCase(d, cases[0].of)
	m.cases = []casePatch{p}
	if !d.Since(mark) {
		u.wrapFirst(t, m)
	} else if !tagged && len(u.casesOf(jsonx.Object)) > 1 {
		d.Head(mark, u.cases[p.of].closest)
	}
}

// candidates returns the cases that may have an object with the tag of the next one, or with its
// members. ok is false if there is none, or the document is malformed.
func (u *unionMerger) candidates(d *Decoder) (cases []candidate, tagged, ok bool) {
	if u.tag != "" && len(u.objects) > 0 {
		tag, kind, ok := tagIn(d, u.tag)
		if !ok {
			return nil, false, false
		}
		if kind == jsonx.String {
			for _, i := range u.objects {
				if slices.Contains(u.cases[i].tags, string(tag)) {
					cases = append(cases, candidate{of: i})
				}
			}
			if cases == nil {
				mark := d.Mark()
				d.Add(u.unknownTag)
				d.Under(mark, u.tag)
				d.Skip()
			}
			return cases, true, cases != nil
		}
	}
	all := make([]tally, len(u.cases))
	for i := range all {
		all[i].mismatches = unlike
	}
	for _, i := range u.casesOf(jsonx.Object) {
		all[i] = tally{fits: true}
	}
	if len(u.objects) > 0 {
		found, ok := u.sketch.compare(d, nil)
		if !ok {
			return nil, false, false
		}
		for at, i := range u.objects {
			all[i] = found[at]
		}
	}
	nearest, fits := closestOf(all)
	if fits == 0 {
		return []candidate{{of: nearest}}, false, true
	}
	for _, i := range fitting(all) {
		cases = append(cases, candidate{i, all[i].unknown + all[i].ignored})
	}
	return cases, false, true
}

// choosePatches reads the next object as each of some cases. m gets those that can read it and lose
// the fewest members, and ok is false. If none can, the caller reads it as the nearest.
func (u *unionMerger) choosePatches(d *Decoder, cases []candidate, m *Mask) (nearest []candidate, ok bool) {
	if !d.Outline() {
		return nil, false
	}
	at := d.Place().Offset()
	v := d.verdict(at, u)
	if v == nil {
		v = &verdict{count: -1}
		fewest := 0
		for _, c := range cases {
			if v.fits > 0 && c.lost > fewest {
				break
			}
			var p casePatch
			r, cost := d.trial(func() { p = u.decodeCase(d, c.of) })
			switch {
			case d.Err() != nil:
				return nil, false
			case r.count == 0:
				v.fits, v.cost, v.withheld = v.fits+1, v.cost+cost, v.withheld || r.Withheld
				v.patches, fewest = append(v.patches, p), c.lost
			case v.count < 0 || r.count < v.count:
				v.nearest, v.count = c.of, r.count
			}
		}
		d.setVerdict(at, u, v)
	}
	switch {
	case v.fits > 0:
		m.cases = v.patches
		d.Withheld = d.Withheld || v.withheld
		d.Spend(v.cost)
	case d.inTrial():
		d.count += v.count + 1 // a trial only counts them
	default:
		return []candidate{{of: v.nearest}}, true
	}
	d.Skip()
	return nil, false
}

func (u *unionMerger) decodeCase(d *Decoder, i int) casePatch {
	p := casePatch{i, u.cases[i].Form.Type.New(), new(Mask)}
	if c := u.changes[i]; c != nil {
		c.DecodePatch(d, p.value, p.mask)
	} else {
		u.updates[i].Decode(d, p.value)
	}
	return p
}

// wrapFirst sets the union to what the first case has read.
func (u *unionMerger) wrapFirst(t place.Addr, m *Mask) {
	if len(m.cases) > 0 {
		p := m.cases[0]
		u.cases[p.of].Wrap(t, p.value)
	}
}

// Merge implements [Merger].
func (u *unionMerger) Merge(r *Report, dst, src place.Addr, m *Mask, made bool) {
	if len(m.cases) == 0 {
		if made || !u.replace(r, dst, src) {
			u.typ.Assign(dst, src)
		}
		u.Check(r, dst)
		return
	}
	if !made {
		for i := range m.cases {
			p := &m.cases[i]
			if inside, is := u.cases[p.of].Unwrap(dst); is {
				u.mergeCase(r, dst, inside, p, false)
				return
			}
		}
	}
	u.create(r, dst, m)
}

// create sets dst to a value of the case that the patch creates a valid value of.
func (u *unionMerger) create(r *Report, dst place.Addr, m *Mask) {
	var nearest *Report
	var valid []place.Addr
	for i := range m.cases {
		p := &m.cases[i]
		one, v := *r, u.typ.New()
		one.list, one.count = nil, 0
		u.mergeCase(&one, v, u.cases[p.of].Form.Type.New(), p, true)
		switch {
		case one.count == 0:
			valid = append(valid, v)
		case nearest == nil || one.count < nearest.count:
			nearest = &one
		}
	}
	switch {
	case len(valid) == 0:
		r.take(nearest)
	case len(valid) > 1 && !u.first:
		r.Add(u.ambiguous)
	default:
		u.typ.Assign(dst, valid[0])
	}
}

// mergeCase sets dst to a value of a case, from the value inside.
func (u *unionMerger) mergeCase(r *Report, dst, inside place.Addr, p *casePatch, made bool) {
	k, mark := &u.cases[p.of], r.Mark()
	if c := u.changes[p.of]; c != nil {
		c.Merge(r, inside, p.value, p.mask, made)
	} else {
		k.Form.Type.Assign(inside, p.value)
		k.codec.Check(r, inside)
	}
	if !r.Since(mark) {
		k.Wrap(dst, inside)
	}
}

// CheckPatch implements [Merger].
func (u *unionMerger) CheckPatch(r *Report, a place.Addr, m *Mask) {
	if len(m.cases) == 0 {
		u.Check(r, a)
		return
	}
	if p := m.cases[0]; u.changes[p.of] != nil {
		u.changes[p.of].CheckPatch(r, p.value, p.mask)
	} else {
		u.updates[p.of].Check(r, p.value)
	}
}

// EncodePatch implements [Merger].
func (u *unionMerger) EncodePatch(e *Encoder, a place.Addr, m *Mask) {
	if len(m.cases) == 0 {
		u.Encode(e, a)
		return
	}
	if p := m.cases[0]; u.changes[p.of] != nil {
		u.changes[p.of].EncodePatch(e, p.value, p.mask)
	} else {
		u.updates[p.of].Encode(e, p.value)
	}
}
