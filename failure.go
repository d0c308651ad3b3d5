package tenon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
)

// refuse answers with what the library itself refuses.
func (a *App) refuse(w http.ResponseWriter, r *http.Request, refusal ir.BuiltinProblem) {
	problem.Builtin(refusal).Serve(w, r, &a.buffers)
}

// fail answers with the problem that an error stands for.
func (a *App) fail(w http.ResponseWriter, r *http.Request, op *ir.Operation, err error) {
	p := render.ProblemOf(err)
	if p == nil && a.errors != nil {
		p = a.errors(r, err)
	}
	switch {
	case p != nil && a.declared(op, p):
		if cause := p.Unwrap(); cause != nil && p.Status() >= 500 { // a client's mistake is not the log's business
			a.logOf(r).WarnContext(r.Context(), "tenon: a problem was answered",
				"method", op.Method, "path", op.Path, "code", p.Code(), "error", cause.Error())
		}
		(*problem.Problem)(p).Serve(w, r, &a.buffers)
		return
	case p != nil:
		err = fmt.Errorf("problem %d %s is not declared; say Fails: %w", p.Status(), p.Code(), err)
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		// The client is gone, which is nobody's fault.
		a.refuse(w, r, ir.Internal)
		return
	}
	a.logOf(r).ErrorContext(r.Context(), "tenon: a handler failed",
		"method", op.Method, "path", op.Path, "error", err.Error())
	a.refuse(w, r, ir.Internal)
}

// broken logs what went wrong after an answer had begun.
func (a *App) broken(r *http.Request, op *ir.Operation, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // the client is gone
	}
	a.logOf(r).ErrorContext(r.Context(), "tenon: an answer broke off",
		"method", op.Method, "path", op.Path, "error", err.Error())
}

// declared reports whether the document says that the operation may answer with
// the problem.
func (a *App) declared(op *ir.Operation, p *render.Problem) bool {
	if slices.ContainsFunc(op.Fails, func(f ir.Failure) bool { return f.Status == p.Status() && f.Code == p.Code() }) {
		return true
	}
	return slices.ContainsFunc(a.problems[op], func(f ir.BuiltinProblem) bool { return f.Status == p.Status() && f.Code == p.Code() })
}

// panicked answers after a panic, and keeps the connection unless an answer has
// begun.
func (a *App) panicked(w http.ResponseWriter, r *http.Request, value any, begun bool) {
	if value == http.ErrAbortHandler { // meant for the server, which drops the connection
		panic(value)
	}
	stack := string(debug.Stack())
	a.logOf(r).ErrorContext(r.Context(), "tenon: panic",
		"method", r.Method, "panic", fmt.Sprint(value), "stack", stack)
	if x := exchangeOf(r.Context()); x != nil {
		x.panicked(value, stack)
	}
	if begun {
		panic(http.ErrAbortHandler) // half an answer: the client must not take it for whole
	}
	a.refuse(w, r, ir.Internal)
}

// recoverPanics answers panics of middlewares. It alone must know
// whether an answer has begun, which costs a wrapper, so that it is there only
// where there are middlewares.
func (a *App) recoverPanics(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := &writeTracker{ResponseWriter: w}
		defer func() {
			if v := recover(); v != nil {
				a.panicked(w, r, v, begun.begun)
			}
		}()
		h.ServeHTTP(begun, r)
	})
}

// writeTracker notes whether an answer has begun.
type writeTracker struct {
	http.ResponseWriter
	begun bool
}

func (b *writeTracker) WriteHeader(status int) {
	b.begun = b.begun || status >= 200
	b.ResponseWriter.WriteHeader(status)
}

func (b *writeTracker) Write(p []byte) (int, error) {
	b.begun = true
	return b.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach what the writer can do besides.
func (b *writeTracker) Unwrap() http.ResponseWriter { return b.ResponseWriter }

func (a *App) log() *slog.Logger {
	if a.logger != nil {
		return a.logger
	}
	return slog.Default()
}
