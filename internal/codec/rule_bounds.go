package codec

import (
	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/tree"
)

// counts bounds how many there are of something: items, members or bytes.
type counts struct {
	min, max  int // max is -1 without a bound
	few, many *Issue
}

// countsOf returns the bounds that rules set on a subject.
func countsOf(p *tree.Prop, about tree.Subject) counts {
	c := counts{max: -1}
	for _, r := range p.Rules {
		switch n, ok := tree.Count(r); {
		case !ok || r.Kind().About != about:
		case r.Kind().IsLower():
			c.min, c.few = n, ruleIssue(p, r)
		default:
			c.max, c.many = n, ruleIssue(p, r)
		}
	}
	return c
}

// check adds a violation if n is not within the bounds.
func (c *counts) check(r *Report, n int64) {
	if n < int64(c.min) {
		r.Add(c.few)
	}
	if c.max >= 0 && n > int64(c.max) {
		r.Add(c.many)
	}
}

// op is a comparison of a number with a bound.
type op uint8

const (
	opMin op = iota
	opMax
	opExclusiveMin
	opExclusiveMax
	opMultiple
)

// limit is one comparison with a bound.
type limit[V any] struct {
	op    op
	bound V
	issue *Issue
}

// declaredLimit is a limit as the builder wrote it, from which a codec makes its own.
type declaredLimit = limit[tree.Number]

// limitsOf returns what rules compare a number with.
func limitsOf(p *tree.Prop) (limits []declaredLimit) {
	for _, r := range p.Rules {
		var o op
		var bound tree.Number
		switch r := r.(type) {
		case tree.Min:
			o, bound = opMin, r.Bound
		case tree.Max:
			o, bound = opMax, r.Bound
		case tree.ExclusiveMin:
			o, bound = opExclusiveMin, r.Bound
		case tree.ExclusiveMax:
			o, bound = opExclusiveMax, r.Bound
		case tree.MultipleOf:
			o, bound = opMultiple, r.Of
		default:
			continue
		}
		limits = append(limits, declaredLimit{o, bound, ruleIssue(p, r)})
	}
	return limits
}

// exact returns a limit whose bound has every digit.
func exact(l declaredLimit) limit[decimal.D] {
	bound, _ := decimal.Parse(string(l.bound))
	return limit[decimal.D]{l.op, bound, l.issue}
}

// satisfied reports whether a number that compares with the bound so, as by [cmp.Compare], satisfies
// the limit. It does not say whether the number is a multiple.
func (o op) satisfied(order int) bool {
	switch o {
	case opMin:
		return order >= 0
	case opMax:
		return order <= 0
	case opExclusiveMin:
		return order > 0
	case opExclusiveMax:
		return order < 0
	}
	return true
}

// rangeIssues returns the violations of a number beyond what its Go type holds: those of the
// bounds that are declared, or low and high.
func rangeIssues(limits []declaredLimit, low, high *Issue) (*Issue, *Issue) {
	for _, l := range limits {
		switch l.op {
		case opMin, opExclusiveMin:
			low = l.issue.strict()
		case opMax, opExclusiveMax:
			high = l.issue.strict()
		}
	}
	return low, high
}
