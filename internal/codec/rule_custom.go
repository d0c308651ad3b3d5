package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Rule is a custom rule with its test.
type Rule struct {
	Rule ir.Custom
	Test func(a place.Addr) bool
}

// RuleOf returns a rule with a test of a V.
func RuleOf[V any](rule ir.Custom, test func(*V) bool) Rule {
	return Rule{rule, func(a place.Addr) bool { return test(place.To[V](a)) }}
}

// ruleCodec adds custom rules to a codec. They only see values that satisfy the built-in rules.
type ruleCodec struct {
	inner Codec
	rules []compiledRule
	typ   *Type
	hider hider // nil if no part of a value can be hidden
}

type compiledRule struct {
	test  func(place.Addr) bool
	issue *Issue
}

func withRules(inner Codec, own []Rule, m ir.Mode, t *Type) Codec {
	if len(own) == 0 {
		return inner
	}
	r := &ruleCodec{inner: inner, typ: t}
	r.hider, _ = inner.(hider)
	for _, o := range own {
		r.rules = append(r.rules, compiledRule{o.Test, customIssue(o.Rule)})
	}
	if merging, ok := inner.(mergingCodec); ok && m == ir.Update {
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
	if c.hides(r.Grants) { // a rule sees the value as the client does
		a = c.typ.Copy(a)
		c.hide(r.Grants, a)
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
