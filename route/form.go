package route

import (
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Form reads a collection as application/x-www-form-urlencoded. Its members are
// single texts and lists of texts, which are repeated.
func Form[T any](b Body[T]) Body[T] { return form[T]{b, ir.Form, callsite.Here()} }

// Multipart reads a collection as multipart/form-data. Its members are texts,
// lists, files ([prop.File]), and objects, each a part in JSON. Files are kept
// on disk, if they are not small, until the request has been served; raise the
// limit of the body for them with [Writing.Limits].
//
// [prop.File]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#File
func Multipart[T any](b Body[T]) Body[T] { return form[T]{b, ir.Multipart, callsite.Here()} }

type form[T any] struct {
	body   Body[T]
	format ir.Format
	at     callsite.PC
}

func (f form[T]) Node(key ir.Key) *ir.Body {
	inner := nodeOf(f.body)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Format = f.at, f.format
	return &n
}

func (f form[T]) Codec(key ir.Key) codec.Codec[T] { return f.body.Codec(key) }

func (f form[T]) flaw() string {
	pairs, ok := codec.PairsOf(f.body.Codec(ir.Key{}))
	if !ok {
		return "a form is of one collection in Create mode"
	}
	if name := pairs.Unwritable(f.format); name != "" {
		return "member \"" + name + "\" cannot be written in a form; it must be a text or a list of texts"
	}
	return ""
}

func (f form[T]) intakes() []choice[T] {
	pairs, _ := codec.PairsOf(f.body.Codec(ir.Key{})) // Build has seen that there are
	types := f.Node(ir.Key{}).MediaTypes()
	if f.format == ir.Multipart {
		return []choice[T]{{types, multipartIntake[T]{pairs}}}
	}
	return []choice[T]{{types, formIntake[T]{pairs}}}
}

type formIntake[T any] struct{ pairs codec.Pairs[T] }

func (f formIntake[T]) load(e *Endpoint, c *Call) error {
	content, err := e.slurp(c)
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

func (f formIntake[T]) decode(_ *Endpoint, c *Call, v *T) error {
	f.pairs.ParsePairs(&c.decoder.Report, c.pairs, v)
	return nil
}
