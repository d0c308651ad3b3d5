package route

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// multipartDecoder reads a form part by part.
type multipartDecoder struct{ pairs *codec.Pairs }

// maxParts is how many parts a form may have.
const maxParts = 1000

func (m multipartDecoder) load(e *Endpoint, c *Call) error {
	if c.r.ContentLength > e.limits.Body {
		c.w.Header().Set("Connection", "close")
		return refuse(ir.ContentTooLarge, "")
	}
	boundary, _ := accept.Param(c.r.Header.Get("Content-Type"), "boundary")
	if boundary == "" || len(boundary) > 70 { // RFC 2046 §5.1.1
		return malformed(ir.FormBoundary)
	}
	body := &checkSizes{r: c.r.Body, left: e.limits.Body}
	r := multipart.NewReader(body, boundary)
	c.pairs = c.pairs[:0]
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return m.broken(c, body, err)
		}
		if len(c.pairs) == maxParts {
			return malformed(ir.FormParts)
		}
		if err := m.part(c, p); err != nil {
			return m.broken(c, body, err)
		}
	}
}

// broken tells a form that could not be read to its end from one that is malformed,
// for which the parser may take half a line of it.
func (m multipartDecoder) broken(c *Call, body *checkSizes, err error) error {
	if body.failed != nil {
		c.w.Header().Set("Connection", "close")
		return body.failed
	}
	if p := problemIn(err); p != nil {
		c.w.Header().Set("Connection", "close")
		return p
	}
	var disk *os.PathError
	if errors.As(err, &disk) {
		return err // the server's trouble
	}
	return malformed(ir.FormMalformed)
}

func (m multipartDecoder) part(c *Call, p *multipart.Part) error {
	defer p.Close()
	name := p.FormName()
	if name == "" {
		return malformed(ir.FormPartName)
	}
	if p.FileName() != "" {
		part, err := c.saveFile(p)
		if err != nil {
			return err
		}
		c.pairs = append(c.pairs, codec.Pair{Name: name, Part: part})
		return nil
	}
	text, err := io.ReadAll(p) // bounded by the limit of the body
	if err != nil {
		return err
	}
	essence, _ := accept.MediaType(p.Header.Get("Content-Type"))
	c.pairs = append(c.pairs, codec.Pair{Name: name, Text: string(text), JSON: accept.IsJSON(essence)})
	return nil
}

func (m multipartDecoder) decode(_ *Endpoint, c *Call, v place.Addr) error {
	m.pairs.ParsePairs(&c.decoder.Report, c.pairs, v)
	return nil
}

// inMemory is up to how many bytes a file is kept in memory.
const inMemory = 32 << 10

// saveFile keeps a file until the request has been served.
func (c *Call) saveFile(p *multipart.Part) (*codec.Part, error) {
	essence, ok := accept.MediaType(p.Header.Get("Content-Type"))
	if !ok {
		essence = "application/octet-stream" // RFC 7578 §4.4 leaves text/plain, which no client means by silence
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
	c.files = append(c.files, name)
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

// inert is a reader that needs no closing.
type inert struct{ *bytes.Reader }

func (inert) Close() error { return nil }

// removeFiles removes the files of a call.
func (c *Call) removeFiles() {
	for _, name := range c.files {
		_ = os.Remove(name)
	}
	c.files = c.files[:0]
}
