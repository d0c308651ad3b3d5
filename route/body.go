package route

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Body is the body of requests or responses. Package collection has bodies of JSON: a
// collection in one mode. This package has other formats: [JSON] with other media types, [Encoded], [Form],
// [Multipart], [Text], [Bytes], [Stream], [AnyOf] and [Optional] for requests, and [JSON], [Encoded], [Text],
// [Bytes], [Download], [Events], [Lines] and [Redirect] for responses.
type Body[T any] interface {
	sealed
	// Check returns the violations of a body with the value v.
	Check(v T) prop.Violations
}

// sealed must be embedded by bodies.
type sealed = codec.Content

var _ Body[int] = &collection.Body[int]{}

// format is a body in another format than JSON.
type format[T any] struct{ core }

type core = codec.Sealed

// typed returns a body with its Go type.
func typed[T any](b media.Body) Body[T] { return &format[T]{codec.Seal(&codec.Body{Format: b})} }

// Check implements [Body].
func (f *format[T]) Check(v T) prop.Violations { return checkValue(media.Of(f), place.Of(&v)) }

func checkValue(b media.Body, v place.Addr) prop.Violations {
	var r codec.Report
	media.Check(&r, b, v)
	return codec.Gather[prop.Violations](&r)
}

// bodyOf returns a body without its Go type; nil stays nil.
func bodyOf(b codec.Content) media.Body {
	if b == nil {
		return nil
	}
	return media.Of(b)
}

// typeOf returns the Go type of a body, which those of package collection know.
//
//go:noinline
func typeOf[T any](b codec.Content) *codec.Type {
	if t := knownType(b); t != nil {
		return t
	}
	return codec.TypeOf[T]()
}

func knownType(b codec.Content) *codec.Type {
	if b != nil {
		if c := codec.BodyOf(b); c != nil {
			return c.Type
		}
	}
	return nil
}

// AnyOf reads a body in any of several formats, such as JSON and a form. The media type of the
// request selects one; no two bodies may have the same. A [client.Client] sends the first.
//
// The bodies have one Go type. [Case] and [CaseOf] make one of several.
//
// [client.Client]: https://pkg.go.dev/github.com/tenon-go/tenon/client#Client
func AnyOf[T any](bodies ...Body[T]) Body[T] {
	all := make([]media.Body, len(bodies))
	for i, b := range bodies {
		all[i] = bodyOf(b)
	}
	return typed[T](media.AnyOf(all))
}

// Optional reads a body that a request may not have: the handler gets a pointer, which is nil if
// the request has no content. A request without content needs no Content-Type. A body that changes
// an entity with versions cannot be optional: it evaluates the preconditions of the request.
//
//	route.Post("/carts/{id}/checkout", route.Optional(notes.Create()), orders.View())
func Optional[T any](b Body[T]) Body[*T] {
	return typed[*T](media.Optional(bodyOf(b), codec.TypeOf[T]()))
}

// JSON reads or sends JSON with other media types than application/json:
//
//	route.JSON(users.View(), "application/scim+json", "application/json")
//
// A response has the type that the client prefers, and the first if all are alike. The types of
// requests have no parameters.
//
// The range */* or application/* reads any content of these types as JSON, */* also content without
// a Content-Type; responses have application/json. Browsers send some types, such as text/plain, to
// other sites without asking: do not read ranges where cookies authenticate.
func JSON[T any](b Body[T], mediaTypes ...string) Body[T] {
	return typed[T](media.JSONAs(bodyOf(b), mediaTypes))
}

// Codec writes JSON in another format, and reads it.
type Codec = render.Codec

// Encoded reads or sends a body in the formats of codecs. The Content-Type of a request selects one; a
// response has the one that the client prefers, and the first if all are alike. The rules of the body
// are those of its JSON, and the document has its schema for each media type:
//
//	route.Encoded(users.View(), route.Codec{MediaType: "application/json"}, yaml)
//
// It cannot send an entity with versions: each representation would need its own entity tag. Requests
// with such an entity may have codecs.
func Encoded[T any](b Body[T], codecs ...Codec) Body[T] {
	return typed[T](media.Encoded(bodyOf(b), slices.Clone(codecs)))
}

// Form reads a collection, or a union of them, as application/x-www-form-urlencoded. Members are texts
// and lists of texts, which are repeated, unless they have a style:
//
//	route.Form(orders.Create(), route.DeepObject(metadata), route.CSV(tags), route.AsJSON(address))
//
// reads metadata[color]=red&tags=a,b&address={"city":"Oslo"}. Items of a list with a delimiter
// cannot have it, not even escaped.
func Form[T any](b Body[T], styles ...prop.Prop) Body[T] {
	return typed[T](media.Form(bodyOf(b), memberStyles(styles)))
}

// Multipart reads a collection, or a union of them, as multipart/form-data. Its members are strings, lists, files
// ([prop.File]), and objects, each a part with JSON. Files are stored until the end of the
// request, large ones on disk; increase the limit of the body for them with
// [WriteRoute.Limits]. Members may have styles, as in [Form].
//
// [prop.File]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#File
func Multipart[T any](b Body[T], styles ...prop.Prop) Body[T] {
	return typed[T](media.Multipart(bodyOf(b), memberStyles(styles)))
}

