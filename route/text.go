package route

import (
	"io"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Text reads or answers with text/plain in UTF-8 whose whole content is the
// value of a property.
func Text[V any](p prop.Of[V]) Body[V] {
	return plain[V]{p.Form(ir.Key{}), callsite.Here()}
}

type plain[V any] struct {
	form codec.Form[V]
	at   callsite.PC
}

func (t plain[V]) Node(ir.Key) *ir.Body {
	return &ir.Body{At: t.at, Prop: t.form.Node, Format: ir.PlainText}
}

func (t plain[V]) Codec(ir.Key) codec.Codec[V] {
	return t.form.Compile(codec.NewCompiler(ir.Create))
}

func (t plain[V]) text() codec.Text[V] {
	text, _ := codec.TextOf(t.Codec(ir.Key{})) // Build has seen that there is one
	return text
}

func (t plain[V]) flaw() string {
	if _, ok := codec.TextOf(t.Codec(ir.Key{})); !ok {
		return "property \"" + t.form.Node.Name + "\" cannot be written as text"
	}
	return ""
}

func (t plain[V]) intakes() []choice[V] {
	return []choice[V]{{[]string{"text/plain"}, textIntake[V]{t.text()}}}
}

func (t plain[V]) outlet() outlet[V] { return textOutlet[V]{t.text(), t.Codec(ir.Key{})} }

type textIntake[V any] struct{ text codec.Text[V] }

func (t textIntake[V]) load(e *Endpoint, c *Call) error {
	content, err := e.slurp(c)
	if err == nil && !utf8.Valid(content) {
		return malformed(ir.ContentNotText)
	}
	return err
}

func (t textIntake[V]) decode(_ *Endpoint, c *Call, v *V) error {
	t.text.ParseText(&c.decoder.Report, string(c.content), v)
	return nil
}

type textOutlet[V any] struct {
	text  codec.Text[V]
	codec codec.Codec[V]
}

func (t textOutlet[V]) send(e *Endpoint, c *Call, a *ir.Answer, v *V) error {
	if err := checked(e, c.encoder.Grants, t.codec, v); err != nil {
		return err
	}
	c.encoder.Reset(t.text.AppendText(c.encoder.B[:0], v))
	c.write(a.Status, textContent, c.encoder.B)
	return nil
}

// Bytes reads or answers with content of the given media types as it is. An
// answer is labelled with the first.
func Bytes(mediaTypes ...string) Body[[]byte] { return blob{mediaTypes, callsite.Here()} }

type blob struct {
	types []string
	at    callsite.PC
}

func (b blob) Node(ir.Key) *ir.Body {
	return &ir.Body{At: b.at, Format: ir.Bytes, Types: b.types}
}

func (b blob) Codec(ir.Key) codec.Codec[[]byte] { return nil }

func (b blob) intakes() []choice[[]byte] {
	return []choice[[]byte]{{b.types, bytesIntake{}}}
}

func (b blob) outlet() outlet[[]byte] { return bytesOutlet{b.types[:1:1]} }

type bytesIntake struct{}

func (bytesIntake) load(e *Endpoint, c *Call) error {
	_, err := e.slurp(c)
	return err
}

func (bytesIntake) decode(_ *Endpoint, c *Call, v *[]byte) error {
	*v = append([]byte(nil), c.content...)
	return nil
}

type bytesOutlet struct{ mediaType []string }

func (b bytesOutlet) send(_ *Endpoint, c *Call, a *ir.Answer, v *[]byte) error {
	c.write(a.Status, b.mediaType, *v)
	return nil
}

// Stream reads content of the given media types while it arrives, up to the
// limit of the body. A read that fails does so with a problem that the handler may
// return as it is: past the limit, where the client is too slow for the server, and
// where it goes. A time-out of the API does not count for the route, see
// [Writing.Timeout].
func Stream(mediaTypes ...string) Body[io.Reader] {
	return streaming{mediaTypes, callsite.Here()}
}

type streaming struct {
	types []string
	at    callsite.PC
}

func (s streaming) Node(ir.Key) *ir.Body {
	return &ir.Body{At: s.at, Format: ir.Bytes, Types: s.types, Arriving: true}
}

func (s streaming) Codec(ir.Key) codec.Codec[io.Reader] { return nil }

func (s streaming) intakes() []choice[io.Reader] {
	return []choice[io.Reader]{{s.types, streamIntake{}}}
}

type streamIntake struct{}

func (streamIntake) load(e *Endpoint, c *Call) error {
	if c.r.ContentLength > e.limits.Body {
		c.w.Header().Set("Connection", "close")
		return refuse(ir.TooLarge, "")
	}
	return nil
}

func (streamIntake) decode(e *Endpoint, c *Call, v *io.Reader) error {
	*v = &bounded{r: c.r.Body, left: e.limits.Body}
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
