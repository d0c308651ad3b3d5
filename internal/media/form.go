package route

import (
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Form reads a collection as application/x-www-form-urlencoded. Its members are
// single texts and lists of texts, which are repeated.
func Form[T any](b Body[T]) Body[T] { return formed(b, ir.Form) }

// Multipart reads a collection as multipart/form-data. Its members are texts,
// lists, files ([prop.File]), and objects, each a part in JSON. Files are kept
// on disk, if they are not small, until the request has been served; raise the
// limit of the body for them with [WriteRoute.Limits].
//
// [prop.File]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#File
func Multipart[T any](b Body[T]) Body[T] { return formed(b, ir.Multipart) }

func formed[T any](b Body[T], format ir.Format) Body[T] {
	f := form{format: format, at: callsite.Here()}
	if b != nil {
		f.body = bodyOf(b)
	}
	return typed[T](f)
}

type form struct {
	body   body
	format ir.Format
	at     callsite.PC
}

func (f form) Node() *ir.Body {
	inner := nodeOf(f.body)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Format = f.at, f.format
	return &n
}

func (f form) Codec() codec.Codec { return f.body.Codec() }

func (f form) flaw() string {
	pairs := codec.PairsOf(f.body.Codec())
	if pairs == nil {
		return "a form is of one collection in Create mode"
	}
	if name := pairs.Unwritable(f.format); name != "" {
		return "member \"" + name + "\" cannot be written in a form; it must be a text or a list of texts"
	}
	return ""
}

func (f form) intakes() []mediaDecoder {
	pairs := codec.PairsOf(f.body.Codec()) // Build has seen that there are
	types := f.Node().MediaTypes()
	if f.format == ir.Multipart {
		return []mediaDecoder{{types, multipartDecoder{pairs}}}
	}
	return []mediaDecoder{{types, formDecoder{pairs}}}
}

type formDecoder struct{ pairs *codec.Pairs }

func (f formDecoder) load(e *Endpoint, c *Call) error {
	content, err := e.readBody(c)
	if err != nil {
		return err
	}
	text := string(content)
	if strings.IndexByte(text, ';') >= 0 {
		return malformed(ir.FormSemicolon)
	}
	c.pairs = c.pairs[:0]
	for text != "" {
		var pair string
		pair, text, _ = strings.Cut(text, "&")
		if pair == "" {
			continue
		}
		if len(c.pairs) == e.limits.Members {
			return malformed(ir.FormFields)
		}
		key, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(key)
		if err == nil {
			value, err = url.QueryUnescape(value)
		}
		if err != nil {
			return malformed(ir.FormEncoding)
		}
		c.pairs = append(c.pairs, codec.Pair{Name: name, Text: value})
	}
	return nil
}

func (f formDecoder) decode(_ *Endpoint, c *Call, v place.Addr) error {
	f.pairs.ParsePairs(&c.decoder.Report, c.pairs, v)
	return nil
}
