package codec

import (
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// The encodings beside JSON that a codec may have. Each is a struct of functions, not an
// interface, so that custom rules can wrap it without another type.
type (
	// Text is the encoding of a value in parameters and headers, without quotes.
	Text struct {
		// ParseText reads percent-decoded text.
		ParseText func(r *Report, text string, a place.Addr)
		// AppendText writes the value at a without quotes or escapes.
		AppendText func(b []byte, a place.Addr) []byte
	}
	// Texts is the encoding of a list in several texts.
	Texts struct {
		ParseTexts func(r *Report, texts []string, a place.Addr)
		// AppendTexts writes the items of the list at a.
		AppendTexts func(texts []string, a place.Addr) []string
	}
	// Pairs is the encoding of an object in named texts and files, in a parameter or a form.
	Pairs struct {
		ParsePairs func(r *Report, pairs []Pair, a place.Addr)
		// AppendPairs writes the members of the object at a, and reports members that no pair
		// can represent. Members may have writers of their own.
		AppendPairs func(r *Report, pairs []Pair, a place.Addr, own PairWriters) []Pair
		// Unwritable returns the members that have no such encoding and no writer:
		// parameters allow single texts, forms also lists, and multipart forms also files and JSON.
		Unwritable func(f tree.Format, own PairWriters) []string
	}
	// Files is the encoding of a value in the files of a form.
	Files struct {
		ParseFiles func(r *Report, parts []*Part, a place.Addr)
		// AppendFiles adds the files at a.
		AppendFiles func(parts []*Part, a place.Addr) []*Part
		// others are the encodings of the values that are no files; nil if all are.
		others *encodings
		// encoding returns the encodings of the value at a; nil for JSON.
		encoding func(files *encodings, a place.Addr) *encodings
	}
)

// encodings are what a member of a form may be beside JSON; nil for what its codec does not have.
type encodings struct {
	text  *Text
	texts *Texts
	files *Files
}

func encodingsOf(c Codec) *encodings { return &encodings{TextOf(c), TextsOf(c), filesOf(c)} }

// PairWriters have functions that write members in another way, by the names of the members. They
// return false for a value that the server would read as another one.
type PairWriters map[string]func(of *tree.Prop, json []byte) (pairs []Pair, ok bool)

// The methods of codecs that have these encodings.
type (
	texter interface {
		ParseText(r *Report, text string, a place.Addr)
		AppendText(b []byte, a place.Addr) []byte
	}
	textser interface {
		ParseTexts(r *Report, texts []string, a place.Addr)
		AppendTexts(texts []string, a place.Addr) []string
	}
	filer interface {
		ParseFiles(r *Report, parts []*Part, a place.Addr)
		AppendFiles(parts []*Part, a place.Addr) []*Part
	}
	alternatives interface { // a union
		codecs() []Codec // of its cases
		pairs() *Pairs   // nil if it has a case that is no object
	}
	mixed interface {
		besides(own *ruleCodec) *encodings
		encoding(files *encodings, a place.Addr) *encodings
	}
)

// unwrapRules returns the codec that custom rules wrap, and the rules; nil if there are none.
// They hold for every encoding.
func unwrapRules(c Codec) (inner Codec, own *ruleCodec) {
	switch r := c.(type) {
	case *ruleCodec:
		return r.inner, r
	case *ruleMerger:
		return r.mergingCodec, nil
	}
	return c, nil
}

// parseWithRules returns a parser that checks custom rules after parse.
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

// TextOf returns the text encoding of c; nil if it has none.
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

// PairsOf is [TextOf] for objects, and for unions of them.
func PairsOf(c Codec) *Pairs {
	switch inner, own := unwrapRules(c); inner := inner.(type) {
	case *Object:
		p := objectPairsOf(inner)
		return &Pairs{parseWithRules(own, p.parse), p.append, p.unwritable}
	case alternatives:
		if p := inner.pairs(); p != nil {
			p.ParsePairs = parseWithRules(own, p.ParsePairs)
			return p
		}
	}
	return nil
}

// filesOf is [TextOf] for files.
func filesOf(c Codec) *Files {
	inner, own := unwrapRules(c)
	if x, ok := inner.(filer); ok {
		f := &Files{ParseFiles: parseWithRules(own, x.ParseFiles), AppendFiles: x.AppendFiles}
		if u, ok := inner.(mixed); ok {
			f.others = u.besides(own)
			f.encoding = u.encoding
		}
		return f
	}
	return nil
}
