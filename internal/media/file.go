package media

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/precondition"
	"github.com/tenon-go/tenon/tree"
)

// File has the fields of route.File, which documents them.
type File struct {
	Content   io.ReadSeeker
	MediaType string
	Name      string
	ModTime   time.Time
	ETag      string
}

// Download returns a body that is a [File] of one of the media types.
func Download(types []string) Body { return download{types, tree.Here()} }

type download struct {
	types []string
	at    tree.Position
}

func (d download) Node() *tree.Body {
	return bodyOfTypes(d.at, tree.Download, d.types)
}

func (d download) Codec() codec.Codec        { return nil }
func (d download) encoder() ResponseEncoder  { return fileEncoder{d.types} }
func (d download) receiver() ResponseDecoder { return fileReceiver{d.types} }

type fileEncoder struct{ types []string }

func (f fileEncoder) Send(x *Exchange, _ *tree.Response, at place.Addr) error {
	v := place.To[File](at)
	if v.Content == nil {
		return errors.New("the handler returned a file without content")
	}
	if closer, ok := v.Content.(io.Closer); ok {
		defer closer.Close()
	}
	mediaType := v.MediaType
	switch {
	case mediaType == "" && accept.IsRange(f.types[0]):
		return errors.New("the handler returned a file without a media type, which the route declares as " + f.types[0])
	case mediaType == "":
		mediaType = f.types[0]
	case !slices.Contains(f.types, mediaType) && !f.covers(mediaType), accept.IsRange(mediaType):
		return errors.New("the handler returned a file of type " + mediaType + ", which the route does not declare")
	}
	if v.ETag != "" && !precondition.IsTag(v.ETag) {
		return errors.New("the handler returned a file with an ETag that is not an entity tag; it includes its quotes, as in \"v1\" or W/\"v1\"")
	}
	h := x.W.Header()
	h.Set("Content-Type", mediaType)
	h["X-Content-Type-Options"] = noSniff
	if v.ETag != "" {
		h.Set("ETag", v.ETag)
	}
	if v.Name != "" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": v.Name}))
	}
	w := &fileWriter{ResponseWriter: x.W}
	r := x.R
	if r.Header["Range"] != nil {
		size, err := sizeOf(v.Content)
		if err != nil {
			return fmt.Errorf("the size of a file is unknown: %w", err)
		}
		r = ranged(r, size)
	}
	x.Begun = true
	http.ServeContent(w, r, "", v.ModTime, v.Content)
	if w.rejected == 0 {
		return nil
	}
	x.Begun = false
	return w.problem()
}

// covers reports whether the route declares a range that has a media type.
func (f fileEncoder) covers(mediaType string) bool {
	essence, ok := accept.MediaType(mediaType)
	return ok && slices.ContainsFunc(f.types, func(t string) bool { return accept.IsRange(t) && accept.Covers(t, essence) })
}

// fileWriter intercepts the errors that http.ServeContent sends, so that they become problems.
type fileWriter struct {
	http.ResponseWriter
	rejected int // the status; 0: the file is sent
}

func (w *fileWriter) WriteHeader(status int) {
	if status >= 400 {
		w.rejected = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *fileWriter) Write(p []byte) (int, error) {
	if w.rejected != 0 {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom lets the operating system copy a file, such as with sendfile(2).
func (w *fileWriter) ReadFrom(r io.Reader) (int64, error) {
	if w.rejected != 0 {
		return io.Copy(io.Discard, r)
	}
	return io.Copy(w.ResponseWriter, r)
}

// problem returns the problem in place of the error of http.ServeContent. It keeps the
// Content-Range of a 416, which has the size.
func (w *fileWriter) problem() error {
	h := w.Header()
	for _, name := range []string{"Content-Disposition", "Last-Modified", "ETag", "Content-Encoding"} {
		h.Del(name)
	}
	switch w.rejected {
	case http.StatusPreconditionFailed:
		return Problem(tree.PreconditionFailed)
	case http.StatusRequestedRangeNotSatisfiable:
		return Problem(tree.RangeNotSatisfiable)
	}
	return Problem(tree.Internal)
}

// sizeOf returns the size of a file, and rewinds it.
func sizeOf(content io.Seeker) (int64, error) {
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	return size, err
}

// fileReceiver reads a file into memory.
type fileReceiver struct{ types []string }

func (r fileReceiver) Receive(a *Response, at place.Addr) error {
	if err := a.CheckType(r.types...); err != nil {
		return err
	}
	content, err := a.Content()
	if err != nil {
		return err
	}
	h := a.HTTP.Header
	v := place.To[File](at)
	*v = File{Content: bytes.NewReader(content), MediaType: h.Get("Content-Type"), ETag: h.Get("ETag")}
	v.ModTime, _ = http.ParseTime(h.Get("Last-Modified"))
	if _, params, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil {
		v.Name = params["filename"]
	}
	return nil
}
