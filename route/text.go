package route

import (
	"io"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Text reads or answers with text/plain in UTF-8 whose whole content is the
// value of a property.
func Text[V any](p prop.Of[V]) Body[V] {
	return typed[V]{plain{p.Form(ir.Key{}), callsite.Here()}}
}

type plain struct {
	form codec.Form
	at   callsite.PC
}

func (t plain) Node(ir.Key) *ir.Body {
	return &ir.Body{At: t.at, Prop: t.form.Node, Format: ir.PlainText}
}

func (t plain) Codec(ir.Key) codec.Codec {
	return t.form.Compile(codec.NewCompiler(ir.Create))
}

// text is how the property is written; Build has seen that there is a way.
func (t plain) text() *codec.Text { return codec.TextOf(t.Codec(ir.Key{})) }

func (t plain) flaw() string {
	if t.text() == nil {
		return "property \"" + t.form.Node.Name + "\" cannot be written as text"
	}
	return ""
}

func (t plain) intakes() []choice {
	return []choice{{[]string{"text/plain"}, textIntake{t.text()}}}
}

func (t plain) outlet() outlet { return textOutlet{t.text(), t.Codec(ir.Key{})} }

type textIntake struct{ text *codec.Text }

func (t textIntake) load(e *Endpoint, c *Call) error {
	content, err := e.slurp(c)
	if err == nil && !utf8.Valid(content) {
		return malformed(ir.ContentNotText)
	}
	return err
}

func (t textIntake) decode(_ *Endpoint, c *Call, v place.Addr) error {
	t.text.ParseText(&c.decoder.Report, string(c.content), v)
	return nil
}

type textOutlet struct {
	text  *codec.Text
	codec codec.Codec
}

func (t textOutlet) send(e *Endpoint, c *Call, a *ir.Answer, v place.Addr) error {
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
	return typed[[]byte]{blob{mediaTypes, callsite.Here()}}
}

type blob struct {
	types []string
	at    callsite.PC
}

func (b blob) Node(ir.Key) *ir.Body {
	return &ir.Body{At: b.at, Format: ir.Bytes, Types: b.types}
}

func (b blob) Codec(ir.Key) codec.Codec { return nil }

func (b blob) intakes() []choice {
	return []choice{{b.types, bytesIntake{}}}
}

func (b blob) outlet() outlet { return bytesOutlet{b.types[:1:1]} }

type bytesIntake struct{}

func (bytesIntake) load(e *Endpoint, c *Call) error {
	_, err := e.slurp(c)
	return err
}

func (bytesIntake) decode(_ *Endpoint, c *Call, v place.Addr) error {
	*place.To[[]byte](v) = append([]byte(nil), c.content...)
	return nil
}

type bytesOutlet struct{ mediaType []string }

func (b bytesOutlet) send(_ *Endpoint, c *Call, a *ir.Answer, v place.Addr) error {
	c.write(a.Status, b.mediaType, *place.To[[]byte](v))
	return nil
}

// Stream reads content of the given media types while it arrives, up to the
// limit of the body. A read that fails does so with a problem that the handler may
// return as it is: past the limit, where the client is too slow for the server, and
// where it goes. A time-out of the API does not count for the route, see
// [Writing.Timeout].
func Stream(mediaTypes ...string) Body[io.Reader] {
	return typed[io.Reader]{streaming{mediaTypes, callsite.Here()}}
}

type streaming struct {
	types []string
	at    callsite.PC
}

func (s streaming) Node(ir.Key) *ir.Body {
	return &ir.Body{At: s.at, Format: ir.Bytes, Types: s.types, Arriving: true}
}

func (s streaming) Codec(ir.Key) codec.Codec { return nil }

func (s streaming) intakes() []choice {
	return []choice{{s.types, streamIntake{}}}
}

type streamIntake struct{}

func (streamIntake) load(e *Endpoint, c *Call) error {
	if c.r.ContentLength > e.limits.Body {
		c.w.Header().Set("Connection", "close")
		return refuse(ir.TooLarge, "")
	}
	return nil
}

func (streamIntake) decode(e *Endpoint, c *Call, v place.Addr) error {
	*place.To[io.Reader](v) = &bounded{r: c.r.Body, left: e.limits.Body}
	return nil
}

// bounded fails a read beyond the limit, where io.LimitReader would end quietly,
// and says of any other failure what a client is told.
type bounded struct {
	r      io.Reader
	left   int64
	failed *render.Problem // nil: nothing has
}

func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if int64(n) > b.left {
		n, b.left, b.failed = int(b.left), 0, refuse(ir.TooLarge, "")
		return n, b.failed
	}
	b.left -= int64(n)
	if err != nil && err != io.EOF {
		b.failed = unread(err)
		return n, b.failed
	}
	return n, err
}
