package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Value is a compiled property with all that its codec can do.
type Value struct {
	form  *Form
	codec Codec

	// The ways in which a value can be given beside JSON; nil where it cannot.
	text  *Text
	texts *Texts
	files *Files
	pairs *Pairs
	// merger is nil unless a merge patch changes the value in part.
	merger Merger
	// replacer is nil where another value always takes the place as a whole, and hider
	// where no part can be hidden.
	replacer replacer
	hider    hider
}

func valueOf(f *Form, c *Compiler) *Value { return valueBy(f, f.Compile(c), c.Mode) }

func valueBy(f *Form, codec Codec, m ir.Mode) *Value {
	v := &Value{form: f, codec: codec, text: TextOf(codec), texts: TextsOf(codec), files: filesOf(codec), pairs: PairsOf(codec)}
	v.replacer, _ = codec.(replacer)
	v.hider, _ = codec.(hider)
	if m == ir.Update {
		v.merger, _ = codec.(Merger)
	}
	return v
}

// hide removes what is hidden from somebody.
func (v *Value) hide(who Grants, a place.Addr) {
	if v.hider != nil && v.hider.hides(who) {
		v.hider.hide(who, a)
	}
}

// replace puts what is in src in the place of what is in dst.
func (v *Value) replace(r *Report, dst, src place.Addr) {
	if v.replacer == nil || !v.replacer.replace(r, dst, src) {
		v.form.Type.Assign(dst, src)
	}
}
