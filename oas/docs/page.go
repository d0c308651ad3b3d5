package docs

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/swaggest/swgui/v5/static"
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/render"
)

// Page returns a handler of the page, its files and the documents of an app. Only the
// last element of a path counts, and an empty one is the page: mount the handler below
// any path that ends in a slash.
//
// Files have a strong ETag, and are compressed for clients that accept gzip. Other
// paths are a 404, and methods other than GET and HEAD a 405.
//
// Page returns an error if a document cannot be made, or if an option is not valid.
func Page(app *tenon.App, opts ...Option) (http.Handler, error) {
	var set settings
	for _, o := range opts {
		o(&set)
	}
	if _, err := oas.JSON(app, set.version, oas.RequestExamples()); err != nil {
		return nil, err
	}
	api := app.Tree()
	policy, err := policy(api, set.connects)
	if err != nil {
		return nil, err
	}
	if set.assets == nil {
		set.assets = unzipped{static.FS}
	}
	files, err := filesOf(index(api.Title, set), set.assets)
	if err != nil {
		return nil, fmt.Errorf("docs: %w", err)
	}
	return &page{files: files, policy: policy, documents: oas.Handler(app, oas.RequestExamples())}, nil
}

var methodNotAllowed = render.NewProblem(http.StatusMethodNotAllowed, "method_not_allowed", "Method Not Allowed").
	Detail("The method is not allowed at this path.")

type page struct {
	files     map[string]file // by the last element of their path
	policy    string
	documents http.Handler
}

// ServeHTTP implements [http.Handler].
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := p.files[r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]]
	if !ok {
		p.documents.ServeHTTP(w, r)
		return
	}
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		methodNotAllowed.ServeHTTP(w, r)
		return
	}
	h.Set("Content-Type", f.mediaType)
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache") // a new version of the program has other files
	form := f.plain
	if f.zipped.text != nil {
		h.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Values("Accept-Encoding")) {
			h.Set("Content-Encoding", "gzip")
			form = f.zipped
		}
	}
	h.Set("ETag", form.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(form.text))
}

// acceptsGzip reports whether the values of Accept-Encoding have gzip with a weight
// above 0 (RFC 9110 §12.5.3). The wildcard does not count: clients that accept gzip
// name it.
func acceptsGzip(values []string) bool {
	for _, v := range values {
		for element := range strings.SplitSeq(v, ",") {
			coding, parameter, _ := strings.Cut(element, ";")
			if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				continue
			}
			_, weight, weighed := strings.Cut(parameter, "=")
			return !weighed || strings.Trim(strings.TrimSpace(weight), "0.") != ""
		}
	}
	return false
}
