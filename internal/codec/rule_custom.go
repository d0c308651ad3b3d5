package codec

import (
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Rule is a custom rule with its test.
type Rule struct {
	Rule tree.Custom
	Test func(a place.Addr) bool
	// parts completes the codec for values with members; nil: they have none.
	parts func(r *ruleCodec, m tree.Mode) Codec
}

// RuleOn returns a rule with a test of any value.
func RuleOn(rule tree.Custom, test func(a place.Addr) bool) Rule { return Rule{rule, test, withParts} }

// RuleOf returns a rule with a test of a V, which is no object and contains none.
func RuleOf[V any](rule tree.Custom, test func(*V) bool) Rule {
	return Rule{Rule: rule, Test: func(a place.Addr) bool { return test(place.To[V](a)) }}
}

// ruleCodec adds custom rules to a codec. They only see values that satisfy the built-in rules.
type ruleCodec struct {
	inner Codec
	rules []compiledRule
	typ   *Type
	// seen returns the value at a as a client sees it; nil: clients see all of it.
	seen func(grants Grants, a place.Addr) place.Addr
}

type compiledRule struct {
	test  func(place.Addr) bool
	issue *Issue
}

func withRules(inner Codec, own []Rule, m tree.Mode, t *Type) Codec {
	if len(own) == 0 {
		return inner
	}
	r := &ruleCodec{inner: inner, typ: t}
	var parts func(*ruleCodec, tree.Mode) Codec
	for _, o := range own {
		r.rules = append(r.rules, compiledRule{o.Test, customIssue(o.Rule)})
		if o.parts != nil {
			parts = o.parts
		}
	}
	if parts != nil {
		return parts(r, m)
	}
	return r
}

// withParts completes the codec for values that have parts: a part may be hidden, or a patch may change it.
func withParts(r *ruleCodec, m tree.Mode) Codec {
	if _, ok := r.inner.(hider); ok {
		r.seen = r.visibleTo
	}
	if merging, ok := r.inner.(mergingCodec); ok && m == tree.Update {
		return &ruleMerger{merging, r}
	}
	return r
}

type mergingCodec interface {
	Codec
	Merger
}

// ruleMerger adds custom rules to a codec that merges: they check the result, since a patch is not
// a whole value.
type ruleMerger struct {
	mergingCodec
	own *ruleCodec
}

func (c *ruleMerger) Merge(r *Report, dst, src place.Addr, m *Mask, made bool) {
	mark := r.Mark()
	c.mergingCodec.Merge(r, dst, src, m, made)
	c.own.check(r, mark, dst)
}

func (c *ruleCodec) check(r *Report, mark int, a place.Addr) {
	if r.Since(mark) {
		return
	}
	if c.seen != nil {
		a = c.seen(r.Grants, a)
	}
	for _, rule := range c.rules {
		if !rule.test(a) {
			r.Add(rule.issue)
		}
	}
}

func (c *ruleCodec) Decode(d *Decoder, a place.Addr) {
	mark := d.Mark()
	c.inner.Decode(d, a)
	if d.Err() == nil {
		c.check(&d.Report, mark, a)
	}
}

func (c *ruleCodec) Check(r *Report, a place.Addr) {
	mark := r.Mark()
	c.inner.Check(r, a)
	c.check(r, mark, a)
}

func (c *ruleCodec) Encode(e *Encoder, a place.Addr) { c.inner.Encode(e, a) }
