package route

import (
	"io"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Text reads or answers with text/plain in UTF-8 whose whole content is the
// value of a property.
func Text[V any](p prop.Of[V]) Body[V] {
	return typed[V](plain{property.FormOf(p), callsite.Here()})
}

type plain struct {
	form codec.Form
	at   callsite.PC
}

func (t plain) Node() *ir.Body {
	return &ir.Body{At: t.at, Prop: t.form.Node, Format: ir.PlainText}
}

func (t plain) Codec() codec.Codec {
	return t.form.Compile(codec.NewCompiler(ir.Create))
}

// text is how the property is written; Build has seen that there is a way.
func (t plain) text() *codec.Text { return codec.TextOf(t.Codec()) }

func (t plain) flaw() string {
	if t.text() == nil {
		return "property \"" + t.form.Node.Name + "\" cannot be written as text"
	}
	return ""
}

func (t plain) intakes() []mediaDecoder {
	return []mediaDecoder{{[]string{"text/plain"}, textDecoder{t.text()}}}
}

func (t plain) encoder() responseEncoder { return textEncoder{t.text(), t.Codec()} }

type textDecoder struct{ text *codec.Text }

func (t textDecoder) load(e *Endpoint, c *Call) error {
	content, err := e.readBody(c)
	if err == nil && !utf8.Valid(content) {
		return malformed(ir.ContentNotText)
	}
	return err
}

func (t textDecoder) decode(_ *Endpoint, c *Call, v place.Addr) error {
	t.text.ParseText(&c.decoder.Report, string(c.content), v)
	return nil
}

type textEncoder struct {
	text  *codec.Text
	codec codec.Codec
}

func (t textEncoder) send(e *Endpoint, c *Call, a *ir.Response, v place.Addr) error {
	if err := checked(e, c.encoder.Grants, t.codec, v); err != nil {
		return err
	}
	c.encoder.Reset(t.text.AppendText(c.encoder.B[:0], v))
	c.write(a.Status, textContent, c.encoder.B)
	return nil
}

// Bytes reads or answers with content of the given media types as it is. An
// answer is labelled with the first.
func Bytes(mediaTypes ...string) Body[[]byte] {
	return typed[[]byte](blob{mediaTypes, callsite.Here()})
}

type blob struct {
	types []string
	at    callsite.PC
}

func (b blob) Node() *ir.Body {
	return &ir.Body{At: b.at, Format: ir.Bytes, Types: b.types}
}

func (b blob) Codec() codec.Codec { return nil }

func (b blob) intakes() []mediaDecoder {
	return []mediaDecoder{{b.types, bytesDecoder{}}}
}

func (b blob) encoder() responseEncoder { return bytesEncoder{b.types[:1:1]} }

type bytesDecoder struct{}

func (bytesDecoder) load(e *Endpoint, c *Call) error {
	_, err := e.readBody(c)
	return err
}

func (bytesDecoder) decode(_ *Endpoint, c *Call, v place.Addr) error {
	*place.To[[]byte](v) = append([]byte(nil), c.content...)
	return nil
}

type bytesEncoder struct{ mediaType []string }

func (b bytesEncoder) send(_ *Endpoint, c *Call, a *ir.Response, v place.Addr) error {
	c.write(a.Status, b.mediaType, *place.To[[]byte](v))
	return nil
}

// Stream reads content of the given media types while it arrives, up to the
// limit of the body. A read that fails does so with a problem that the handler may
// return as it is: past the limit, where the client is too slow for the server, and
// where it goes. A time-out of the API does not count for the route, see
// [WriteRoute.Timeout].
func Stream(mediaTypes ...string) Body[io.Reader] {
	return typed[io.Reader](streaming{mediaTypes, callsite.Here()})
}

type streaming struct {
	types []string
	at    callsite.PC
}

func (s streaming) Node() *ir.Body {
	return &ir.Body{At: s.at, Format: ir.Bytes, Types: s.types, Arriving: true}
}

func (s streaming) Codec() codec.Codec { return nil }

func (s streaming) intakes() []mediaDecoder {
	return []mediaDecoder{{s.types, streamDecoder{}}}
}

type streamDecoder struct{}

func (streamDecoder) load(e *Endpoint, c *Call) error {
	if c.r.ContentLength > e.limits.Body {
		c.w.Header().Set("Connection", "close")
		return refuse(ir.ContentTooLarge, "")
	}
	return nil
}

func (streamDecoder) decode(e *Endpoint, c *Call, v place.Addr) error {
	*place.To[io.Reader](v) = &checkSizes{r: c.r.Body, left: e.limits.Body}
	return nil
}

// checkSizes fails a read beyond the limit, where io.LimitReader would end quietly,
// and says of any other failure what a client is told.
type checkSizes struct {
	r      io.Reader
	left   int64
	failed *render.Problem // nil: nothing has
}

func (b *checkSizes) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if int64(n) > b.left {
		n, b.left, b.failed = int(b.left), 0, refuse(ir.ContentTooLarge, "")
		return n, b.failed
	}
	b.left -= int64(n)
	if err != nil && err != io.EOF {
		b.failed = unread(err)
		return n, b.failed
	}
	return n, err
}
