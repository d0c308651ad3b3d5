package media

import (
	"io"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// Optional returns a body that a request may not have. Its values are pointers to those of b,
// which are of type t.
func Optional(b Body, t *codec.Type) Body { return optional{b, t, tree.Here()} }

type optional struct {
	body Body
	typ  *codec.Type // of the value behind the pointer
	at   tree.Position
}

func (o optional) Node() *tree.Body {
	inner := NodeOf(o.body)
	if inner == nil {
		return nil
	}
	n := *inner
	n.At, n.Optional = o.at, true
	return &n
}

func (o optional) Codec() codec.Codec {
	if inner := o.body.Codec(); inner != nil {
		return codec.Behind(inner, o.typ)
	}
	return nil
}

func (o optional) CheckFormat(fault func(string)) {
	if NodeOf(o.body).ChangesVersion() {
		fault("Optional has a body that changes an entity with versions, whose preconditions a request without it does not evaluate; declare a route for each")
	}
	switch b := o.body.(type) {
	case optional:
		fault("Optional has a body that is optional already")
	case FormatChecker:
		b.CheckFormat(fault)
	}
}

func (o optional) choices() []Choice {
	all := DecodersOf(o.body)
	for i := range all {
		all[i].RequestDecoder = pointedDecoder{all[i].RequestDecoder, o.typ}
	}
	return all
}

func (o optional) sender() RequestEncoder {
	inner := SenderOf(o.body)
	if inner == nil {
		return nil
	}
	return optionalSender{inner}
}

func (o optional) roundTrip(*codec.Type) probe.Try {
	return RoundTrip(o.body, o.typ)
}

// pointedDecoder reads a body that is there. For one that is absent nothing is called, so that
// the pointer stays nil.
type pointedDecoder struct {
	RequestDecoder
	typ *codec.Type
}

func (d pointedDecoder) Decode(x *Exchange, v place.Addr) error {
	to := d.typ.New()
	err := d.RequestDecoder.Decode(x, to)
	place.Store(v, to)
	return err
}

func (d pointedDecoder) canonical(x *Exchange, v place.Addr) []byte {
	return Canonical(x, d.RequestDecoder, place.Load(v))
}

type optionalSender struct{ RequestEncoder }

func (s optionalSender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	if place.Load(v).Nil() {
		return Content{}, nil
	}
	return s.RequestEncoder.Encode(rep, place.Load(v))
}

// Absent reports whether the request has no content. If its length is not known, it reads the
// first byte, which the decoder will read again. An error counts as content: the decoder
// reports it.
func (x *Exchange) Absent() bool {
	switch n := x.R.ContentLength; {
	case n == 0:
		return true
	case n > 0:
		return false
	}
	var first [1]byte
	n, err := io.ReadFull(x.R.Body, first[:])
	if n == 0 {
		return err == io.EOF
	}
	x.R.Body = &begun{first: first, left: true, ReadCloser: x.R.Body}
	return false
}

// begun is a body whose first byte has been read.
type begun struct {
	first [1]byte
	left  bool
	io.ReadCloser
}

// Read implements io.Reader.
func (b *begun) Read(p []byte) (int, error) {
	if b.left && len(p) > 0 {
		p[0], b.left = b.first[0], false
		return 1, nil
	}
	return b.ReadCloser.Read(p)
}
