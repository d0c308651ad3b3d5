package render

import (
	"net/http"
	"strconv"
)

// ServeHTTP answers with the problem, so that a middleware can refuse a request
// in the shape of everything else.
func (p *Problem) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b := p.Append(nil)
	h := w.Header()
	h["Content-Type"] = problemContent
	h["X-Content-Type-Options"] = noSniff
	h["Content-Length"] = []string{strconv.Itoa(len(b))}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(b) // the client is gone; there is nobody to tell
	}
}

// Header values that never change. The slices are full, so that an Add by
// anyone copies them.
var (
	problemContent = []string{ContentType}
	noSniff        = []string{"nosniff"}
)