// Text reads or sends text/plain in UTF-8. The whole body is the value of a property.
func Text[V any](p prop.Of[V]) Body[V] { return typed[V](media.Text(property.FormOf(p))) }

// Bytes reads or sends bodies of the given media types without interpreting them. Responses
// have the first. A type may be a range, such as image/* or */*, whose responses are
// application/octet-stream; [Call.MediaType] is the type of a request.
func Bytes(mediaTypes ...string) Body[[]byte] { return typed[[]byte](media.Bytes(mediaTypes)) }

// Stream reads a body of the given media types as it arrives, up to the limit of the body. A
// read may fail with a problem, which the handler may return as it is: the body exceeds the
// limit, the client is too slow for the server, or the client is gone. A timeout of the API
// does not apply to the route; see [WriteRoute.Timeout].
func Stream(mediaTypes ...string) Body[io.Reader] {
	return typed[io.Reader](media.Stream(mediaTypes))
}

// File is a file that a handler sends.
type File struct {
	// Content is read, and closed if it is an io.Closer.
	Content io.ReadSeeker
	// MediaType is one of those that the route declares. The default is the first.
	MediaType string
	// Name is the name under which browsers save the file; with "" they show it.
	Name string
	// ModTime and ETag are optional; clients send them in conditional requests. An ETag
	// includes its quotes, "v1" or W/"v1"; another text is an internal error (500).
	ModTime time.Time
	ETag    string
}

// FileOf returns a file with the content.
func FileOf(content []byte) File { return File{Content: bytes.NewReader(content)} }

// Download sends a file of one of the given media types: parts of it if the client requests
// ranges (RFC 9110 §14), and 304 Not Modified to clients with the current version. A position beyond
// the file, of any number of digits, means the rest of it; a range without a byte is a 416. The whole
// file is sent if a request has more than 16 ranges, several ranges that together exceed the
// file, or ranges in another unit than bytes. A type may be a range, such as image/*; then each file
// names its own.
func Download(mediaTypes ...string) Body[File] { return typed[File](media.Download(mediaTypes)) }

// Location is the target of a redirect: a path such as /orders/7, relative to the URL of the
// request, or an absolute URL of http or https. A private-use scheme of an app has a dot, such
// as com.example.app (RFC 8252 §7.1). Anything else is an internal error (500): other schemes,
// such as javascript, a path that begins with // and therefore names another host, and text
// that is not a URI reference.
type Location string

// Redirect sends a redirect without a body: 301, 302, 303, 307 or 308 (RFC 9110 §15.4).
func Redirect(status int) Body[Location] { return typed[Location](media.Redirect(status)) }

// Event is a server-sent event.
type Event[T any] struct {
	ID    string        // sent as Last-Event-ID by clients that reconnect; "" for none
	Name  string        // the event's type; "" is message
	Retry time.Duration // how long clients wait before they reconnect; 0: their default
	Data  T

	// NoData sends the ID and Retry alone. A client that reconnects continues after the ID, but
	// sees no event (HTML §9.2.6). Name must be empty; nothing of Data is sent.
	NoData bool

	partial // of a message of an outbox
}

// partial says which members an event of an outbox lacks for all readers.
type partial = emit.Partial

// Events sends server-sent events (text/event-stream), each with an item as JSON. The handler
// returns a sequence, which runs until the client disconnects: a sequence that waits must watch
// Call.Context, which ends when the client is gone or the server shuts down. A comment is sent
// after each 15 seconds without an event. A sequence that yields an error ends the stream; the
// error is logged.
//
// The response begins before the sequence runs: subscribe in the handler, and range over the
// subscription in the sequence, or events in between are lost. HEAD calls the handler, but
// never runs the sequence: release resources of the handler when Call.Context ends.
//
//	route.Get("/prices", route.Events(prices.View())).
//		Handle(func(c *route.Call) (iter.Seq2[route.Event[Price], error], error) { … })
//
// The data of an event is text, not JSON, if the item is a [Text]: line breaks divide it into
// lines, and it must be neither empty nor contain a carriage return.
func Events[T any](item Body[T]) Body[iter.Seq2[Event[T], error]] {
	return typed[iter.Seq2[Event[T], error]](media.Events(bodyOf(item), codec.TypeOf[T](), eventSequence[T]()))
}

// EventsUntil is like [Events], and sends an event with the data end when the sequence has ended
// without an error, as APIs of language models do:
//
//	route.EventsUntil("[DONE]", chunks.View())
//
// Clients can thus distinguish the end of the stream from a lost connection. The end is one line,
// and is not itself JSON, which an item could be. A [client.Client] stops at it.
//
// [client.Client]: https://pkg.go.dev/github.com/tenon-go/tenon/client#Client
func EventsUntil[T any](end string, item Body[T]) Body[iter.Seq2[Event[T], error]] {
	return typed[iter.Seq2[Event[T], error]](media.EventsUntil(end, bodyOf(item), codec.TypeOf[T](), eventSequence[T]()))
}

// Lines sends JSON Lines (application/jsonl), each with an item. A sequence that yields an
// error aborts the connection, so that the client does not take a part of the lines for all;
// the error is logged. HEAD calls the handler, but never runs the sequence.
func Lines[T any](item Body[T]) Body[iter.Seq2[T, error]] {
	return typed[iter.Seq2[T, error]](media.Lines(bodyOf(item), codec.TypeOf[T](), lineSequence[T]()))
}
