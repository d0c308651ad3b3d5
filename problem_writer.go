package tenon

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"runtime/debug"

	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
)

// ProblemWriter sets what writes problems: those of handlers and middlewares, the
// library's own, and those after a panic. Without it a problem writes itself, as
// application/problem+json.
//
//	func(w http.ResponseWriter, r *http.Request, p *render.Problem) {
//		p.Member("support", `"https://example.com/support"`).ServeHTTP(w, r)
//	}
//
// [render.Problem.Fields] is what another form can be made of; the document goes
// on to say what a problem writes by itself. The status is always the problem's,
// whatever f writes. Where f panics before it writes, or writes nothing, the
// problem writes itself.
func (a API) ProblemWriter(f func(w http.ResponseWriter, r *http.Request, p *render.Problem)) API {
	return a.edit(func(d *declaration) { d.outside.problems = f })
}

// writeProblem answers with a problem.
func (a *App) writeProblem(w http.ResponseWriter, r *http.Request, p *render.Problem) {
	if a.edge.problems == nil {
		(*problem.Problem)(p).Write(w, r, &a.buffers)
		return
	}
	before := w.Header().Clone()
	begun := a.writeCustom(w, r, p)
	if begun {
		return
	}
	h := w.Header()
	clear(h)
	maps.Copy(h, before)
	(*problem.Problem)(p).Write(w, r, &a.buffers)
}

// writeCustom lets the application write a problem, and reports whether it did.
func (a *App) writeCustom(w http.ResponseWriter, r *http.Request, p *render.Problem) (begun bool) {
	t := &problemWriter{ResponseWriter: w, status: p.Status()}
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if v == http.ErrAbortHandler { // meant for the server
			panic(v)
		}
		stack := string(debug.Stack())
		a.logOf(r).ErrorContext(r.Context(), "tenon: what writes problems panicked",
			"code", p.Code(), "panic", fmt.Sprint(v), "stack", stack)
		if x := exchangeOf(r.Context()); x != nil {
			x.panicked(v, stack)
		}
		if t.begun {
			panic(http.ErrAbortHandler) // half an answer: the client must not take it for whole
		}
		begun = false
	}()
	// A problem that is asked to answer within f writes itself.
	plain := context.WithValue(r.Context(), problem.WriterKey{}, nil)
	a.edge.problems(t, r.WithContext(plain), p)
	return t.begun
}

// problemWriter keeps the status of a problem.
type problemWriter struct {
	http.ResponseWriter
	status int
	begun  bool
}

func (t *problemWriter) WriteHeader(status int) {
	if status < 200 {
		t.ResponseWriter.WriteHeader(status)
		return
	}
	if !t.begun {
		t.begun = true
		t.ResponseWriter.WriteHeader(t.status)
	}
}

func (t *problemWriter) Write(p []byte) (int, error) {
	t.WriteHeader(t.status)
	return t.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach what the writer can do besides.
func (t *problemWriter) Unwrap() http.ResponseWriter { return t.ResponseWriter }
