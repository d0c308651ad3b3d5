package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// What a codec may know beside JSON. Each is the functions of a codec and not an
// interface, so that rules of the user's own need no type around it.
type (
	// Text is the form without quotes that values have in the parameters and
	// headers of a request.
	Text struct {
		// ParseText reads text that has been percent-decoded.
		ParseText func(r *Report, text string, a place.Addr)
		// AppendText writes the value at a without quotes or escapes.
		AppendText func(b []byte, a place.Addr) []byte
	}
	// Texts reads a value from several texts: a list.
	Texts struct {
		ParseTexts func(r *Report, texts []string, a place.Addr)
		// AppendTexts writes the items of the list at a.
		AppendTexts func(texts []string, a place.Addr) []string
	}
	// Pairs reads a value from named texts and files: an object in a parameter or
	// in a form.
	Pairs struct {
		ParsePairs func(r *Report, pairs []Pair, a place.Addr)
		// AppendPairs writes the members of the object at a, and notes those that no
		// pairs stand for.
		AppendPairs func(r *Report, pairs []Pair, a place.Addr) []Pair
		// Unwritable returns the first member that cannot be written so: in a
		// parameter all are single texts, in a form they may be lists, in one with
		// parts also files and whole JSON values. "" if there is none.
		Unwritable func(f ir.Format) string
	}
	// Files reads a value from the files of a form.
	Files struct {
		ParseFiles func(r *Report, parts []*Part, a place.Addr)
		// AppendFiles adds the files at a.
		AppendFiles func(parts []*Part, a place.Addr) []*Part
	}
)

// Codecs that know more than JSON have some of these methods.
type (
	texter interface {
		ParseText(r *Report, text string, a place.Addr)
		AppendText(b []byte, a place.Addr) []byte
	}
	textser interface {
		ParseTexts(r *Report, texts []string, a place.Addr)
		AppendTexts(texts []string, a place.Addr) []string
	}
	pairer interface {
		ParsePairs(r *Report, pairs []Pair, a place.Addr)
		AppendPairs(r *Report, pairs []Pair, a place.Addr) []Pair
		Unwritable(f ir.Format) string
	}
	filer interface {
		ParseFiles(r *Report, parts []*Part, a place.Addr)
		AppendFiles(parts []*Part, a place.Addr) []*Part
	}
)

// unwrapRules returns the codec below rules of the user's own, and those; nil if there
// are none. They judge what is read in any way.
func unwrapRules(c Codec) (inner Codec, own *ruleCodec) {
	switch r := c.(type) {
	case *ruleCodec:
		return r.inner, r
	case *ruleMerger:
		return r.mergingCodec, nil
	}
	return c, nil
}

// parseWithRules reads a value in some way, and judges it by rules of the user's own.
func parseWithRules[X any](own *ruleCodec, parse func(*Report, X, place.Addr)) func(*Report, X, place.Addr) {
	if own == nil {
		return parse
	}
	return func(r *Report, given X, a place.Addr) {
		mark := r.Mark()
		parse(r, given, a)
		own.check(r, mark, a)
	}
}

// TextOf returns how the values of c are written without quotes; nil where they
// have no such form.
func TextOf(c Codec) *Text {
	inner, own := unwrapRules(c)
	if x, ok := inner.(texter); ok {
		return &Text{parseWithRules(own, x.ParseText), x.AppendText}
	}
	return nil
}

// TextsOf is [TextOf] for lists.
func TextsOf(c Codec) *Texts {
	inner, own := unwrapRules(c)
	if x, ok := inner.(textser); ok {
		return &Texts{parseWithRules(own, x.ParseTexts), x.AppendTexts}
	}
	return nil
}

// PairsOf is [TextOf] for objects.
func PairsOf(c Codec) *Pairs {
	inner, own := unwrapRules(c)
	if x, ok := inner.(pairer); ok {
		return &Pairs{parseWithRules(own, x.ParsePairs), x.AppendPairs, x.Unwritable}
	}
	return nil
}

// filesOf is [TextOf] for files.
func filesOf(c Codec) *Files {
	inner, own := unwrapRules(c)
	if x, ok := inner.(filer); ok {
		return &Files{parseWithRules(own, x.ParseFiles), x.AppendFiles}
	}
	return nil
}
