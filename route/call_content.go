package route

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// sender writes content of a request in one format.
type sender[T any] interface {
	// send notes every rule that *v breaks. Where there is none, what it returns
	// is *v.
	send(rep *codec.Report, v *T) (content, error)
}

// sendable is a body with a sender of its own.
type sendable[T any] interface{ sender() sender[T] }

// senderOf returns how a body is sent; nil where it is no content.
func senderOf[T any](b Body[T]) sender[T] {
	if s, ok := b.(sendable[T]); ok {
		return s.sender()
	}
	n := nodeOf(b)
	if n.Empty() {
		return nil
	}
	return jsonSender[T]{b.Codec(ir.Key{}), n.MediaTypes()[0]}
}

type jsonSender[T any] struct {
	codec     codec.Codec[T]
	mediaType string
}

func (s jsonSender[T]) send(rep *codec.Report, v *T) (content, error) {
	mark := rep.Mark()
	if s.codec.Inspect(rep, v); rep.Since(mark) {
		return content{}, nil
	}
	var e codec.Encoder
	s.codec.Encode(&e, v)
	return content{mediaType: s.mediaType, bytes: e.B}, e.Err()
}

// sender sends the format that stands first.
func (a anyOf[T]) sender() sender[T] { return senderOf(a.bodies[0]) }

func (f form[T]) sender() sender[T] {
	c := f.body.Codec(ir.Key{})
	pairs, _ := codec.PairsOf(c) // the declaration has no flaw
	return formSender[T]{c, pairs, f.format}
}

type formSender[T any] struct {
	codec  codec.Codec[T]
	pairs  codec.Pairs[T]
	format ir.Format
}

func (s formSender[T]) send(rep *codec.Report, v *T) (content, error) {
	mark := rep.Mark()
	if s.codec.Inspect(rep, v); rep.Since(mark) {
		return content{}, nil
	}
	pairs := s.pairs.AppendPairs(rep, nil, v)
	if s.format == ir.Multipart {
		return multipartOf(pairs)
	}
	b := []byte{}
	for i, p := range pairs {
		if i > 0 {
			b = append(b, '&')
		}
		b = append(b, url.QueryEscape(p.Name)...)
		b = append(b, '=')
		b = append(b, url.QueryEscape(p.Text)...)
	}
	return content{mediaType: "application/x-www-form-urlencoded", bytes: b}, nil
}

// multipartOf writes a form with parts (RFC 7578).
func multipartOf(pairs []codec.Pair) (content, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range pairs {
		if err := writePart(w, p); err != nil {
			return content{}, err
		}
	}
	err := w.Close()
	return content{mediaType: w.FormDataContentType(), bytes: b.Bytes()}, err
}

func writePart(w *multipart.Writer, p codec.Pair) error {
	h := textproto.MIMEHeader{}
	if p.Part == nil {
		h["Content-Disposition"] = []string{strings.TrimSuffix(multipart.FileContentDisposition(p.Name, ""), `; filename=""`)}
		if p.JSON {
			h["Content-Type"] = []string{"application/json"}
		}
	} else {
		if p.Part.Name == "" || !fieldValue(p.Part.Type) {
			return errors.New("tenon: a file to be sent needs a name and a media type")
		}
		h["Content-Disposition"] = []string{multipart.FileContentDisposition(p.Name, p.Part.Name)}
		h["Content-Type"] = []string{p.Part.Type}
	}
	part, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if p.Part == nil {
		_, err = io.WriteString(part, p.Text)
		return err
	}
	file, err := p.Part.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(part, file)
	return err
}

func (t plain[V]) sender() sender[V] { return textSender[V]{t.Codec(ir.Key{}), t.text()} }

type textSender[V any] struct {
	codec codec.Codec[V]
	text  codec.Text[V]
}

func (s textSender[V]) send(rep *codec.Report, v *V) (content, error) {
	mark := rep.Mark()
	if s.codec.Inspect(rep, v); rep.Since(mark) {
		return content{}, nil
	}
	return content{mediaType: "text/plain; charset=utf-8", bytes: s.text.AppendText(nil, v)}, nil
}

func (b blob) sender() sender[[]byte] { return bytesSender{b.types[0]} }

type bytesSender struct{ mediaType string }

func (s bytesSender) send(_ *codec.Report, v *[]byte) (content, error) {
	return content{mediaType: s.mediaType, bytes: *v}, nil
}

func (s streaming) sender() sender[io.Reader] { return streamSender{s.types[0]} }

// streamSender sends content while it is read, so that it cannot be sent again.
type streamSender struct{ mediaType string }

func (s streamSender) send(_ *codec.Report, v *io.Reader) (content, error) {
	if *v == nil {
		return content{}, errors.New("tenon: the content of a call is a nil reader")
	}
	return content{mediaType: s.mediaType, stream: *v}, nil
}
