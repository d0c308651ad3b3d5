package oas

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/openapi"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Handler returns a handler of the documents of an app: openapi.json and openapi.yaml are
// 3.0.4, openapi-3.1.json and openapi-3.1.yaml are 3.1.1, openapi-3.2.json and
// openapi-3.2.yaml are 3.2.0. Only the last element of the path counts, so that the handler
// can be mounted anywhere. The options are those of [JSON].
//
// If the API declares neither a server nor a base URL, and the program removes a prefix
// from the path of the request before it routes the request, as in
//
//	mux.Handle("/api/", http.StripPrefix("/api", routes)) // routes has the API and the documents
//
// the document names that prefix as its server. Headers of the request cannot change it,
// and a prefix that is removed for the documents alone does not count.
//
// Each document is written once, when it is first requested. Responses have a strong ETag,
// and a request that names it gets a 304 (RFC 9110 §13.1.2). Other paths are a 404, methods
// other than GET and HEAD a 405, and a document that cannot be written is a 500.
func Handler(app *tenon.App, options ...Option) http.Handler {
	h := handler{}
	for _, v := range Versions() {
		h[v.File()+".json"] = rendering("application/openapi+json", JSON, app, v, options)
		h[v.File()+".yaml"] = rendering("application/openapi+yaml", YAML, app, v, options)
	}
	return h
}

// handler has the documents by the last element of their path.
type handler map[string]*rendered

// rendered writes a document when it is first requested: as it is, and below a prefix.
type rendered struct {
	plain func() (file, error)
	below func() (*template, error)
}

// file is a document with its headers.
type file struct {
	mediaType, etag string
	text            []byte
}

func fileOf(mediaType string, text []byte) file {
	sum := sha256.Sum256(text)
	return file{mediaType, `"` + hex.EncodeToString(sum[:16]) + `"`, text}
}

func rendering(mediaType string, write func(*tenon.App, Version, ...Option) ([]byte, error), app *tenon.App, v Version, opts []Option) *rendered {
	return &rendered{
		plain: sync.OnceValues(func() (file, error) {
			text, err := write(app, v, opts...)
			return fileOf(mediaType, text), err
		}),
		below: sync.OnceValues(func() (*template, error) {
			mounted := append(slices.Clip(opts), Option{option: openapi.Mounted(mountMark)})
			text, err := write(app, v, mounted...)
			before, after, there := bytes.Cut(text, []byte(mountMark))
			if !there {
				return nil, err // the API declares a server
			}
			return &template{mediaType, before, after}, err
		}),
	}
}

// file returns the document below a prefix.
func (r *rendered) file(prefix string) (file, error) {
	if prefix != "" {
		if t, err := r.below(); err != nil || t != nil {
			return t.file(prefix), err
		}
	}
	return r.plain()
}

// ServeHTTP implements [http.Handler].
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	document := h[r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]]
	if document == nil {
		reject(w, r, tree.NotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		reject(w, r, tree.MethodNotAllowed)
		return
	}
	f, err := document.file(prefixOf(r))
	if err != nil {
		reject(w, r, tree.Internal)
		return
	}
	w.Header().Set("ETag", f.etag)
	if names(r.Header.Values("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", f.mediaType)
	w.Header().Set("Content-Length", strconv.Itoa(len(f.text)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(f.text) // an error means that the client is gone
	}
}

func reject(w http.ResponseWriter, r *http.Request, p tree.BuiltinProblem) {
	problem.Builtin(p).Serve(w, r, nil)
}

// names reports whether the values of If-None-Match name an entity tag, by weak
// comparison. The tag has no comma, so that lists can be cut at each.
func names(values []string, etag string) bool {
	for _, v := range values {
		for tag := range strings.SplitSeq(v, ",") {
			tag = strings.Trim(tag, " \t")
			if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
				return true
			}
		}
	}
	return false
}
