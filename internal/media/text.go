package media

import (
	"errors"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Text returns a body of text/plain in UTF-8 that is the value of one property.
func Text(f codec.Form) Body { return text{f, tree.Here()} }

type text struct {
	form codec.Form
	at   tree.Position
}

func (t text) Node() *tree.Body {
	return &tree.Body{At: t.at, Prop: t.form.Node, Format: tree.PlainText}
}

func (t text) Codec() codec.Codec { return t.form.Compile(codec.NewCompiler(tree.Create)) }

// text returns the text codec of the property, or nil if it has none, which CheckFormat
// reports.
func (t text) text() *codec.Text { return codec.TextOf(t.Codec()) }

func (t text) CheckFormat(fault func(string)) {
	if t.text() == nil {
		fault("property \"" + t.form.Node.Name + "\" cannot be written as text")
	}
}

func (t text) choices() []Choice        { return []Choice{{[]string{"text/plain"}, textDecoder{t.text()}}} }
func (t text) encoder() ResponseEncoder { return textEncoder{t.text(), t.Codec()} }
func (t text) sender() RequestEncoder   { return textSender{t.text(), t.Codec()} }
func (t text) receiver() ResponseDecoder {
	return textReceiver{t.text()}
}

type textDecoder struct{ text *codec.Text }

func (t textDecoder) Load(x *Exchange) error {
	content, err := x.readBody()
	if err == nil && !utf8.Valid(content) {
		return Malformed(tree.ContentNotText)
	}
	return err
}

func (t textDecoder) Decode(x *Exchange, v place.Addr) error {
	t.text.ParseText(&x.Decoder.Report, string(x.content), v)
	return nil
}

type textEncoder struct {
	text  *codec.Text
	codec codec.Codec
}

func (t textEncoder) Send(x *Exchange, a *tree.Response, v place.Addr) error {
	if err := x.Check(t.codec, v); err != nil {
		return err
	}
	x.Encoder.Reset(t.text.AppendText(x.Encoder.B[:0], v))
	x.Write(a.Status, textContent, x.Encoder.B)
	return nil
}

type textSender textEncoder

func (s textSender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	mark := rep.Mark()
	if s.codec.Check(rep, v); rep.Since(mark) {
		return Content{}, nil
	}
	return Content{MediaType: textContent[0], Bytes: s.text.AppendText(nil, v)}, nil
}

type textReceiver struct{ text *codec.Text }

func (r textReceiver) Receive(a *Response, v place.Addr) error {
	if a.Declared.Body == nil {
		return nil
	}
	if err := a.CheckType("text/plain"); err != nil {
		return err
	}
	text, err := a.Content()
	if err != nil {
		return err
	}
	if !utf8.Valid(text) {
		return errors.New("it is not valid UTF-8")
	}
	rep := codec.Report{IgnoreRules: true}
	r.text.ParseText(&rep, string(text), v)
	return Violated(&rep)
}
