package route

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Body is what a route reads or answers with. Package collection makes bodies of
// JSON: a collection in one mode. Beside them there are [Form], [Multipart],
// [Text], [Bytes], [Stream] and [AnyOf] to read, and [Text], [Bytes],
// [Download], [Events], [Lines] and [Redirect] to answer with.
type Body[T any] interface {
	sealed
	// Check returns the violations that content with the value v would get.
	Check(v T) prop.Violations
}

// sealed is what a type must embed to be a body.
type sealed = codec.Content

var _ Body[int] = &collection.Body[int]{}

// body is a [Body], whatever its Go type is.
type body interface {
	// Node returns the description of the body.
	Node() *ir.Body
	// Codec compiles the body; nil where content is not made of properties.
	Codec() codec.Codec
}

// typed gives a body its Go type.
func typed[T any](b body) Body[T] { return &format[T]{codec.Seal(&codec.Body{Format: b})} }

// format is a body in another format than JSON.
type format[T any] struct{ core }

type core = codec.Sealed

// Check is part of [Body].
func (f *format[T]) Check(v T) prop.Violations { return checkValue(bodyOf(f), place.Of(&v)) }

func checkValue(b body, v place.Addr) prop.Violations {
	c := b.Codec()
	if c == nil {
		return nil
	}
	var r codec.Report
	c.Check(&r, v)
	return codec.Gather[prop.Violations](&r)
}

// bodyOf returns what a body is below its Go type.
func bodyOf(b codec.Content) body {
	c := codec.BodyOf(b)
	if c == nil {
		return jsonBody{}
	}
	if f, ok := c.Format.(body); ok {
		return f
	}
	return jsonBody{c}
}

// jsonBody is a body of package collection.
type jsonBody struct{ of *codec.Body }

func (j jsonBody) Node() *ir.Body {
	if j.of == nil {
		return nil
	}
	return j.of.Node
}

func (j jsonBody) Codec() codec.Codec { return j.of.Codec() }

// nodeOf returns the description of a body that may be missing.
func nodeOf(b body) *ir.Body {
	if b == nil {
		return nil
	}
	return b.Node()
}

// requestDecoder reads the content of a request in one format.
type requestDecoder interface {
	// load takes in the content before anything else of the request is judged:
	// it fails where the content is malformed or too large.
	load(e *Endpoint, c *Call) error
	// decode reads what was loaded into the place, and notes violations.
	decode(e *Endpoint, c *Call, v place.Addr) error
}

// readable is a body with an intake of its own.
type readable interface{ intakes() []mediaDecoder }

// mediaDecoder is an intake and the media types that it is for.
type mediaDecoder struct {
	types []string
	requestDecoder
}

// requestDecodersOf returns how a body is read; nil where it is no content.
func requestDecodersOf(b body) []mediaDecoder {
	if r, ok := b.(readable); ok {
		return r.intakes()
	}
	n := b.Node()
	if n.Empty() {
		return nil
	}
	return []mediaDecoder{{n.MediaTypes(), jsonDecoder{b.Codec()}}}
}

// reads reports whether a body has a format that can be read.
func reads(b body) bool {
	if a, ok := b.(anyOf); ok {
		for _, b := range a.bodies {
			if b == nil || !reads(b) {
				return false
			}
		}
		return true
	}
	_, ok := b.(readable)
	n := nodeOf(b)
	return ok || n != nil && n.Format == ir.JSON
}

// answers reports whether a body has a format that can be answered with.
func answers(b body) bool {
	_, ok := b.(encodable)
	n := nodeOf(b)
	return ok || n != nil && n.Format == ir.JSON && len(n.Others) == 0
}

// formatChecker is a body whose properties may not suit its format. It is asked only
// when they are otherwise sound.
type formatChecker interface{ flaw() string }

// responseEncoder writes the content of an answer in one format.
type responseEncoder interface {
	// send writes the status and the content.
	send(e *Endpoint, c *Call, a *ir.Response, v place.Addr) error
}

// encodable is a body with an encoder of its own.
type encodable interface{ encoder() responseEncoder }

func responseEncoderOf(b body) responseEncoder {
	if a, ok := b.(encodable); ok {
		return a.encoder()
	}
	if b.Node().Empty() {
		return emptyEncoder{}
	}
	return withVersion(b, jsonEncoder{b.Codec()})
}

// AnyOf reads content in several formats, such as JSON and a form; the media
// type of the request chooses.
func AnyOf[T any](bodies ...Body[T]) Body[T] {
	var a anyOf
	for _, b := range bodies {
		if b == nil {
			a.bodies = append(a.bodies, nil)
			continue
		}
		a.bodies = append(a.bodies, bodyOf(b))
	}
	return typed[T](a)
}

type anyOf struct{ bodies []body }

func (a anyOf) Node() *ir.Body {
	if len(a.bodies) == 0 {
		return nil
	}
	n := *a.bodies[0].Node()
	for _, b := range a.bodies[1:] {
		n.Others = append(n.Others, b.Node())
	}
	return &n
}

func (a anyOf) Codec() codec.Codec { return nil }

func (a anyOf) flaw() string {
	for _, b := range a.bodies {
		if f, ok := b.(formatChecker); ok && f.flaw() != "" {
			return f.flaw()
		}
	}
	return ""
}

func (a anyOf) intakes() (all []mediaDecoder) {
	for _, b := range a.bodies {
		all = append(all, requestDecodersOf(b)...)
	}
	return all
}
