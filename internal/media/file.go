package route

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// File is a file that a handler answers with.
type File struct {
	// Content is read, and closed if it is an io.Closer.
	Content io.ReadSeeker
	// MediaType is one of those that the route declares; "" is the first.
	MediaType string
	// Name is what a browser saves the file as; "" lets it show the file.
	Name string
	// ModTime and ETag let clients ask whether the file has changed; both may be
	// left out. An ETag has its quotes: "v1" or W/"v1".
	ModTime time.Time
	ETag    string
}

// Download answers with a file of one of the given media types, in parts where
// the client asks for a range (RFC 9110 §14), and with 304 where it has the file
// already. More than 16 ranges, and several that together cost more than the file,
// get the whole file; so do ranges in another unit than bytes.
func Download(mediaTypes ...string) Body[File] {
	return typed[File](download{mediaTypes, callsite.Here()})
}

type download struct {
	types []string
	at    callsite.PC
}

func (d download) Node() *ir.Body {
	return &ir.Body{At: d.at, Format: ir.Download, Types: d.types}
}

func (d download) Codec() codec.Codec       { return nil }
func (d download) encoder() responseEncoder { return fileEncoder{d.types} }

type fileEncoder struct{ types []string }

func (f fileEncoder) send(e *Endpoint, c *Call, _ *ir.Response, at place.Addr) error {
	v := place.To[File](at)
	if v.Content == nil {
		return errors.New("the handler returned a file without content")
	}
	if closer, ok := v.Content.(io.Closer); ok {
		defer closer.Close()
	}
	mediaType := v.MediaType
	switch {
	case mediaType == "":
		mediaType = f.types[0]
	case !slices.Contains(f.types, mediaType):
		return errors.New("the handler returned a file of type " + mediaType + ", which the route does not declare")
	}
	h := c.w.Header()
	h.Set("Content-Type", mediaType)
	h["X-Content-Type-Options"] = noSniff
	if v.ETag != "" {
		h.Set("ETag", v.ETag)
	}
	if v.Name != "" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": v.Name}))
	}
	w := &rangeWriter{ResponseWriter: c.w}
	r := c.r
	if r.Header["Range"] != nil {
		size, err := sizeOf(v.Content)
		if err != nil {
			return fmt.Errorf("the size of a file is not known: %w", err)
		}
		r = ranged(r, size)
	}
	c.begun = true
	http.ServeContent(w, r, "", v.ModTime, v.Content)
	if w.refused != 0 {
		e.caching.fail(h) // http.ServeContent has removed Cache-Control
		w.refuse(c.r)
	}
	return nil
}

// rangeWriter lets what ServeContent refuses be told as a problem.
type rangeWriter struct {
	http.ResponseWriter
	refused int
}

func (w *rangeWriter) WriteHeader(status int) {
	if status >= 400 {
		w.refused = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *rangeWriter) Write(p []byte) (int, error) {
	if w.refused != 0 {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom keeps the way on which the system copies a file by itself.
func (w *rangeWriter) ReadFrom(r io.Reader) (int64, error) {
	if w.refused != 0 {
		return io.Copy(io.Discard, r)
	}
	return io.Copy(w.ResponseWriter, r)
}

func (w *rangeWriter) refuse(r *http.Request) {
	h := w.Header()
	for _, name := range []string{"Content-Disposition", "Last-Modified", "ETag", "Content-Encoding"} {
		h.Del(name)
	}
	switch w.refused {
	case http.StatusPreconditionFailed:
		refuse(ir.PreconditionFailed, "").ServeHTTP(w.ResponseWriter, r)
	case http.StatusRequestedRangeNotSatisfiable: // Content-Range tells the size
		refuse(ir.RangeNotSatisfiable, "").ServeHTTP(w.ResponseWriter, r)
	default:
		refuse(ir.Internal, "").ServeHTTP(w.ResponseWriter, r)
	}
}

// sizeOf returns the size of a file, which is read from its beginning afterwards.
func sizeOf(content io.Seeker) (int64, error) {
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	return size, err
}

// FileOf makes a file of bytes.
func FileOf(content []byte) File { return File{Content: bytes.NewReader(content)} }
