package tenon

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// exchange is what an App records about a request and its response. It is the context of
// the request, and the [problem.Writer] of its problems.
type exchange struct {
	context.Context
	app  *App
	id   string
	line [1]string // the ID as a header

	in    edge.Received
	out   edge.Writer
	start time.Time

	mu    sync.Mutex // middleware may let a handler run after the response
	who   authn.Identity
	known Exchange
	stage endpoint.Phase
	since time.Time // when the stage began, or zero
}

var _ problem.Writer = (*exchange)(nil)

// Value implements context.Context.
func (x *exchange) Value(key any) any {
	switch key {
	case exchangeKey{}, problem.WriterKey{}:
		return x
	case problem.FormatKey{}:
		if x.app.formatter != nil {
			return x.app.formatter
		}
	case auth.ContextKey{}:
		if who := x.identity(); !who.Anonymous() {
			return who
		}
	}
	return x.Context.Value(key)
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// withExchange keeps an [exchange] for each request.
func (a *App) withExchange(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{Context: r.Context(), app: a}
		r = r.WithContext(x)
		if a.edge.ids {
			x.identify(w, r)
		}
		if len(a.edge.observers) == 0 {
			h.ServeHTTP(w, r)
			return
		}
		x.watch(w, r)
		returned := false
		defer func() { x.report(r, returned) }()
		h.ServeHTTP(x.out.Keep(), r)
		returned = true
	})
}

// WriteProblem implements [problem.Writer].
func (x *exchange) WriteProblem(w http.ResponseWriter, r *http.Request, sent *problem.Problem) {
	p := (*render.Problem)(sent)
	f := p.Fields()
	if x.id != "" && f.Instance == "" {
		p = p.Instance("urn:request:" + x.id)
	}
	x.noteProblem(f)
	x.app.writeProblem(w, r, p)
}

// identify sets the ID of a request and its response header.
func (x *exchange) identify(w http.ResponseWriter, r *http.Request) {
	x.id = edge.RequestID(r)
	x.line[0] = x.id
	w.Header()["X-Request-Id"] = x.line[:]
}

// watch starts measuring.
func (x *exchange) watch(w http.ResponseWriter, r *http.Request) {
	x.start = time.Now()
	x.out.ResponseWriter = w
	if r.Body != nil && r.Body != http.NoBody {
		x.in.ReadCloser = r.Body
		r.Body = &x.in
	}
}

// reached records the stages of an exchange.
func reached(r *http.Request, op *tree.Operation, s endpoint.Phase) {
	if x := exchangeOf(r.Context()); x != nil {
		x.reach(op, s)
	}
}

func (x *exchange) reach(op *tree.Operation, s endpoint.Phase) {
	now := time.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known.Route, x.known.Operation = op.Path, op.ID
	x.pass(now)
	x.stage, x.since = s, now
}

// pass adds the elapsed time to the current stage.
func (x *exchange) pass(now time.Time) {
	if x.since.IsZero() {
		return
	}
	passed := now.Sub(x.since)
	switch x.stage {
	case endpoint.PhaseRead:
		x.known.Reading += passed
	case endpoint.PhaseHandle:
		x.known.Handling += passed
	case endpoint.PhaseWrite:
		x.known.Writing += passed
	}
}

// noteProblem records a problem.
func (x *exchange) noteProblem(f render.Fields) {
	if len(x.app.edge.observers) == 0 {
		return
	}
	var codes []string
	for _, v := range f.Violations {
		codes = append(codes, v.Code)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known.Problem = f.Code
	x.known.Violations, x.known.Codes = len(f.Violations)+f.MoreViolations, codes
}

// panicked records the first panic.
func (x *exchange) panicked(value any, stack string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known.Stack == "" {
		x.known.Panic, x.known.Stack = value, stack
	}
}

// report notifies the observers.
func (x *exchange) report(r *http.Request, returned bool) {
	now := time.Now()
	x.mu.Lock()
	x.pass(now)
	x.since = time.Time{}
	e := x.known
	x.app.setCaller(&e, x.who)
	x.mu.Unlock()
	e.Client = x.app.addressOf(r)
	e.Method, e.RequestID = methodOf(r.Method), x.id
	e.Start, e.Total = x.start, now.Sub(x.start)
	e.Received, e.Sent = x.in.N.Load(), x.out.N
	e.Status, e.Aborted = x.out.Status, !returned || !x.out.Whole(r, x.Context)
	if e.Status == 0 && returned {
		e.Status = http.StatusOK // the default of net/http
	}
	for _, o := range x.app.edge.observers {
		x.observe(o, e)
	}
}

func (x *exchange) observe(o Observer, e Exchange) {
	defer func() {
		if v := recover(); v != nil {
			l := x.app.log()
			if x.id != "" {
				l = l.With("request_id", x.id)
			}
			l.ErrorContext(x, "tenon: observer panicked",
				"panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	e.Codes = slices.Clone(e.Codes) // each observer may keep its own
	o.Observe(x, e)
}

// methodOf returns a method for metrics: _OTHER for unknown ones.
func methodOf(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace, "QUERY":
		return method
	}
	return "_OTHER"
}

// addressOf returns the address of a client, or "" if there is none or
// [API.WithoutAddresses] hides it.
func (a *App) addressOf(r *http.Request) string {
	if a.edge.noAddresses {
		return ""
	}
	return a.edge.addressOf(r)
}

func (o *edgeOptions) addressOf(r *http.Request) string {
	if o.address != nil {
		return o.address(r)
	}
	return edge.Address(r)
}

// identified records the caller of a request, for the middleware around its operation.
func (a *App) identified(r *http.Request, who authn.Identity) {
	if x := exchangeOf(r.Context()); x != nil {
		x.mu.Lock()
		x.who = who
		x.mu.Unlock()
	}
}

func (x *exchange) identity() authn.Identity {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.who
}

// setCaller sets the caller of a request.
func (a *App) setCaller(e *Exchange, who authn.Identity) {
	e.Scheme = who.SchemeName()
	if !a.edge.noSubjects {
		e.Subject, e.Issuer = who.Subject(), who.IssuerName()
	}
}

// logOf returns the logger with the attributes of a request.
func (a *App) logOf(r *http.Request) *slog.Logger {
	e := Exchange{Client: a.addressOf(r)}
	a.setCaller(&e, authn.FromContext(r.Context()))
	if x := exchangeOf(r.Context()); x != nil {
		e.RequestID = x.id
	}
	var attrs []any
	for _, f := range [...]struct{ name, text string }{
		{"request_id", e.RequestID}, {"client", e.Client}, {"subject", e.Subject}, {"issuer", e.Issuer}, {"scheme", e.Scheme},
	} {
		if f.text != "" {
			attrs = append(attrs, slog.String(f.name, f.text))
		}
	}
	return a.log().With(attrs...)
}
