package codec

import "github.com/tenon-go/tenon/internal/ir"

// What a codec may know beside JSON. Each is the functions of a codec and not an
// interface, so that rules of the user's own need no type around it.
type (
	// Text is the form without quotes that values have in the parameters and
	// headers of a request.
	Text[V any] = textAt[*V]
	// Texts reads a value from several texts: a list.
	Texts[V any] = textsAt[*V]
	// Pairs reads a value from named texts and files: an object in a parameter or
	// in a form.
	Pairs[V any] = pairsAt[*V]
)

type textAt[P any] struct {
	// ParseText reads text that has been percent-decoded.
	ParseText func(r *Report, text string, v P)
	// AppendText writes *v without quotes or escapes.
	AppendText func(b []byte, v P) []byte
}

type textsAt[P any] struct {
	ParseTexts func(r *Report, texts []string, v P)
	// AppendTexts writes the items of *v.
	AppendTexts func(texts []string, v P) []string
}

type pairsAt[P any] struct {
	ParsePairs func(r *Report, pairs []Pair, v P)
	// AppendPairs writes the members of *v, and notes those that no pairs stand
	// for.
	AppendPairs func(r *Report, pairs []Pair, v P) []Pair
	// Unwritable returns the first member that cannot be written so: in a
	// parameter all are single texts, in a form they may be lists, in one with
	// parts also files and whole JSON values. "" if there is none.
	Unwritable func(f ir.Format) string
}

// filesAt reads a value from the files of a form.
type filesAt[P any] struct {
	ParseFiles func(r *Report, parts []*Part, v P)
	// AppendFiles adds the files of *v.
	AppendFiles func(parts []*Part, v P) []*Part
}

// Codecs that know more than JSON have some of these methods.
type (
	texter[P any] interface {
		ParseText(r *Report, text string, v P)
		AppendText(b []byte, v P) []byte
	}
	textser[P any] interface {
		ParseTexts(r *Report, texts []string, v P)
		AppendTexts(texts []string, v P) []string
	}
	pairer[P any] interface {
		ParsePairs(r *Report, pairs []Pair, v P)
		AppendPairs(r *Report, pairs []Pair, v P) []Pair
		Unwritable(f ir.Format) string
	}
	filer[P any] interface {
		ParseFiles(r *Report, parts []*Part, v P)
		AppendFiles(parts []*Part, v P) []*Part
	}
)

// below returns the codec below rules of the user's own, and those; nil if there
// are none. They judge what is read in any way.
func below[P any](c codecAt[P]) (inner codecAt[P], own *ruled[P]) {
	switch r := c.(type) {
	case *ruled[P]:
		return r.inner, r
	case *ruledMerger[P]:
		return r.mergingCodec, nil
	}
	return c, nil
}

// judged reads a value in some way, and judges it by rules of the user's own.
func judged[P, X any](own *ruled[P], parse func(*Report, X, P)) func(*Report, X, P) {
	if own == nil {
		return parse
	}
	return func(r *Report, given X, v P) {
		mark := r.Mark()
		parse(r, given, v)
		own.test(r, mark, v)
	}
}

// TextOf returns how the values of c are written without quotes; ok is false
// where they have no such form.
func TextOf[P any](c codecAt[P]) (t textAt[P], ok bool) {
	inner, own := below(c)
	x, ok := inner.(texter[P])
	if !ok {
		return t, false
	}
	return textAt[P]{judged(own, x.ParseText), x.AppendText}, true
}

// TextsOf is [TextOf] for lists.
func TextsOf[P any](c codecAt[P]) (t textsAt[P], ok bool) {
	inner, own := below(c)
	x, ok := inner.(textser[P])
	if !ok {
		return t, false
	}
	return textsAt[P]{judged(own, x.ParseTexts), x.AppendTexts}, true
}

// PairsOf is [TextOf] for objects.
func PairsOf[P any](c codecAt[P]) (t pairsAt[P], ok bool) {
	inner, own := below(c)
	x, ok := inner.(pairer[P])
	if !ok {
		return t, false
	}
	return pairsAt[P]{judged(own, x.ParsePairs), x.AppendPairs, x.Unwritable}, true
}

// filesOf is [TextOf] for files.
func filesOf[P any](c codecAt[P]) (t filesAt[P], ok bool) {
	inner, own := below(c)
	x, ok := inner.(filer[P])
	if !ok {
		return t, false
	}
	return filesAt[P]{judged(own, x.ParseFiles), x.AppendFiles}, true
}
