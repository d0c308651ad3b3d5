package codec

import "github.com/tenon-go/tenon/internal/ir"

// Own is a rule of the user's own with its test.
type Own[V any] struct {
	Rule ir.Custom
	Test func(V) bool
}

// ruled adds rules of the user's own; they see only values that keep the
// built-in ones.
type ruled[V any] struct {
	inner Codec[V]
	rules []ownRule[V]
}

type ownRule[V any] struct {
	test  func(V) bool
	issue *Issue
}

func newRuled[V any](inner Codec[V], own []Own[V]) Codec[V] {
	r := &ruled[V]{inner: inner}
	for _, o := range own {
		r.rules = append(r.rules, ownRule[V]{o.Test, customIssue(o.Rule)})
	}
	return r
}

func (c *ruled[V]) test(r *Report, mark int, v *V) {
	if r.Since(mark) {
		return
	}
	for _, rule := range c.rules {
		if !rule.test(*v) {
			r.Note(rule.issue)
		}
	}
}

func (c *ruled[V]) Decode(d *Decoder, v *V) {
	mark := d.Mark()
	c.inner.Decode(d, v)
	if d.Err() == nil {
		c.test(&d.Report, mark, v)
	}
}

func (c *ruled[V]) Check(r *Report, v *V) {
	mark := r.Mark()
	c.inner.Check(r, v)
	c.test(r, mark, v)
}

func (c *ruled[V]) Append(e *Encoder, v *V) { c.inner.Append(e, v) }

// TextOf returns how the values of c are written without quotes; ok is false
// where they have no such form.
func TextOf[V any](c Codec[V]) (t Text[V], ok bool) {
	if r, own := c.(*ruled[V]); own {
		if t, ok = r.inner.(Text[V]); ok {
			return &ruledText[V]{r, t}, true
		}
		return nil, false
	}
	t, ok = c.(Text[V])
	return t, ok
}

// TextsOf is [TextOf] for lists.
func TextsOf[V any](c Codec[V]) (t Texts[V], ok bool) {
	if r, own := c.(*ruled[V]); own {
		if t, ok = r.inner.(Texts[V]); ok {
			return &ruledTexts[V]{r, t}, true
		}
		return nil, false
	}
	t, ok = c.(Texts[V])
	return t, ok
}

// PairsOf is [TextOf] for objects.
func PairsOf[V any](c Codec[V]) (t Pairs[V], ok bool) {
	if r, own := c.(*ruled[V]); own {
		if t, ok = r.inner.(Pairs[V]); ok {
			return &ruledPairs[V]{r, t}, true
		}
		return nil, false
	}
	t, ok = c.(Pairs[V])
	return t, ok
}

type ruledText[V any] struct {
	rules *ruled[V]
	text  Text[V]
}

func (c *ruledText[V]) ParseText(r *Report, text string, v *V) {
	mark := r.Mark()
	c.text.ParseText(r, text, v)
	c.rules.test(r, mark, v)
}

func (c *ruledText[V]) AppendText(b []byte, v *V) []byte { return c.text.AppendText(b, v) }

type ruledTexts[V any] struct {
	rules *ruled[V]
	texts Texts[V]
}

func (c *ruledTexts[V]) ParseTexts(r *Report, texts []string, v *V) {
	mark := r.Mark()
	c.texts.ParseTexts(r, texts, v)
	c.rules.test(r, mark, v)
}

func (c *ruledTexts[V]) AppendTexts(texts []string, v *V) []string {
	return c.texts.AppendTexts(texts, v)
}

type ruledPairs[V any] struct {
	rules *ruled[V]
	pairs Pairs[V]
}

func (c *ruledPairs[V]) ParsePairs(r *Report, pairs []Pair, v *V) {
	mark := r.Mark()
	c.pairs.ParsePairs(r, pairs, v)
	c.rules.test(r, mark, v)
}

func (c *ruledPairs[V]) AppendPairs(r *Report, pairs []Pair, v *V) []Pair {
	return c.pairs.AppendPairs(r, pairs, v)
}

func (c *ruledPairs[V]) Unwritable(f ir.Format) string { return c.pairs.Unwritable(f) }
