package codec

import (
	"io"
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
)

// Part is a file of a form. It is gone when the request has been served.
type Part struct {
	Name    string // as the client calls it
	Type    string // the media type that the client declares
	Sniffed string // the media type that its first bytes look like
	Size    int64
	Open    func() (io.ReadSeekCloser, error)
}

type file[V any] struct {
	expected *Issue
	make     func(*Part) V
	part     func(V) *Part
	types    []string
	foreign  *Issue
	min, max int
	few      *Issue
	many     *Issue
}

// File compiles a property of a file; make and part turn a part into its Go
// value and back.
func File[V any](n *ir.Prop, make func(*Part) V, part func(V) *Part) Codec[V] {
	t := n.Type.(ir.File)
	c := &file[V]{expected: newTyped("type", "type.file", ir.TextParam("expected", "file")), make: make, part: part, types: t.Types, min: -1, max: -1}
	if len(t.Types) > 0 {
		c.foreign = newIssue("media_type", ir.TextsParam("types", t.Types))
	}
	for _, r := range n.Rules {
		switch r := r.(type) {
		case ir.MinBytes:
			c.min, c.few = r.N, ruleIssue(r)
		case ir.MaxBytes:
			c.max, c.many = r.N, ruleIssue(r)
		}
	}
	return c
}

// Decode implements [Codec]: JSON has no files.
func (c *file[V]) Decode(d *Decoder, _ *V) { d.refuse(c.expected) }

// Encode implements [Codec].
func (c *file[V]) Encode(e *Encoder, _ *V) { e.fail(noText("JSON")) }

// Inspect implements [Codec].
func (c *file[V]) Inspect(r *Report, v *V) {
	p := c.part(*v)
	if p == nil {
		r.Note(c.expected)
		return
	}
	if !utf8.ValidString(p.Name) {
		r.Note(issueEncoding)
	}
	if hasNUL(p.Name) { // which no file system has
		r.Note(NUL)
	}
	if c.min >= 0 && p.Size < int64(c.min) {
		r.Note(c.few)
	}
	if c.max >= 0 && p.Size > int64(c.max) {
		r.Note(c.many)
	}
	if c.foreign != nil && !c.admits(p) {
		r.Note(c.foreign)
	}
}

// admits asks the client and the bytes: a declared type must be allowed, and
// the bytes must not look like anything else. What does not look like anything
// has only its declaration.
func (c *file[V]) admits(p *Part) bool {
	if !slices.Contains(c.types, p.Type) {
		return false
	}
	return p.Sniffed == p.Type || p.Sniffed == "" || p.Sniffed == "application/octet-stream" && !telling(p.Type) ||
		p.Sniffed == "text/plain" && !telling(p.Type)
}

// telling reports whether files of a type begin with bytes that tell it (the
// types that WHATWG's MIME sniffing knows).
func telling(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "application/pdf", "application/zip",
		"application/x-gzip", "audio/mpeg", "audio/wave", "video/mp4", "video/webm", "application/ogg", "font/woff", "font/woff2":
		return true
	}
	return false
}

// ParseFiles is half of [filesAt].
func (c *file[V]) ParseFiles(r *Report, parts []*Part, v *V) {
	if len(parts) != 1 {
		r.Note(Repeated)
		return
	}
	*v = c.make(parts[0])
	c.Inspect(r, v)
}

// AppendFiles is half of [filesAt].
func (c *file[V]) AppendFiles(parts []*Part, v *V) []*Part {
	if p := c.part(*v); p != nil {
		parts = append(parts, p)
	}
	return parts
}

// fileList is a list whose items are files.
type fileList[E any] struct {
	*list[E]
	one filesAt[*E]
}

func (c *fileList[E]) ParseFiles(r *Report, parts []*Part, v *[]E) {
	out := make([]E, len(parts))
	for i, p := range parts {
		mark := r.Mark()
		c.one.ParseFiles(r, []*Part{p}, &out[i])
		r.At(mark, i)
	}
	*v = out
	c.count(r, len(parts))
}

// AppendFiles is half of [filesAt].
func (c *fileList[E]) AppendFiles(parts []*Part, v *[]E) []*Part {
	for i := range *v {
		parts = c.one.AppendFiles(parts, &(*v)[i])
	}
	return parts
}
