package docs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"io/fs"
	"path"
	"strings"

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

// The names of files: the page's own, and those of Swagger UI.
var (
	ownFiles = [...]string{
		"page.css", "contrast.css", "page.js", "document.js", "labels.js", "plugin.js", "samples.js", "oauth2-redirect.html", "oauth2-redirect.js",
	}
	distFiles = [...]string{"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}
)

// filesOf returns the files by their names, the page under "".
func filesOf(index []byte, dist fs.FS) (map[string]file, error) {
	files := map[string]file{"": {mediaType: mediaType("index.html"), plain: formOf(index)}}
	for _, name := range ownFiles {
		text, err := own.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		files[name] = file{mediaType: mediaType(name), plain: formOf(text)}
	}
	for _, name := range distFiles {
		text, err := fs.ReadFile(dist, name)
		if err != nil {
			return nil, fmt.Errorf("the files of Swagger UI: %w", err)
		}
		f := file{mediaType: mediaType(name), plain: formOf(text)}
		if path.Ext(name) != ".png" {
			text, err := zip(dist, name, text)
			if err != nil {
				return nil, err
			}
			f.zipped = formOf(text)
		}
		files[name] = f
	}
	return files, nil
}

// unzipped reads files that are compressed under their name with .gz.
type unzipped struct{ fs.ReadFileFS }

// ReadFile implements [fs.ReadFileFS].
func (u unzipped) ReadFile(name string) ([]byte, error) {
	text, err := u.ReadFileFS.ReadFile(name + ".gz")
	if err != nil {
		return u.ReadFileFS.ReadFile(name)
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// zip returns text compressed: as the file system has it already, if it does.
func zip(dist fs.FS, name string, text []byte) ([]byte, error) {
	if u, ok := dist.(unzipped); ok {
		return u.ReadFileFS.ReadFile(name + ".gz")
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
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
		"{version}", shortVersion(s.version),
		"{versions}", versionLinks(),
		"{client}", html.EscapeString(s.client),
		"{scopes}", html.EscapeString(strings.Join(s.scopes, " ")), // no scope has a space in it (RFC 6749 §3.3)
	).Replace(template))
}

// versionLinks returns a link for each version, which page.js reads.
func versionLinks() string {
	var b strings.Builder
	for _, v := range oas.Versions() {
		short := shortVersion(v)
		fmt.Fprintf(&b, "<a href=\"?openapi=%s\" data-document=\"%s\">%s</a>\n", short, documentName(v), short)
	}
	return b.String()
}

// shortVersion returns a version without its patch level: 3.1.
func shortVersion(v oas.Version) string {
	name := v.String()
	return name[:strings.LastIndexByte(name, '.')]
}

// documentName returns the name under which oas.Handler serves a version in JSON.
func documentName(v oas.Version) string { return v.File() + ".json" }
