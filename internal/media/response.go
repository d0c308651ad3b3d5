package route

import (
	"bytes"
	"errors"
	"math"
	"mime"
	"net/http"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// responseDecoder reads the content of a success in one format.
type responseDecoder interface {
	receive(a *clientResponse, v place.Addr) error
}

// receivable is a body with a receiver of its own.
type receivable interface{ receiver() responseDecoder }

func receiverOf(b body) responseDecoder {
	if r, ok := b.(receivable); ok {
		return r.receiver()
	}
	if nodeOf(b).Empty() {
		return emptyReceiver{}
	}
	return jsonReceiver{b.Codec()}
}

type emptyReceiver struct{}

func (emptyReceiver) receive(*clientResponse, place.Addr) error { return nil }

// jsonReceiver reads JSON out of the API's envelope.
type jsonReceiver struct{ codec codec.Codec }

func (r jsonReceiver) receive(a *clientResponse, v place.Addr) error {
	if a.declared.Body == nil {
		return nil
	}
	return a.json(func(d *codec.Decoder) { r.codec.Decode(d, v) }, nil)
}

// responseLimits are far more than an answer has: how long it is bounds it better.
var responseLimits = jsonx.Limits{Depth: codec.MaxDepth, Members: 1 << 20, Values: math.MaxInt}

// json reads a document: value reads what is inside the envelope, and beside, if
// there is one, the pagination next to it.
func (a *clientResponse) json(value, beside func(*codec.Decoder)) error {
	if err := a.is("application/json"); err != nil {
		return err
	}
	text, err := a.content()
	if err != nil {
		return err
	}
	var d codec.Decoder
	d.Open(text, responseLimits)
	d.IgnoreUnknown = true
	if member := a.envelope; member == "" {
		value(&d)
	} else if err := unwrap(&d, member, value, beside); err != nil {
		return err
	}
	return outcome(&d)
}

// outcome ends the reading of a document.
func outcome(d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	if vs := codec.Gather[prop.Violations](&d.Report); vs != nil {
		return broken(vs)
	}
	return nil
}

func unwrap(d *codec.Decoder, member string, value, beside func(*codec.Decoder)) error {
	switch d.Kind() {
	case jsonx.Object:
	case jsonx.Invalid:
		return nil // which its outcome tells
	default:
		return errNoObject
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
		case name == "pagination" && beside != nil:
			beside(d)
		default:
			d.Skip()
		}
	}
	if !found && d.Err() == nil {
		return errors.New("it has no member " + member + "; the envelope of the API is told with Renderer of the client")
	}
	return nil
}

func (t plain) receiver() responseDecoder { return textReceiver{t.text()} }

type textReceiver struct{ text *codec.Text }

func (r textReceiver) receive(a *clientResponse, v place.Addr) error {
	if a.declared.Body == nil {
		return nil
	}
	if err := a.is("text/plain"); err != nil {
		return err
	}
	text, err := a.content()
	if err != nil {
		return err
	}
	if !utf8.Valid(text) {
		return errors.New("it is not valid UTF-8")
	}
	var rep codec.Report
	r.text.ParseText(&rep, string(text), v)
	if vs := codec.Gather[prop.Violations](&rep); vs != nil {
		return broken(vs)
	}
	return nil
}

func (b blob) receiver() responseDecoder { return bytesReceiver{b.types} }

type bytesReceiver struct{ types []string }

func (r bytesReceiver) receive(a *clientResponse, v place.Addr) (err error) {
	if a.declared.Body == nil {
		return nil
	}
	if err = a.is(r.types...); err == nil {
		*place.To[[]byte](v), err = a.content()
	}
	return err
}

func (d download) receiver() responseDecoder { return fileReceiver{d.types} }

// fileReceiver reads a file into memory.
type fileReceiver struct{ types []string }

func (r fileReceiver) receive(a *clientResponse, at place.Addr) error {
	if err := a.is(r.types...); err != nil {
		return err
	}
	content, err := a.content()
	if err != nil {
		return err
	}
	h := a.response.Header
	v := place.To[File](at)
	*v = File{Content: bytes.NewReader(content), MediaType: h.Get("Content-Type"), ETag: h.Get("ETag")}
	v.ModTime, _ = http.ParseTime(h.Get("Last-Modified"))
	if _, params, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil {
		v.Name = params["filename"]
	}
	return nil
}

func (r redirect) receiver() responseDecoder { return redirectReceiver{} }

type redirectReceiver struct{}

func (redirectReceiver) receive(a *clientResponse, v place.Addr) error {
	lines := a.response.Header["Location"]
	if len(lines) != 1 {
		return errors.New("it has not one Location")
	}
	*place.To[Location](v) = Location(lines[0])
	return nil
}
