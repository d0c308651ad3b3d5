package codec

import (
	"io"
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Part is a file of a form. It is valid until the request is served.
type Part struct {
	Name    string // as sent by the client
	Type    string // the media type that the client sent
	Sniffed string // the media type detected in its first bytes
	Size    int64
	Open    func() (io.ReadSeekCloser, error)
}

type file struct {
	expected  *Issue
	put       func(a place.Addr, p *Part)
	part      func(a place.Addr) *Part
	types     []string
	wrongType *Issue
	counts    counts // bytes
}

// File compiles a property of a file; put sets its Go value to a part, and part returns
// that part.
func File(n *tree.Prop, put func(place.Addr, *Part), part func(place.Addr) *Part) Codec {
	t := n.Type.(tree.File)
	c := &file{expected: newTyped("type", "type.file", tree.TextParam("expected", "file")), put: put, part: part, types: t.Types, counts: countsOf(n, tree.AboutBytes)}
	if len(t.Types) > 0 {
		c.wrongType = newIssue("media_type", tree.TextsParam("types", t.Types))
	}
	return c
}

// Decode implements [Codec]: JSON has no files.
func (c *file) Decode(d *Decoder, _ place.Addr) { d.rejectType(c.expected) }

// Encode implements [Codec].
func (c *file) Encode(e *Encoder, _ place.Addr) { e.fail(noText("JSON")) }

// Check implements [Codec].
func (c *file) Check(r *Report, a place.Addr) {
	p := c.part(a)
	if p == nil {
		r.Add(c.expected)
		return
	}
	if !utf8.ValidString(p.Name) {
		r.Add(issueEncoding)
	}
	if hasNUL(p.Name) { // not a name in any file system
		r.Add(NUL)
	}
	c.counts.check(r, p.Size)
	if c.wrongType != nil && !c.admits(p) {
		r.Add(c.wrongType)
	}
}

// admits reports whether the type that the client sent is allowed and its bytes are not
// of another type. Without a detected type that of the client counts.
func (c *file) admits(p *Part) bool {
	if !slices.Contains(c.types, p.Type) {
		return false
	}
	return p.Sniffed == p.Type || p.Sniffed == "" || p.Sniffed == "application/octet-stream" && !telling(p.Type) ||
		p.Sniffed == "text/plain" && !telling(p.Type)
}

// telling reports whether files of a type have a signature in the WHATWG's MIME Sniffing
// standard.
func telling(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "application/pdf", "application/zip",
		"application/x-gzip", "audio/mpeg", "audio/wave", "video/mp4", "video/webm", "application/ogg", "font/woff", "font/woff2":
		return true
	}
	return false
}

// ParseFiles implements half of [Files].
func (c *file) ParseFiles(r *Report, parts []*Part, a place.Addr) {
	if len(parts) != 1 {
		r.Add(Repeated)
		return
	}
	c.put(a, parts[0])
	c.Check(r, a)
}

// AppendFiles implements half of [Files].
func (c *file) AppendFiles(parts []*Part, a place.Addr) []*Part {
	if p := c.part(a); p != nil {
		parts = append(parts, p)
	}
	return parts
}

func (c *file) array(l *array) Codec { return &fileArray{l, filesOf(l.item)} }

// fileArray is an array of files.
type fileArray struct {
	*array
	one *Files
}

// ParseFiles implements half of [Files].
func (c *fileArray) ParseFiles(r *Report, parts []*Part, a place.Addr) {
	c.items.Make(a, len(parts))
	for i, p := range parts {
		mark := r.Mark()
		c.one.ParseFiles(r, []*Part{p}, c.items.at(a, i))
		r.At(mark, i)
	}
	c.counts.check(r, int64(len(parts)))
}

// AppendFiles implements half of [Files].
func (c *fileArray) AppendFiles(parts []*Part, a place.Addr) []*Part {
	for i := range place.Len(a) {
		parts = c.one.AppendFiles(parts, c.items.at(a, i))
	}
	return parts
}
