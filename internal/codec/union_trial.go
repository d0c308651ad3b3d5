package codec

import (
	"github.com/tenon-go/tenon/internal/place"
)

// trials are the results of decoding values that several cases of a union fit by their members and
// types. Each value is tried once, although each case of an outer union reads it again.
type trials struct {
	depth    int // nested trials in progress
	cost     int // values made in trials
	verdicts map[trialKey]*verdict
}

// trialKey is the offset of a value and the union that it is read as.
type trialKey struct {
	at    int
	union any
}

// verdict is the result of the trials of a value.
type verdict struct {
	fits int // how many cases
	// Of the case that fits, if there is one:
	value    place.Addr
	withheld bool
	cost     int         // values made
	patches  []casePatch // in a merge patch, of each case that fits
	// Of the case with the fewest violations, if none fits:
	nearest, count int
}

// maxTrials limits the values made in trials, as a multiple of what a document may cost. A value is
// tried once for each case, so the limit is out of reach, but it holds for all declarations.
const maxTrials = 16

// trial runs read and undoes its violations and its progress.
func (d *Decoder) trial(read func()) (r Report, cost int) {
	if d.trials == nil {
		d.trials = &trials{verdicts: map[trialKey]*verdict{}}
	}
	place, spent, outer := d.Place(), d.Spent(), d.Report
	d.Report = Report{Grants: outer.Grants, IgnoreUnknown: outer.IgnoreUnknown, MembersChecked: outer.MembersChecked, Max: -1}
	d.trials.depth++
	read()
	d.trials.depth--
	r, d.Report = d.Report, outer
	cost = d.Spent() - spent
	if d.trials.cost += cost; d.trials.cost/maxTrials > d.MaxValues() {
		d.Spend(d.MaxValues() + 1)
	}
	d.Refund(spent)
	d.Return(place)
	return r, cost
}

// inTrial reports whether violations are only counted.
func (d *Decoder) inTrial() bool { return d.trials != nil && d.trials.depth > 0 }

// verdict returns the result for a value; nil if it was not tried.
func (d *Decoder) verdict(at int, union any) *verdict {
	if d.trials == nil {
		return nil
	}
	return d.trials.verdicts[trialKey{at, union}]
}

func (d *Decoder) setVerdict(at int, union any, v *verdict) {
	d.trials.verdicts[trialKey{at, union}] = v
}
