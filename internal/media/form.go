package media

import (
	"encoding/binary"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Form returns a body as application/x-www-form-urlencoded.
func Form(b Body, styles []MemberStyle) Body {
	return form{fields{b, tree.Form, tree.Here(), styles}}
}

// fields is a collection as a form of either format.
type fields struct {
	body   Body
	format tree.Format
	at     tree.Position
	styles []MemberStyle
}

func (f fields) Node() *tree.Body {
	inner := NodeOf(f.body)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Format = f.at, f.format
	for _, s := range f.styles {
		if !s.AbsentIfEmpty { // clients that read the document send nothing
			n.Styles = append(n.Styles, tree.MemberStyle{Name: s.Name, Style: s.Style})
		}
	}
	return &n
}

func (f fields) Codec() codec.Codec { return f.body.Codec() }

// pairs returns the codec of the fields of the form, or nil if b is not a collection, which
// CheckFormat reports.
func (f fields) pairs() *codec.Pairs { return codec.PairsOf(f.body.Codec()) }

func (f fields) CheckFormat(fault func(string)) {
	pairs := f.pairs()
	if pairs == nil {
		fault("a form must be one collection in Create mode, or a union of them")
		return
	}
	if !f.checkStyles(fault) {
		return // a member may have the style that it needs
	}
	for _, name := range pairs.Unwritable(f.format, f.stylesOf().writers()) {
		hint := ", or have a style, as in route.Form(body, route.DeepObject(" + name + "))"
		if f.membersOf(name) == nil {
			hint = "" // it is an additional member
		}
		fault("member \"" + name + "\" cannot be written in a form; it must be text or a list of texts" + hint)
	}
}

type form struct{ fields }

func (f form) choices() []Choice {
	return []Choice{{f.Node().MediaTypes(), formDecoder{f.pairs(), f.stylesOf()}}}
}

func (f form) sender() RequestEncoder {
	return formSender{formWriter{f.Codec(), f.pairs(), f.stylesOf().writers()}}
}

type formDecoder struct {
	pairs  *codec.Pairs
	styles memberStyles
}

func (f formDecoder) Load(x *Exchange) error {
	content, err := x.readBody()
	if err != nil {
		return err
	}
	text := string(content)
	if strings.IndexByte(text, ';') >= 0 {
		return Malformed(tree.FormSemicolon)
	}
	x.pairs = x.pairs[:0]
	for text != "" {
		var pair string
		pair, text, _ = strings.Cut(text, "&")
		if pair == "" {
			continue
		}
		if len(x.pairs) == x.Limits.Members {
			return Malformed(tree.FormFields)
		}
		key, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(key)
		if err == nil {
			value, err = url.QueryUnescape(value)
		}
		if err != nil {
			return Malformed(tree.FormEncoding)
		}
		x.pairs = append(x.pairs, codec.Pair{Name: name, Text: value})
	}
	return nil
}

func (f formDecoder) Decode(x *Exchange, v place.Addr) error {
	return f.styles.parse(x, f.pairs, v)
}

func (f formDecoder) canonical(x *Exchange, _ place.Addr) []byte { return canonicalPairs(x.pairs) }

// canonicalPairs writes the fields of a form in their order. Build has verified that only
// undeclared members are files.
func canonicalPairs(pairs []codec.Pair) (b []byte) {
	for _, p := range pairs {
		if p.Part != nil {
			continue
		}
		kind := byte('t')
		if p.JSON {
			kind = 'j'
		}
		b = append(b, kind)
		for _, s := range [...]string{p.Name, p.Text} {
			b = binary.AppendUvarint(b, uint64(len(s)))
			b = append(b, s...)
		}
	}
	return b
}

// canonicalDecoder is a decoder of a format in which equal content can have different bytes.
type canonicalDecoder interface {
	canonical(x *Exchange, v place.Addr) []byte
}

// Canonical returns the content of a request, so that equal content has equal bytes, as far as
// its format allows.
func Canonical(x *Exchange, d RequestDecoder, v place.Addr) []byte {
	if d, ok := d.(canonicalDecoder); ok {
		return d.canonical(x, v)
	}
	return x.content
}

type formSender struct{ formWriter }

func (s formSender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	pairs, ok := s.encode(rep, v)
	if !ok {
		return Content{}, nil
	}
	b := []byte{}
	for i, p := range pairs {
		if i > 0 {
			b = append(b, '&')
		}
		b = append(b, url.QueryEscape(p.Name)...)
		b = append(b, '=')
		b = append(b, url.QueryEscape(p.Text)...)
	}
	return Content{MediaType: "application/x-www-form-urlencoded", Bytes: b}, nil
}

// formWriter writes the fields of a form.
type formWriter struct {
	codec  codec.Codec
	pairs  *codec.Pairs
	styled codec.PairWriters
}

// encode returns the fields of a form; ok is false if the value has violations.
func (f formWriter) encode(rep *codec.Report, v place.Addr) (pairs []codec.Pair, ok bool) {
	mark := rep.Mark()
	if f.codec.Check(rep, v); rep.Since(mark) {
		return nil, false
	}
	return f.pairs.AppendPairs(rep, nil, v, f.styled), true
}
