package asyncapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/yamlx"
	"github.com/tenon-go/tenon/oas"
)

// JSON returns the document as JSON text; see [oas.AsyncAPI].
func JSON(app *tenon.App, options ...oas.Option) ([]byte, error) {
	return oas.AsyncAPI(app, options...)
}

// YAML returns the document as YAML, with the content and the order of [JSON]. The errors are those
// of JSON.
func YAML(app *tenon.App, options ...oas.Option) ([]byte, error) {
	text, err := JSON(app, options...)
	if err != nil {
		return nil, err
	}
	out, err := yamlx.Append(nil, text)
	if err != nil {
		return nil, fmt.Errorf("asyncapi: %w", err)
	}
	return out, nil
}

// Handler returns a handler of asyncapi.json and asyncapi.yaml. Only the last element of the path
// counts. Each document is written once, when it is first requested; responses have a strong ETag.
// Other paths are a 404, methods other than GET and HEAD a 405, and a document that cannot be
// written is a 500.
func Handler(app *tenon.App, options ...oas.Option) http.Handler {
	once := func(write func(*tenon.App, ...oas.Option) ([]byte, error)) func() ([]byte, error) {
		return sync.OnceValues(func() ([]byte, error) { return write(app, options...) })
	}
	json, yaml := once(JSON), once(YAML)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var write func() ([]byte, error)
		var mediaType string
		switch r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:] {
		case "asyncapi.json":
			write, mediaType = json, "application/vnd.aai.asyncapi+json;version=3.0.0"
		case "asyncapi.yaml":
			write, mediaType = yaml, "application/vnd.aai.asyncapi+yaml;version=3.0.0"
		default:
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		text, err := write()
		if err != nil {
			http.Error(w, "the document cannot be written", http.StatusInternalServerError)
			return
		}
		sum := sha256.Sum256(text)
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:16])+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}
