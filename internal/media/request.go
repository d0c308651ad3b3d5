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
	"github.com/tenon-go/tenon/internal/place"
)

// requestEncoder writes content of a request in one format.
type requestEncoder interface {
	// send notes every rule that the value breaks. Where there is none, what it
	// returns is the value.
	send(rep *codec.Report, v place.Addr) (content, error)
}

// sendable is a body with a sender of its own.
type sendable interface{ sender() requestEncoder }

// senderOf returns how a body is sent; nil where it is no content.
func senderOf(b body) requestEncoder {
	if s, ok := b.(sendable); ok {
		return s.sender()
	}
	n := nodeOf(b)
	if n.Empty() {
		return nil
	}
	return jsonSender{b.Codec(), n.MediaTypes()[0]}
}

type jsonSender struct {
	codec     codec.Codec
	mediaType string
}

func (s jsonSender) send(rep *codec.Report, v place.Addr) (content, error) {
	mark := rep.Mark()
	if s.codec.Check(rep, v); rep.Since(mark) {
		return content{}, nil
	}
	var e codec.Encoder
	s.codec.Encode(&e, v)
	return content{mediaType: s.mediaType, bytes: e.B}, e.Err()
}

// sender sends the format that stands first.
func (a anyOf) sender() requestEncoder { return senderOf(a.bodies[0]) }

func (f form) sender() requestEncoder {
	c := f.body.Codec()
	return formSender{c, codec.PairsOf(c), f.format} // the declaration has no flaw
}

type formSender struct {
	codec  codec.Codec
	pairs  *codec.Pairs
	format ir.Format
}

func (s formSender) send(rep *codec.Report, v place.Addr) (content, error) {
	mark := rep.Mark()
	if s.codec.Check(rep, v); rep.Since(mark) {
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

func (t plain) sender() requestEncoder { return textSender{t.Codec(), t.text()} }

type textSender struct {
	codec codec.Codec
	text  *codec.Text
}

func (s textSender) send(rep *codec.Report, v place.Addr) (content, error) {
	mark := rep.Mark()
	if s.codec.Check(rep, v); rep.Since(mark) {
		return content{}, nil
	}
	return content{mediaType: "text/plain; charset=utf-8", bytes: s.text.AppendText(nil, v)}, nil
}

func (b blob) sender() requestEncoder { return bytesSender{b.types[0]} }

type bytesSender struct{ mediaType string }

func (s bytesSender) send(_ *codec.Report, v place.Addr) (content, error) {
	return content{mediaType: s.mediaType, bytes: *place.To[[]byte](v)}, nil
}

func (s streaming) sender() requestEncoder { return streamSender{s.types[0]} }

// streamSender sends content while it is read, so that it cannot be sent again.
type streamSender struct{ mediaType string }

func (s streamSender) send(_ *codec.Report, v place.Addr) (content, error) {
	r := *place.To[io.Reader](v)
	if r == nil {
		return content{}, errors.New("tenon: the content of a call is a nil reader")
	}
	return content{mediaType: s.mediaType, stream: r}, nil
}
