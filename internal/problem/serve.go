package problem

import (
	"net/http"
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// Serve sends the problem in the language of the client, with the [Writer] of the API if
// it has one. Without buffers, nil, it allocates.
func (p *Problem) Serve(w http.ResponseWriter, r *http.Request, buffers *Buffers) {
	if p.data.Range != tree.NoRange { // it has no status
		p = Builtin(tree.Internal)
	}
	if l := localizingOf(r); l != nil {
		p = l.localized(p, w.Header(), r)
	}
	p.setHeaders(w.Header())
	if h := w.Header(); personal(p.data.Status) || p.data.author == tree.Library && h["Cache-Control"] != nil {
		h["Cache-Control"] = noStore // what a handler set is about a success
	}
	if t, ok := r.Context().Value(WriterKey{}).(Writer); ok {
		t.WriteProblem(w, r, p.owned())
		return
	}
	p.Write(w, r, buffers)
}

// personal reports whether a response depends on more than the request line, so that
// caches must not store it (RFC 6585 §3, §4; likewise 401 and 403).
func personal(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPreconditionRequired, http.StatusTooManyRequests:
		return true
	}
	return false
}

// Write sends the problem in its format, or else that of the request.
func (p *Problem) Write(w http.ResponseWriter, r *http.Request, buffers *Buffers) {
	buffer := buffers.get(p)
	b, mediaType, status := p.encode((*buffer)[:0], w.Header(), r)
	h := w.Header()
	if mediaType != nil {
		h["Content-Type"] = mediaType
		h["X-Content-Type-Options"] = noSniff
	} else {
		delete(h, "Content-Type") // middleware may have set one
	}
	h["Content-Length"] = []string{strconv.Itoa(len(b))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(b) // an error means that the client is gone
	}
	*buffer = b
	buffers.put(buffer)
}

// Writer sends the problems of a request in place of this package.
type Writer interface {
	WriteProblem(w http.ResponseWriter, r *http.Request, p *Problem)
}

// WriterKey is the key of the [Writer] in a request's context.
type WriterKey struct{}

// Header values that never change. The slices are full, so that an Add copies them.
var (
	contentType = []string{ContentType}
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
)
