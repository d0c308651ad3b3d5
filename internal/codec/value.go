package codec

import "github.com/tenon-go/tenon/internal/ir"

// Value is a compiled property for code that does not know its Go type. A cell is a
// pointer to a value, a *V, so that nothing is boxed.
type Value interface {
	// New makes a cell.
	New() any
	// Fill puts the default into an empty cell, if there is one.
	Fill(cell any)
	Assign(dst, src any)
	// Reset empties a cell.
	Reset(cell any)
	// replace puts what is in src in the place of what is in dst.
	replace(who Grants, dst, src any)

	Decode(d *Decoder, cell any)
	Check(r *Report, cell any)
	Append(e *Encoder, cell any)

	// merges reports whether a merge patch changes the value in part; only then
	// may the four be called that do.
	merges() bool
	decodeMerge(d *Decoder, cell any, m *Mask)
	checkMerge(r *Report, cell any, m *Mask)
	appendMerge(e *Encoder, cell any, m *Mask)
	merge(dst, src any, m *Mask)

	// ways says which of the parsers below may be called.
	ways() ways
	parseText(r *Report, text string, cell any)
	parseTexts(r *Report, texts []string, cell any)
	parseFiles(r *Report, parts []*Part, cell any)
	parsePairs(r *Report, pairs []Pair, cell any)
	appendText(b []byte, cell any) []byte
	appendTexts(texts []string, cell any) []string
	appendFiles(parts []*Part, cell any) []*Part
	appendPairs(r *Report, pairs []Pair, cell any) []Pair
}

// ways are how a value can be given beside JSON.
type ways uint8

const (
	byText ways = 1 << iota
	byTexts
	byFiles
	byPairs
)

// valueAt is the one implementation of [Value].
type valueAt[P any] struct {
	form   formAt[P]
	codec  codecAt[P]
	merger mergerAt[P] // nil unless the mode merges
	zero   P           // never written to
	text   textAt[P]
	texts  textsAt[P]
	files  filesAt[P]
	pairs  pairsAt[P]
}

func valueOf[P any](f formAt[P], c *Compiler) *valueAt[P] { return valueBy(f, f.make(c), c.Mode) }

func valueBy[P any](f formAt[P], codec codecAt[P], m ir.Mode) *valueAt[P] {
	v := &valueAt[P]{form: f, codec: codec, zero: f.fresh()}
	if m == ir.Update {
		v.merger, _ = v.codec.(mergerAt[P])
	}
	v.text, _ = TextOf(v.codec)
	v.texts, _ = TextsOf(v.codec)
	v.files, _ = filesOf(v.codec)
	v.pairs, _ = PairsOf(v.codec)
	return v
}

func (v *valueAt[P]) New() any            { return v.form.fresh() }
func (v *valueAt[P]) Assign(dst, src any) { v.form.assign(dst.(P), src.(P)) }
func (v *valueAt[P]) Reset(cell any)      { v.form.assign(cell.(P), v.zero) }

func (v *valueAt[P]) Fill(cell any) {
	if v.form.def != nil {
		v.form.def(cell.(P))
	}
}

func (v *valueAt[P]) replace(who Grants, dst, src any) {
	if !replace(v.codec, who, dst.(P), src.(P)) {
		v.Assign(dst, src)
	}
}

func (v *valueAt[P]) Decode(d *Decoder, cell any) { v.codec.Decode(d, cell.(P)) }
func (v *valueAt[P]) Check(r *Report, cell any)   { v.codec.Check(r, cell.(P)) }
func (v *valueAt[P]) Append(e *Encoder, cell any) { v.codec.Append(e, cell.(P)) }

func (v *valueAt[P]) merges() bool { return v.merger != nil }

func (v *valueAt[P]) decodeMerge(d *Decoder, cell any, m *Mask) {
	v.merger.DecodeMerge(d, cell.(P), m)
}

func (v *valueAt[P]) checkMerge(r *Report, cell any, m *Mask) { v.merger.CheckMerge(r, cell.(P), m) }

func (v *valueAt[P]) appendMerge(e *Encoder, cell any, m *Mask) {
	v.merger.AppendMerge(e, cell.(P), m)
}

func (v *valueAt[P]) merge(dst, src any, m *Mask) { v.merger.Merge(dst.(P), src.(P), m) }

func (v *valueAt[P]) ways() (w ways) {
	if v.text != nil {
		w |= byText
	}
	if v.texts != nil {
		w |= byTexts
	}
	if v.files != nil {
		w |= byFiles
	}
	if v.pairs != nil {
		w |= byPairs
	}
	return w
}

func (v *valueAt[P]) parseText(r *Report, text string, cell any) {
	v.text.ParseText(r, text, cell.(P))
}

func (v *valueAt[P]) parseTexts(r *Report, texts []string, cell any) {
	v.texts.ParseTexts(r, texts, cell.(P))
}

func (v *valueAt[P]) parseFiles(r *Report, parts []*Part, cell any) {
	v.files.ParseFiles(r, parts, cell.(P))
}

func (v *valueAt[P]) parsePairs(r *Report, pairs []Pair, cell any) {
	v.pairs.ParsePairs(r, pairs, cell.(P))
}

func (v *valueAt[P]) appendText(b []byte, cell any) []byte { return v.text.AppendText(b, cell.(P)) }

func (v *valueAt[P]) appendTexts(texts []string, cell any) []string {
	return v.texts.AppendTexts(texts, cell.(P))
}

func (v *valueAt[P]) appendFiles(parts []*Part, cell any) []*Part {
	return v.files.AppendFiles(parts, cell.(P))
}

func (v *valueAt[P]) appendPairs(r *Report, pairs []Pair, cell any) []Pair {
	return v.pairs.AppendPairs(r, pairs, cell.(P))
}
