package codec

import "github.com/tenon-go/tenon/internal/ir"

// Value is a compiled property for code that does not know its Go type. A cell is a
// pointer to a value, a *V, so that nothing is boxed. It is made of functions,
// because the methods of a type for each V would be compiled anew for each.
type Value struct {
	New    func() any     // makes a cell
	Fill   func(cell any) // puts the default into an empty cell; nil if there is none
	Assign func(dst, src any)
	zero   any // an empty cell, which is never written to
	// replaces puts what is in src in the place of what is in dst, or reports false
	// where it is to be assigned; nil where it always is.
	replaces func(r *Report, dst, src any) bool
	// hide removes what is hidden from somebody; nil where nothing can be.
	hide func(who Grants, cell any)

	Decode func(d *Decoder, cell any)
	Check  func(r *Report, cell any)
	Append func(e *Encoder, cell any)

	// The ways in which a value can be given beside JSON; nil where it cannot.
	text  *textValue
	texts *textsValue
	files *filesValue
	pairs *pairsValue
	// merger is nil unless a merge patch changes the value in part.
	merger *mergerValue
}

type textValue struct {
	parse  func(r *Report, text string, cell any)
	append func(b []byte, cell any) []byte
}

type textsValue struct {
	parse  func(r *Report, texts []string, cell any)
	append func(texts []string, cell any) []string
}

type filesValue struct {
	parse  func(r *Report, parts []*Part, cell any)
	append func(parts []*Part, cell any) []*Part
}

type pairsValue struct {
	parse      func(r *Report, pairs []Pair, cell any)
	append     func(r *Report, pairs []Pair, cell any) []Pair
	unwritable func(ir.Format) string
}

type mergerValue struct {
	decode func(d *Decoder, cell any, m *Mask)
	check  func(r *Report, cell any, m *Mask)
	append func(e *Encoder, cell any, m *Mask)
	merge  func(r *Report, dst, src any, m *Mask, made bool)
}

// Reset empties a cell.
func (v *Value) Reset(cell any) { v.Assign(cell, v.zero) }

// replace puts what is in src in the place of what is in dst.
func (v *Value) replace(r *Report, dst, src any) {
	if v.replaces == nil || !v.replaces(r, dst, src) {
		v.Assign(dst, src)
	}
}

func valueOf[P any](f *formAt[P], c *Compiler) *Value { return valueBy(f, f.make(c), c.Mode) }

func valueBy[P any](f *formAt[P], codec codecAt[P], m ir.Mode) *Value {
	v := &Value{
		zero:   f.fresh(),
		New:    func() any { return f.fresh() },
		Assign: func(dst, src any) { f.assign(dst.(P), src.(P)) },
		Decode: func(d *Decoder, cell any) { codec.Decode(d, cell.(P)) },
		Check:  func(r *Report, cell any) { codec.Inspect(r, cell.(P)) },
		Append: func(e *Encoder, cell any) { codec.Encode(e, cell.(P)) },
	}
	if to, ok := codec.(replacer[P]); ok {
		v.replaces = func(r *Report, dst, src any) bool { return to.replace(r, dst.(P), src.(P)) }
	}
	if h, ok := codec.(hider[P]); ok {
		v.hide = func(who Grants, cell any) {
			if h.hides(who) {
				h.hide(who, cell.(P))
			}
		}
	}
	if f.def != nil {
		v.Fill = func(cell any) { f.def(cell.(P)) }
	}
	if merger, ok := codec.(mergerAt[P]); ok && m == ir.Update {
		v.merger = mergerOf(merger)
	}
	if text, ok := TextOf(codec); ok {
		v.text = &textValue{
			parse:  func(r *Report, s string, cell any) { text.ParseText(r, s, cell.(P)) },
			append: func(b []byte, cell any) []byte { return text.AppendText(b, cell.(P)) },
		}
	}
	if texts, ok := TextsOf(codec); ok {
		v.texts = &textsValue{
			parse:  func(r *Report, list []string, cell any) { texts.ParseTexts(r, list, cell.(P)) },
			append: func(list []string, cell any) []string { return texts.AppendTexts(list, cell.(P)) },
		}
	}
	if files, ok := filesOf(codec); ok {
		v.files = &filesValue{
			parse:  func(r *Report, parts []*Part, cell any) { files.ParseFiles(r, parts, cell.(P)) },
			append: func(parts []*Part, cell any) []*Part { return files.AppendFiles(parts, cell.(P)) },
		}
	}
	if pairs, ok := PairsOf(codec); ok {
		v.pairs = &pairsValue{
			parse:      func(r *Report, list []Pair, cell any) { pairs.ParsePairs(r, list, cell.(P)) },
			append:     func(r *Report, list []Pair, cell any) []Pair { return pairs.AppendPairs(r, list, cell.(P)) },
			unwritable: pairs.Unwritable,
		}
	}
	return v
}

func mergerOf[P any](m mergerAt[P]) *mergerValue {
	return &mergerValue{
		decode: func(d *Decoder, cell any, mask *Mask) { m.DecodeMerge(d, cell.(P), mask) },
		check:  func(r *Report, cell any, mask *Mask) { m.CheckMerge(r, cell.(P), mask) },
		append: func(e *Encoder, cell any, mask *Mask) { m.AppendMerge(e, cell.(P), mask) },
		merge: func(r *Report, dst, src any, mask *Mask, made bool) {
			m.Merge(r, dst.(P), src.(P), mask, made)
		},
	}
}
