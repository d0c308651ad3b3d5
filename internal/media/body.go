package media

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Body is the body of a route, without its Go type.
type Body interface {
	// Node returns the description of the body; nil if the declaration is not complete.
	Node() *tree.Body
	// Codec compiles the body. It is nil if the body does not consist of properties.
	Codec() codec.Codec
}

// RequestDecoder reads the body of a request on the server.
type RequestDecoder interface {
	// Load reads the content before anything else of the request is checked. It fails if
	// the content is malformed or too large.
	Load(x *Exchange) error
	// Decode reads what was loaded into the value at v, and adds violations to the
	// report of the exchange.
	Decode(x *Exchange, v place.Addr) error
}

// ResponseEncoder sends a success with the value at v.
type ResponseEncoder interface {
	Send(x *Exchange, a *tree.Response, v place.Addr) error
}

// Choice is a decoder and the media types that it reads.
type Choice struct {
	Types []string
	RequestDecoder
}

// decodable is a body with decoders of its own, encodable one with an encoder.
type (
	decodable interface{ choices() []Choice }
	encodable interface{ encoder() ResponseEncoder }
)

// DecodersOf returns the decoders of a body, or nil if it has no content.
func DecodersOf(b Body) []Choice {
	if d, ok := b.(decodable); ok {
		return d.choices()
	}
	n := b.Node()
	if n.Empty() {
		return nil
	}
	return []Choice{{n.MediaTypes(), jsonDecoder{b.Codec()}}}
}

// EncoderOf returns the encoder of a body.
func EncoderOf(b Body) ResponseEncoder {
	if e, ok := b.(encodable); ok {
		return e.encoder()
	}
	if b.Node().Empty() {
		return emptyEncoder{}
	}
	return &JSONEncoder{Codec: b.Codec()}
}

// NodeOf returns the description of a body that may be nil.
func NodeOf(b Body) *tree.Body {
	if b == nil {
		return nil
	}
	return b.Node()
}

// Decodes reports whether a server can read a body.
func Decodes(b Body) bool {
	switch b := b.(type) {
	case anyOf:
		return !slices.ContainsFunc(b.bodies, func(b Body) bool { return b == nil || !Decodes(b) })
	case optional:
		return Decodes(b.body)
	case bodyCase:
		return Decodes(b.body)
	}
	_, ok := b.(decodable)
	n := NodeOf(b)
	return ok || n != nil && n.Format == tree.JSON
}

// Encodes reports whether a server can send a body.
func Encodes(b Body) bool {
	_, ok := b.(encodable)
	n := NodeOf(b)
	return ok || n != nil && n.Format == tree.JSON && len(n.Others) == 0 && !n.Optional && !isCase(b)
}

// A FormatChecker is a body with properties that its format may not be able to represent. Build
// checks it if the properties are valid.
type FormatChecker interface {
	// CheckFormat calls fault with everything that is wrong.
	CheckFormat(fault func(what string))
}

// Of returns the body behind a public type.
func Of(b codec.Content) Body {
	c := codec.BodyOf(b)
	if c == nil {
		return jsonBody{}
	}
	if f, ok := c.Format.(Body); ok {
		return f
	}
	return jsonBody{c}
}

// jsonBody is a body of package collection.
type jsonBody struct{ of *codec.Body }

func (j jsonBody) Node() *tree.Body {
	if j.of == nil {
		return nil
	}
	return j.of.Node
}

func (j jsonBody) Codec() codec.Codec { return j.of.Codec() }

// VersionOf returns the function that returns the version of an entity, or nil if the body is
// not one entity with versions.
func VersionOf(b Body) func(entity place.Addr) codec.Version {
	switch j := b.(type) {
	case jsonBody:
		return j.of.Version
	case codedJSON:
		return VersionOf(j.body)
	}
	return nil
}

// roundTripper is implemented by bodies that consist of others.
type roundTripper interface {
	roundTrip(t *codec.Type) probe.Try
}

// RoundTrip returns a function that reads a value of type t from JSON as the server
// does, and writes it again. The error is [prop.Violations] or a [*prop.SyntaxError], or that
// of writing. It is for tests that compare an API with its document.
func RoundTrip(b Body, t *codec.Type) probe.Try {
	if p, ok := b.(roundTripper); ok {
		return p.roundTrip(t)
	}
	return func(text []byte, ignoreUnknown bool) ([]byte, error) {
		c := b.Codec()
		v := t.New()
		var d codec.Decoder
		d.Open(text, jsonx.Limits{})
		d.IgnoreUnknown = ignoreUnknown
		c.Decode(&d, v)
		if err := Outcome(&d); err != nil {
			return nil, err
		}
		var e codec.Encoder
		if d.Withheld && !b.Node().Mode.Input() {
			e.Grants = codec.Anonymous // the text has what callers without scopes see
		}
		c.Encode(&e, v)
		return e.B, e.Err()
	}
}

// Outcome returns the error of what a decoder has read: a [*prop.SyntaxError],
// [prop.Violations] or nil.
func Outcome(d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	if vs := codec.Gather[prop.Violations](&d.Report); vs != nil {
		return vs
	}
	return nil
}
