package route

import (
	"encoding/binary"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
)

// canonicalContent writes the content of a request so that what says the same is
// written alike, as far as the format lets one see that.
func canonicalContent(e *Endpoint, c *Call, choice int) []byte {
	if w, ok := e.work.(canonical); ok {
		return w.canonical(c, choice)
	}
	return c.content
}

// canonical is an endpoint that knows what its content says.
type canonical interface {
	canonical(c *Call, choice int) []byte
}

func (x *typedHandler) canonical(c *Call, choice int) []byte {
	if in, ok := x.in[choice].requestDecoder.(canonicalDecoder); ok {
		return in.canonical(c, c.place.(*exchangeValues).in)
	}
	return c.content
}

// canonicalDecoder is an intake whose content can be written in several ways.
type canonicalDecoder interface {
	canonical(c *Call, v place.Addr) []byte
}

// canonical writes the value again: without white space, in the order of the
// declaration, with the defaults that were left out.
func (j jsonDecoder) canonical(c *Call, v place.Addr) []byte {
	var e codec.Encoder
	e.Canonical(nil)
	j.codec.Encode(&e, v)
	if e.Err() != nil {
		return c.content // it was read, so that this is a codec that cannot write
	}
	return e.B
}

func (f formDecoder) canonical(c *Call, _ place.Addr) []byte { return canonicalPairs(c.pairs) }

// canonical leaves out the boundary, which each attempt makes up anew.
func (m multipartDecoder) canonical(c *Call, _ place.Addr) []byte { return canonicalPairs(c.pairs) }

// canonicalPairs writes the fields of a form in their order. There are no files but
// in members that are passed over: Build sees to that.
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
