package codec

import "github.com/tenon-go/tenon/internal/ir"

// Own is a rule of the user's own with its test.
type Own[V any] = ownAt[*V]

type ownAt[P any] struct {
	Rule ir.Custom
	Test func(P) bool
}

// ruled adds rules of the user's own; they see only values that keep the
// built-in ones.
type ruled[P any] struct {
	inner codecAt[P]
	rules []ownRule[P]
	copy  func(P) P
	hider hider[P] // nil where nothing of a value can be hidden
}

type ownRule[P any] struct {
	test  func(P) bool
	issue *Issue
}

func ruledBy[P any](inner codecAt[P], own []ownAt[P], m ir.Mode, copy func(P) P) codecAt[P] {
	if len(own) == 0 {
		return inner
	}
	r := &ruled[P]{inner: inner, copy: copy}
	r.hider, _ = inner.(hider[P])
	for _, o := range own {
		r.rules = append(r.rules, ownRule[P]{o.Test, customIssue(o.Rule)})
	}
	if merging, ok := inner.(mergingCodec[P]); ok && m == ir.Update {
		return &ruledMerger[P]{merging, r}
	}
	return r
}

type mergingCodec[P any] interface {
	codecAt[P]
	mergerAt[P]
}

// ruledMerger adds rules of the user's own to what is merged: they judge whole
// values, which a patch is not but what comes of it.
type ruledMerger[P any] struct {
	mergingCodec[P]
	own *ruled[P]
}

func (c *ruledMerger[P]) Merge(r *Report, dst, src P, m *Mask, made bool) {
	mark := r.Mark()
	c.mergingCodec.Merge(r, dst, src, m, made)
	c.own.test(r, mark, dst)
}

func (c *ruled[P]) test(r *Report, mark int, v P) {
	if r.Since(mark) {
		return
	}
	if c.hides(r.Grants) { // a rule sees what the client sees
		v = c.copy(v)
		c.hide(r.Grants, v)
	}
	for _, rule := range c.rules {
		if !rule.test(v) {
			r.Note(rule.issue)
		}
	}
}

func (c *ruled[P]) Decode(d *Decoder, v P) {
	mark := d.Mark()
	c.inner.Decode(d, v)
	if d.Err() == nil {
		c.test(&d.Report, mark, v)
	}
}

func (c *ruled[P]) Inspect(r *Report, v P) {
	mark := r.Mark()
	c.inner.Inspect(r, v)
	c.test(r, mark, v)
}

func (c *ruled[P]) Encode(e *Encoder, v P) { c.inner.Encode(e, v) }
