package render

import (
	"net/http"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
)

// ServeHTTP answers with the problem, so that a middleware can refuse a request
// in the shape of everything else: within an API, also in the shape that the API
// gives its problems, and in the language of the client if the API has several. A
// problem about who asks, or how often, is not for caches, whatever Cache-Control
// was set to; nor is one of the library's own.
func (p *Problem) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.Serve(ir.Key{}, w, r, nil)
}

// Serve is ServeHTTP with buffers; nil for none. It is for sibling packages.
func (p *Problem) Serve(key ir.Key, w http.ResponseWriter, r *http.Request, buffers *Buffers) {
	p = p.localized(w.Header(), r)
	if h := w.Header(); personal(p.status) || p.author == ir.Library && h["Cache-Control"] != nil {
		h["Cache-Control"] = noStore // what is said of a success is not said of this
	}
	if t, ok := r.Context().Value(tellerKey{}).(ProblemWriter); ok {
		t.WriteProblem(key, w, r, p.kept())
		return
	}
	p.Write(key, w, r, buffers)
}

// personal reports whether an answer depends on more than the request line, so
// that it must not be kept (RFC 6585 §3, §4; 401 and 403 by the same reason).
func personal(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPreconditionRequired, http.StatusTooManyRequests:
		return true
	}
	return false
}

// Write writes the problem as this package does. It is for sibling packages.
func (p *Problem) Write(_ ir.Key, w http.ResponseWriter, r *http.Request, buffers *Buffers) {
	room := buffers.get(p.size())
	b := p.Append((*room)[:0])
	h := w.Header()
	h["Content-Type"] = problemContent
	h["X-Content-Type-Options"] = noSniff
	h["Content-Length"] = []string{strconv.Itoa(len(b))}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(b) // the client is gone; there is nobody to tell
	}
	*room = b
	buffers.put(room)
}

// ProblemWriter is a value of a request's context that answers with problems in place
// of this package. It is for sibling packages.
type ProblemWriter interface {
	WriteProblem(key ir.Key, w http.ResponseWriter, r *http.Request, p *Problem)
}

// TellerKey is the key of a [ProblemWriter] in a request's context. It is for sibling
// packages.
func TellerKey(ir.Key) any { return tellerKey{} }

type tellerKey struct{}

// Header values that never change. The slices are full, so that an Add by
// anyone copies them.
var (
	problemContent = []string{ContentType}
	noSniff        = []string{"nosniff"}
	noStore        = []string{"no-store"}
)
