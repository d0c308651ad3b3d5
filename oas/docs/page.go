package docs

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/render"
)

// Page returns what serves the page, its files and the documents of s. Only the
// last element of a path counts: nothing is the page, so that it can be mounted
// anywhere below a path that ends in a slash.
//
// Files have a strong ETag, and go out compressed to who takes gzip. Everything
// else is a problem: 404 for another path, 405 for another method than GET and
// HEAD.
//
// An error is a document that cannot be made, or an option that cannot be
// followed.
func Page(s oas.Source, opts ...Option) (http.Handler, error) {
	var set settings
	for _, o := range opts {
		o(&set)
	}
	if _, err := oas.JSON(s, set.version); err != nil {
		return nil, err
	}
	api := s.API(ir.Key{})
	policy, err := policy(api, set.connects)
	if err != nil {
		return nil, err
	}
	files, err := filesOf(index(api.Title, set))
	if err != nil {
		return nil, fmt.Errorf("docs: %w", err)
	}
	return &page{files: files, policy: policy, documents: oas.Handler(s)}, nil
}

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
		render.Builtin(ir.Key{}, ir.MethodNotAllowed, http.StatusText(http.StatusMethodNotAllowed)).ServeHTTP(w, r)
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
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			h.Set("Content-Encoding", "gzip")
			form = f.zipped
		}
	}
	h.Set("ETag", form.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(form.text))
}

// takesGzip reports whether the values of Accept-Encoding have gzip with a weight
// above 0 (RFC 9110 §12.5.3). The wildcard does not count: who wants gzip says so.
func takesGzip(values []string) bool {
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
