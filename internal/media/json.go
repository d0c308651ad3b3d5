package media

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// jsonDecoder reads JSON in one pass, from tokens to the Go value.
type jsonDecoder struct{ codec codec.Codec }

func (j jsonDecoder) Load(x *Exchange) error {
	content, err := x.readBody()
	if err != nil {
		return err
	}
	if len(content) == 0 {
		return Malformed(tree.ContentMissing)
	}
	x.Decoder.Reset(content, x.Limits.JSON())
	return nil
}

func (j jsonDecoder) Decode(x *Exchange, v place.Addr) error {
	j.codec.Decode(&x.Decoder, v)
	if err := x.Decoder.End(); err != nil {
		return malformedJSON(err)
	}
	return nil
}

// canonical encodes the value: without white space, in the order of the declaration, with
// defaults.
func (j jsonDecoder) canonical(x *Exchange, v place.Addr) []byte {
	var e codec.Encoder
	e.Canonical(nil)
	j.codec.Encode(&e, v)
	if e.Err() != nil {
		return x.content // a codec that reads values that it cannot write
	}
	return e.B
}

// JSONEncoder sends JSON in the envelope of the API.
type JSONEncoder struct {
	Codec codec.Codec
	Types [][]string // header lines with the media types, the preferred first; nil: application/json

	names  []string       // of the types
	codecs []render.Codec // of the types
}

// choose returns the header line of the media type that the client prefers, and what makes it of JSON;
// nil for JSON itself.
func (j *JSONEncoder) choose(x *Exchange) (mediaType []string, encode func([]byte) ([]byte, error)) {
	i := 0
	switch len(j.Types) {
	case 0:
		return jsonContent, nil
	case 1:
	default:
		best, _ := accept.Choose(x.R.Header["Accept"], j.names)
		i = max(0, slices.Index(j.names, best))
	}
	return j.Types[i], j.codecs[i].Encode
}

// Send implements [ResponseEncoder].
func (j *JSONEncoder) Send(x *Exchange, a *tree.Response, v place.Addr) error {
	if a.Body == nil {
		return emptyEncoder{}.Send(x, a, v)
	}
	if x.Settings.Checks != nil {
		if err := x.Check(j.Codec, v); err != nil {
			return err
		}
	}
	x.Encoder.Reset(append(x.Encoder.B[:0], x.Settings.Before...))
	j.Codec.Encode(&x.Encoder, v)
	if err := x.Encoder.Err(); err != nil {
		return x.Unwritable(err)
	}
	x.Encoder.B = append(x.Encoder.B, x.Settings.After...)
	mediaType, encode := j.choose(x)
	if encode == nil {
		x.Write(a.Status, mediaType, x.Encoder.B)
		return nil
	}
	content, err := encode(x.Encoder.B)
	if err != nil {
		return x.Unwritable(fmt.Errorf("the codec of %s: %w", mediaType[0], err))
	}
	x.Write(a.Status, mediaType, content)
	return nil
}

// emptyEncoder sends a response without content.
type emptyEncoder struct{}

func (emptyEncoder) Send(x *Exchange, a *tree.Response, _ place.Addr) error {
	x.W.WriteHeader(a.Status) // 204 has no Content-Length either (RFC 9110 §8.6)
	return nil
}

type jsonSender struct {
	codec     codec.Codec
	mediaType string
	encode    func([]byte) ([]byte, error) // nil: it is JSON
}

func (s jsonSender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	mark := rep.Mark()
	if s.codec.Check(rep, v); rep.Since(mark) {
		return Content{}, nil
	}
	var e codec.Encoder
	if s.codec.Encode(&e, v); e.Err() != nil || s.encode == nil {
		return Content{MediaType: s.mediaType, Bytes: e.B}, e.Err()
	}
	content, err := s.encode(e.B)
	return Content{MediaType: s.mediaType, Bytes: content}, err
}

// JSONReceiver reads JSON from the envelope of the API.
type JSONReceiver struct {
	Codec  codec.Codec
	codecs []render.Codec // of its media types; nil: application/json
}

// Receive implements [ResponseDecoder].
func (r JSONReceiver) Receive(a *Response, v place.Addr) error {
	if a.Declared.Body == nil {
		return nil
	}
	return a.JSON(func(d *codec.Decoder) { r.Codec.Decode(d, v) }, nil, r.codecs...)
}

type emptyReceiver struct{}

func (emptyReceiver) Receive(*Response, place.Addr) error { return nil }

// limits bound what is made of a part of a response, in proportion to its bytes, and end with the
// context of the call. Responses have more room than requests, for lists of sparse objects.
func (a *Response) limits(text []byte) jsonx.Limits {
	room := int(min(a.Max, math.MaxInt/16))
	return jsonx.Limits{
		Depth: codec.MaxDepth, Members: 1 << 20, Done: a.Context.Done(),
		Values: len(text) + max(room/16, jsonx.DefaultValues), Size: 8*len(text) + max(room, 1<<20),
	}
}

// JSON reads a document in the format of a codec, by default application/json: value reads the
// member with the body, and beside, if it is not nil, a member next to it, or reports that it does
// not.
func (a *Response) JSON(value func(*codec.Decoder), beside func(name string, d *codec.Decoder) bool, codecs ...render.Codec) error {
	types := jsonContent
	if len(codecs) > 0 {
		types = nil
		for _, c := range codecs {
			types = append(types, c.MediaType)
		}
	}
	declared, err := a.typeOf(types)
	if err != nil {
		return err
	}
	text, err := a.Content()
	if err == nil && len(codecs) > 0 && codecs[declared].Decode != nil {
		text, err = codecs[declared].Decode(text)
	}
	if err != nil {
		return err
	}
	var d codec.Decoder
	d.Open(text, a.limits(text))
	d.IgnoreUnknown, d.IgnoreRules = true, true
	if member := a.Envelope; member == "" {
		value(&d)
	} else if err := unwrap(&d, member, value, beside); err != nil {
		return err
	}
	return a.outcome(&d)
}

// ErrNoObject is the error of a document that is not an object.
var ErrNoObject = errors.New("it is not a JSON object")

func unwrap(d *codec.Decoder, member string, value func(*codec.Decoder), beside func(name string, d *codec.Decoder) bool) error {
	switch d.Kind() {
	case jsonx.Object:
	case jsonx.Invalid:
		return nil // outcome returns the error
	default:
		return ErrNoObject
	}
	found := false
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		switch {
		case name == member:
			found = true
			mark := d.Mark()
			value(d)
			d.Under(mark, name)
		case beside != nil && beside(name, d):
		default:
			d.Skip()
		}
	}
	if !found && d.Err() == nil {
		return errors.New("it has no member " + member + "; set the envelope of the API with Renderer of the client")
	}
	return nil
}
