package apitest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// upload is a file below an entity: a PUT of its content, and a GET of it.
type upload struct {
	put, get  *operation
	part      string // of a form; "": the content is the body
	mediaType string
}

// findUploads finds the files of an entity: on a path below it with a PUT and a GET of bytes.
func (r *resource) findUploads(all []*operation) {
	for _, put := range all {
		rest, below := strings.CutPrefix(put.Path, r.path+"/{"+r.param.Prop.Name+"}/")
		if !below || strings.Contains(rest, "{") || put.Method != http.MethodPut || put.Body.Empty() {
			continue
		}
		u := upload{put: put}
		for _, get := range all {
			if f := get.Success.Body; get.Path == put.Path && get.Method == http.MethodGet && !f.Empty() && (f.Format == tree.Bytes || f.Format == tree.Download) {
				u.get = get
			}
		}
		if u.get != nil && u.reads(put.Body) {
			r.uploads = append(r.uploads, u)
		}
	}
}

// reads reports whether a body is a file, or a form with one, and sets which.
func (u *upload) reads(b *tree.Body) bool {
	types := b.Types
	switch {
	case b.Format == tree.Bytes:
	case b.Format == tree.Multipart && b.Prop != nil && collectionOf(b.Prop) != nil:
		members := collectionOf(b.Prop).In(b.Mode)
		if len(members) != 1 || !tree.IsFile(members[0].Prop) {
			return false
		}
		u.part, types = members[0].Prop.Name, members[0].Prop.Type.(tree.File).Types
	default:
		return false
	}
	u.mediaType = "application/octet-stream"
	if len(types) > 0 && !strings.Contains(types[0], "*") {
		u.mediaType = types[0]
	}
	return true
}

// signatures are the first bytes of files, which servers look at.
var signatures = map[string]string{
	"image/png": "\x89PNG\r\n\x1a\n", "image/jpeg": "\xff\xd8\xff\xe0", "image/gif": "GIF89a", "image/webp": "RIFF\x00\x00\x00\x00WEBP", "application/pdf": "%PDF-1.7\n",
}

// uploaded puts a file twice, and reads it after each: as a whole, and a part of it.
func (w *world) uploaded(e *entity, u upload, n int) *broken {
	if e.deleted {
		return nil
	}
	rng := rand.New(rand.NewPCG(uint64(n), w.salt))
	path := e.path + strings.TrimPrefix(u.put.Path, e.of.path+"/{"+e.of.param.Prop.Name+"}")
	tag := ""
	for range 2 {
		file := []byte(signatures[u.mediaType])
		for range 20 + rng.IntN(50) {
			file = append(file, byte(rng.IntN(256)))
		}
		body, mediaType := u.form(file)
		header, query := w.required(u.put)
		header.Set("Content-Type", mediaType)
		if len(query) > 0 || u.put.RequirePrecondition {
			return nil
		}
		x, b := w.do(u.put, e.by, path, header, body)
		if b != nil || x.status >= 300 {
			return b
		}
		if x, b = w.send(u.get, e.by, path, nil); b != nil {
			return b
		}
		const law = "a file is what was sent"
		switch {
		case x.status != http.StatusOK || !bytes.Equal(x.got, file):
			return breaks(law, "%s responds with %d and %d bytes in place of the %d that were sent", u.get.name(), x.status, len(x.got), len(file))
		case mediaTypeOf(x.response.Get("Content-Type")) != u.mediaType && len(u.get.Success.Body.Types) > 1:
			return breaks(law, "%s responds with the media type %s, not %s", u.get.name(), x.response.Get("Content-Type"), u.mediaType)
		case tag != "" && x.response.Get("ETag") == tag:
			return breaks("a change has another entity tag", "%s has the entity tag %s, as the file before", u.get.name(), tag)
		}
		tag = x.response.Get("ETag")
		if b := w.part(e, u, path, file, x); b != nil {
			return b
		}
	}
	return nil
}

// part reads a range of a file (RFC 9110 §14), if the server says that it sends ranges.
func (w *world) part(e *entity, u upload, path string, file []byte, whole *exchange) *broken {
	if whole.response.Get("Accept-Ranges") != "bytes" {
		return nil
	}
	x, b := w.send(u.get, e.by, path, nil, "Range", "bytes=3-7")
	if b != nil || x.status == http.StatusOK {
		return b
	}
	if want := fmt.Sprintf("bytes 3-7/%d", len(file)); x.status != http.StatusPartialContent || !bytes.Equal(x.got, file[3:8]) || x.response.Get("Content-Range") != want {
		return breaks("a part of a file is that part", "%s with Range: bytes=3-7 responds with %d, Content-Range: %q and %q", u.get.name(), x.status, x.response.Get("Content-Range"), x.got)
	}
	return nil
}

// form returns a file as the body of a request, and its media type.
func (u upload) form(file []byte) (body []byte, mediaType string) {
	if u.part == "" {
		return file, u.mediaType
	}
	return []byte(part(u.part, "; filename=\"file\"\r\nContent-Type: "+u.mediaType, string(file)) + lastPart), "multipart/form-data; boundary=" + boundary
}
