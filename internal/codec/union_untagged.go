package codec

import (
	"cmp"
	"math"
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// untagged decodes the only case that fits. If none does, it names the one with the fewest
// mismatches, and adds its violations.
func (u *union) untagged(d *Decoder, t place.Addr, kind jsonx.Kind) {
	var room [fewCases]tally
	all := room[:0]
	for range u.cases {
		all = append(all, tally{mismatches: unlike})
	}
	for _, i := range u.casesOf(kind) {
		all[i] = tally{fits: true}
	}
	if kind == jsonx.Object && len(u.objects) > 0 && !u.compare(d, all) {
		return
	}
	nearest, fits := closestOf(all)
	if fits > 1 {
		var ok bool
		if nearest, ok = u.choose(d, all, t); !ok {
			return
		}
	}
	mark := d.Mark()
	if u.cases[nearest].decode(d, t); d.Since(mark) {
		d.Head(mark, u.cases[nearest].closest)
	}
}

// unlike is the number of mismatches with a case of another JSON type.
const unlike = math.MaxInt

// compare sets the tallies of the collections. ok is false if the document is malformed.
func (u *union) compare(d *Decoder, all []tally) (ok bool) {
	var room [fewCases]tally
	found, ok := u.sketch.compare(d, room[:0])
	if !ok {
		return false
	}
	for at, i := range u.objects {
		all[i] = found[at]
	}
	return true
}

// choose tries the cases that fit by their members and types. If one is valid, t becomes its
// value; several are a violation, unless the first one applies. If none is, ok is true and the
// caller reads the nearest for its violations.
func (u *union) choose(d *Decoder, all []tally, t place.Addr) (nearest int, ok bool) {
	if !d.Outline() {
		return 0, false
	}
	at := d.Place().Offset()
	v := d.verdict(at, u)
	if v == nil {
		if v = u.try(d, all); d.Err() != nil {
			return 0, false
		}
		if kind := d.Kind(); kind == jsonx.Object || kind == jsonx.Array { // others are read in no time
			d.setVerdict(at, u, v)
		}
	}
	switch {
	case v.fits == 0 && d.inTrial():
		d.count += v.count + 1 // a trial only counts them
	case v.fits == 0:
		return v.nearest, true
	case v.fits > 1:
		d.Add(u.ambiguous)
	default:
		u.typ.Assign(t, v.value)
		d.Withheld = d.Withheld || v.withheld
		d.Spend(v.cost)
	}
	d.Skip()
	return 0, false
}

// try decodes each of the cases that fit, or up to the first that is valid, and leaves the value
// unread.
func (u *union) try(d *Decoder, all []tally) *verdict {
	v := &verdict{count: -1}
	for _, i := range fitting(all) {
		value := u.typ.New()
		r, cost := d.trial(func() { u.cases[i].decode(d, value) })
		switch {
		case d.Err() != nil:
			return nil
		case r.count == 0:
			v.fits++
			v.value, v.withheld, v.cost = value, r.Withheld, cost
			if u.first {
				return v
			}
		case v.count < 0 || r.count < v.count || u.overlaps && r.count == v.count: // later ones are more general
			v.nearest, v.count = i, r.count
		}
	}
	return v
}

// fitting returns the cases that fit. Those that declare most of the members of a value come first,
// so that the fewest are lost.
func fitting(all []tally) []int {
	var room [fewCases]int
	fit := room[:0]
	for i := range all {
		if all[i].fits {
			fit = append(fit, i)
		}
	}
	slices.SortStableFunc(fit, func(i, j int) int { return cmp.Compare(all[i].unknown+all[i].ignored, all[j].unknown+all[j].ignored) })
	return fit
}
