package docs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/swaggest/swgui/v5/static"
	"github.com/tenon-go/tenon/oas"
)

//go:embed static
var own embed.FS

// file is a file in the forms in which it can be sent.
type file struct {
	mediaType     string
	plain, zipped form
}

// form is the content of a file in one content coding. Forms have tags of their
// own (RFC 9110 §8.8.3.3).
type form struct {
	text []byte
	etag string
}

func formOf(text []byte) form {
	sum := sha256.Sum256(text)
	return form{text, `"` + hex.EncodeToString(sum[:16]) + `"`}
}

// filesOf returns the files by their names, the page under "".
func filesOf(index []byte) (map[string]file, error) {
	files := map[string]file{"": {mediaType: mediaType("index.html"), plain: formOf(index)}}
	for _, name := range []string{"page.css", "page.js", "oauth2-redirect.html", "oauth2-redirect.js"} {
		text, err := own.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		files[name] = file{mediaType: mediaType(name), plain: formOf(text)}
	}
	for _, name := range []string{"swagger-ui.css.gz", "swagger-ui-bundle.js.gz", "favicon-32x32.png"} {
		text, err := fs.ReadFile(static.FS, name)
		if err != nil {
			return nil, err
		}
		f := file{plain: formOf(text)}
		if plain, zipped := strings.CutSuffix(name, ".gz"); zipped {
			name, f.zipped = plain, f.plain
			text, err := unzip(text)
			if err != nil {
				return nil, err
			}
			f.plain = formOf(text)
		}
		f.mediaType = mediaType(name)
		files[name] = f
	}
	return files, nil
}

func unzip(text []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func mediaType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".png":
		return "image/png"
	}
	return "application/octet-stream"
}

//go:embed static/index.html
var template string

// index writes the page. It has no script in it: what page.js must know stands
// in attributes.
func index(title string, s settings) []byte {
	return []byte(strings.NewReplacer(
		"{title}", html.EscapeString(title),
		"{document}", html.EscapeString(documentName(s.version)),
		"{client}", html.EscapeString(s.client),
		"{scopes}", html.EscapeString(strings.Join(s.scopes, " ")), // no scope has a space in it (RFC 6749 §3.3)
	).Replace(template))
}

// documentName returns the name under which oas.Handler serves a version in JSON.
func documentName(v oas.Version) string { return v.File() + ".json" }
