package codec

import (
	"github.com/tenon-go/tenon/internal/place"
)

// trials are what is known of values of which several cases of a union fit by their
// members and types. Each is tried once, however often it is read: inside another such
// value it is read once for every case of that.
type trials struct {
	depth    int // trials that are going on
	cost     int // values that were made in trials
	verdicts map[trialKey]*verdict
}

// trialKey is a value in the document, by where it begins, and the union it is read as.
type trialKey struct {
	at    int
	union any
}

// verdict is what the trials of a value have said.
type verdict struct {
	fits int // how many cases
	// Of the case that fits, if one does:
	value    place.Addr
	withheld bool
	cost     int // values that were made
	// Of the case with the fewest violations, if none fits:
	nearest, count int
}

// maxTrials is how many values may be made in trials for one that a document may cost.
// It is out of reach, for a value is tried once for each case, but it holds whatever
// the declarations are.
const maxTrials = 16

// trial runs read, and undoes what it has noted and where it has gone.
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

// inTrial reports whether what is noted is only counted.
func (d *Decoder) inTrial() bool { return d.trials != nil && d.trials.depth > 0 }

// verdict returns what is known of a value; nil if it has not been tried.
func (d *Decoder) verdict(at int, union any) *verdict {
	if d.trials == nil {
		return nil
	}
	return d.trials.verdicts[trialKey{at, union}]
}

func (d *Decoder) setVerdict(at int, union any, v *verdict) {
	d.trials.verdicts[trialKey{at, union}] = v
}
