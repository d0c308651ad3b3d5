package media

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Multipart returns a body as multipart/form-data.
func Multipart(b Body, styles []MemberStyle) Body {
	return multipartForm{fields{b, tree.Multipart, tree.Here(), styles}}
}

type multipartForm struct{ fields }

func (f multipartForm) choices() []Choice {
	return []Choice{{f.Node().MediaTypes(), multipartDecoder{f.pairs(), f.stylesOf()}}}
}

func (f multipartForm) sender() RequestEncoder {
	return multipartSender{formWriter{f.Codec(), f.pairs(), f.stylesOf().writers()}}
}

// multipartDecoder reads a form part by part.
type multipartDecoder struct {
	pairs  *codec.Pairs
	styles memberStyles
}

// maxParts bounds the parts of a form.
const maxParts = 1000

func (m multipartDecoder) Load(x *Exchange) error {
	if err := x.checkLength(); err != nil {
		return err
	}
	boundary, _ := accept.Param(x.R.Header.Get("Content-Type"), "boundary")
	if boundary == "" || len(boundary) > 70 { // RFC 2046 §5.1.1
		return Malformed(tree.FormBoundary)
	}
	body := x.limitedBody()
	r := multipart.NewReader(body, boundary)
	x.pairs = x.pairs[:0]
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return m.broken(x, body, err)
		}
		if len(x.pairs) == maxParts {
			return Malformed(tree.FormParts)
		}
		if err := m.part(x, p); err != nil {
			return m.broken(x, body, err)
		}
	}
}

// broken returns the problem of a form that could not be parsed. The parser reports an
// incomplete line as malformed, so that an error of the reader takes precedence.
func (m multipartDecoder) broken(x *Exchange, body *limitedReader, err error) error {
	if body.failed != nil {
		x.W.Header().Set("Connection", "close")
		return body.failed
	}
	if p := problemIn(err); p != nil {
		x.W.Header().Set("Connection", "close")
		return p
	}
	var disk *os.PathError
	if errors.As(err, &disk) {
		return err // an error of the server
	}
	return Malformed(tree.FormMalformed)
}

func (m multipartDecoder) part(x *Exchange, p *multipart.Part) error {
	defer p.Close()
	name := p.FormName()
	if name == "" {
		return Malformed(tree.FormPartName)
	}
	if p.FileName() != "" {
		part, err := x.saveFile(p)
		if err != nil {
			return err
		}
		x.pairs = append(x.pairs, codec.Pair{Name: name, Part: part})
		return nil
	}
	text, err := io.ReadAll(p) // bounded by the limit of the body
	if err != nil {
		return err
	}
	if len(text) == 0 && isFileInput(p) {
		return nil // no file was chosen (HTML §4.10.21.4)
	}
	essence, _ := accept.MediaType(p.Header.Get("Content-Type"))
	x.pairs = append(x.pairs, codec.Pair{Name: name, Text: string(text), JSON: accept.IsJSON(essence)})
	return nil
}

// isFileInput reports whether a part has a file name, which may be empty.
func isFileInput(p *multipart.Part) bool {
	_, params, err := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
	_, is := params["filename"]
	return err == nil && is
}

func (m multipartDecoder) Decode(x *Exchange, v place.Addr) error {
	return m.styles.parse(x, m.pairs, v)
}

// inMemory is the size up to which a file is kept in memory.
const inMemory = 32 << 10

// saveFile stores a file until the end of the request.
func (x *Exchange) saveFile(p *multipart.Part) (*codec.Part, error) {
	essence, ok := accept.MediaType(p.Header.Get("Content-Type"))
	if !ok {
		essence = "application/octet-stream" // not text/plain, the default of RFC 7578 §4.4, which no client means
	}
	part := &codec.Part{Name: p.FileName(), Type: essence}
	var head bytes.Buffer
	n, err := io.CopyN(&head, p, inMemory)
	part.Size = n
	if err != nil && err != io.EOF {
		return nil, err
	}
	part.Sniffed, _ = accept.MediaType(http.DetectContentType(head.Bytes()))
	if err == io.EOF {
		part.Open = func() (io.ReadSeekCloser, error) { return inert{bytes.NewReader(head.Bytes())}, nil }
		return part, nil
	}
	f, err := os.CreateTemp("", "tenon-*")
	if err != nil {
		return nil, err
	}
	name := f.Name()
	x.files = append(x.files, name)
	defer f.Close()
	if _, err := f.Write(head.Bytes()); err != nil {
		return nil, err
	}
	rest, err := io.Copy(f, p)
	if err != nil {
		return nil, err
	}
	part.Size += rest
	part.Open = func() (io.ReadSeekCloser, error) { return os.Open(name) }
	return part, f.Close()
}

// inert is a reader with a Close that does nothing.
type inert struct{ *bytes.Reader }

func (inert) Close() error { return nil }

// canonical omits the boundary, which differs between attempts.
func (m multipartDecoder) canonical(x *Exchange, _ place.Addr) []byte {
	return canonicalPairs(x.pairs)
}

type multipartSender struct{ formWriter }

// Encode writes the form (RFC 7578).
func (s multipartSender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	pairs, ok := s.encode(rep, v)
	if !ok {
		return Content{}, nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range pairs {
		if err := writePart(w, p); err != nil {
			return Content{}, err
		}
	}
	err := w.Close()
	return Content{MediaType: w.FormDataContentType(), Bytes: b.Bytes()}, err
}

func writePart(w *multipart.Writer, p codec.Pair) error {
	h := textproto.MIMEHeader{}
	if p.Part == nil {
		h["Content-Disposition"] = []string{strings.TrimSuffix(multipart.FileContentDisposition(p.Name, ""), `; filename=""`)}
		if p.JSON {
			h["Content-Type"] = []string{"application/json"}
		}
	} else {
		if p.Part.Name == "" || !FieldValue(p.Part.Type) {
			return errors.New("tenon: a file needs a name and a media type")
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
