package precondition

import "time"

// State is what a resource is like.
type State struct {
	Exists   bool
	Tag      string    // its entity tag, with quotes; "" if it has none
	Modified time.Time // zero if it is not known
	// Part returns the tag of what clients are shown of the state who see a part of it,
	// by its name; "" if it is no part, or is not for the client. Such a tag is as
	// good as the state's own: for a change it does not matter what a client was shown.
	// nil: there are no parts.
	Part func(name string) string
}

// Outcome is what the preconditions of a request come to.
type Outcome uint8

// The outcomes.
const (
	Proceed     Outcome = iota
	NotModified         // the client has the version already: 304
	Failed              // a condition is false: 412
)

// Evaluate decides in the order of RFC 9110 §13.2.2. For GET and HEAD s is what
// the answer shows, for other methods what is there before anything is done.
func (c *Conditions) Evaluate(method string, s State) Outcome {
	dated := s.Exists && !s.Modified.IsZero()
	switch {
	case len(c.match) > 0:
		if !c.match.has(s, Strong) {
			return Failed
		}
	case c.unmodifiedSince.given && dated:
		if c.unmodifiedSince.before(s.Modified) {
			return Failed
		}
	}
	switch {
	case len(c.noneMatch) > 0:
		if c.noneMatch.has(s, Weak) {
			if reads(method) {
				return NotModified
			}
			return Failed
		}
	case c.modifiedSince.given && dated && reads(method):
		if !c.modifiedSince.before(s.Modified) {
			return NotModified
		}
	}
	return Proceed
}
