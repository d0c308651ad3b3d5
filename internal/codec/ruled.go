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
}

type ownRule[P any] struct {
	test  func(P) bool
	issue *Issue
}

func ruledBy[P any](inner codecAt[P], own []ownAt[P], m ir.Mode) codecAt[P] {
	if len(own) == 0 {
		return inner
	}
	if _, merges := inner.(mergerAt[P]); merges && m == ir.Update {
		return inner // an own rule judges whole values: the merged one is checked
	}
	r := &ruled[P]{inner: inner}
	for _, o := range own {
		r.rules = append(r.rules, ownRule[P]{o.Test, customIssue(o.Rule)})
	}
	return r
}

func (c *ruled[P]) test(r *Report, mark int, v P) {
	if r.Since(mark) {
		return
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

// TextOf returns how the values of c are written without quotes; ok is false
// where they have no such form.
func TextOf[P any](c codecAt[P]) (t textAt[P], ok bool) {
	if r, own := c.(*ruled[P]); own {
		if t, ok = r.inner.(textAt[P]); ok {
			return &ruledText[P]{r, t}, true
		}
		return nil, false
	}
	t, ok = c.(textAt[P])
	return t, ok
}

// TextsOf is [TextOf] for lists.
func TextsOf[P any](c codecAt[P]) (t textsAt[P], ok bool) {
	if r, own := c.(*ruled[P]); own {
		if t, ok = r.inner.(textsAt[P]); ok {
			return &ruledTexts[P]{r, t}, true
		}
		return nil, false
	}
	t, ok = c.(textsAt[P])
	return t, ok
}

// PairsOf is [TextOf] for objects.
func PairsOf[P any](c codecAt[P]) (t pairsAt[P], ok bool) {
	if r, own := c.(*ruled[P]); own {
		if t, ok = r.inner.(pairsAt[P]); ok {
			return &ruledPairs[P]{r, t}, true
		}
		return nil, false
	}
	t, ok = c.(pairsAt[P])
	return t, ok
}

type ruledText[P any] struct {
	rules *ruled[P]
	text  textAt[P]
}

func (c *ruledText[P]) ParseText(r *Report, text string, v P) {
	mark := r.Mark()
	c.text.ParseText(r, text, v)
	c.rules.test(r, mark, v)
}

func (c *ruledText[P]) AppendText(b []byte, v P) []byte { return c.text.AppendText(b, v) }

type ruledTexts[P any] struct {
	rules *ruled[P]
	texts textsAt[P]
}

func (c *ruledTexts[P]) ParseTexts(r *Report, texts []string, v P) {
	mark := r.Mark()
	c.texts.ParseTexts(r, texts, v)
	c.rules.test(r, mark, v)
}

func (c *ruledTexts[P]) AppendTexts(texts []string, v P) []string {
	return c.texts.AppendTexts(texts, v)
}

type ruledPairs[P any] struct {
	rules *ruled[P]
	pairs pairsAt[P]
}

func (c *ruledPairs[P]) ParsePairs(r *Report, pairs []Pair, v P) {
	mark := r.Mark()
	c.pairs.ParsePairs(r, pairs, v)
	c.rules.test(r, mark, v)
}

func (c *ruledPairs[P]) AppendPairs(r *Report, pairs []Pair, v P) []Pair {
	return c.pairs.AppendPairs(r, pairs, v)
}

func (c *ruledPairs[P]) Unwritable(f ir.Format) string { return c.pairs.Unwritable(f) }

// filesOf looks below rules of the user's own, which then judge as ever.
func filesOf[P any](c codecAt[P]) (filesAt[P], bool) {
	if r, own := c.(*ruled[P]); own {
		inner, ok := r.inner.(filesAt[P])
		return &ruledFiles[P]{r, inner}, ok
	}
	f, ok := c.(filesAt[P])
	return f, ok
}

type ruledFiles[P any] struct {
	rules *ruled[P]
	files filesAt[P]
}

func (c *ruledFiles[P]) ParseFiles(r *Report, parts []*Part, v P) {
	mark := r.Mark()
	c.files.ParseFiles(r, parts, v)
	c.rules.test(r, mark, v)
}

func (c *ruledFiles[P]) AppendFiles(parts []*Part, v P) []*Part {
	return c.files.AppendFiles(parts, v)
}
