package tenon

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Observer is told of every request after it has been answered, for logs,
// metrics and traces. It is called from the goroutine that serves the request,
// by many at once: what takes long belongs elsewhere. ctx is that of the request
// as the App got it, in which [authn.FromContext] finds who sent it.
//
// [authn.FromContext]: https://pkg.go.dev/github.com/tenon-go/tenon/authn#From
type Observer interface {
	Observe(ctx context.Context, e Exchange)
}

// Exchange is a request and its answer, in numbers and names. It holds nothing
// that a client sent but the method, the request id and who it has proved to be, and
// nothing that a server answered. It can be without what names a person, see
// [API.WithoutSubjects] and [API.WithoutAddresses].
type Exchange struct {
	Method    string // of HTTP; _OTHER for what is none
	Route     string // the path template; "" where there is no operation
	Operation string // the operationId
	RequestID string // "" without [API.RequestIDs]
	Client    string // the address of the client, see [API.ClientAddress]
	// Who sent the request, as far as its credentials were good, also where it was
	// refused; "" for guests.
	Subject, Issuer, Scheme string
	Status                  int // 0: the connection was dropped before there was any

	Start time.Time
	Total time.Duration
	// The parts of Total in the operation: the request is read and validated, the
	// handler runs, the answer is written. What is missing is the middlewares'.
	Reading, Handling, Writing time.Duration

	// Bytes of content, as far as it was read and written.
	Received, Sent int64

	Problem    string   // the code of the problem that was answered; "" for none
	Violations int      // how many rules the request broke
	Codes      []string // of the violations that were listed, in their order
	Aborted    bool     // the answer was broken off

	Panic any    // the value of a panic of a handler or middleware; nil: there was none
	Stack string // of the panic
}

// Observe adds observers of every request. Without any, nothing is measured. An
// observer that panics is logged, and passed over.
func (a API) Observe(observers ...Observer) API {
	if slices.Contains(observers, nil) {
		return a.fault("Observe has a nil observer")
	}
	return a.edit(func(d *declaration) {
		d.outside.observers = append(slices.Clip(d.outside.observers), observers...)
	})
}

// watch begins to measure.
func (x *exchange) watch(w http.ResponseWriter, r *http.Request) {
	x.start = time.Now()
	x.out.ResponseWriter = w
	if r.Body != nil && r.Body != http.NoBody {
		x.in.ReadCloser = r.Body
		r.Body = &x.in
	}
}

// reached returns what notes the stages of an exchange; nil if nobody observes.
func (o *edge) reached() func(*http.Request, *ir.Operation, route.Stage) {
	if len(o.observers) == 0 {
		return nil
	}
	return func(r *http.Request, op *ir.Operation, s route.Stage) {
		if x := exchangeOf(r.Context()); x != nil {
			x.reach(op, s)
		}
	}
}

func (x *exchange) reach(op *ir.Operation, s route.Stage) {
	now := time.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known.Route, x.known.Operation = op.Path, op.ID
	x.pass(now)
	x.stage, x.since = s, now
}

// pass adds what has passed to the stage that goes on.
func (x *exchange) pass(now time.Time) {
	if x.since.IsZero() {
		return
	}
	passed := now.Sub(x.since)
	switch x.stage {
	case route.StageRead:
		x.known.Reading += passed
	case route.StageHandle:
		x.known.Handling += passed
	case route.StageWrite:
		x.known.Writing += passed
	}
}

// refused notes a problem.
func (x *exchange) refused(f render.Fields) {
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

// panicked notes a panic, of several the first.
func (x *exchange) panicked(value any, stack string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known.Stack == "" {
		x.known.Panic, x.known.Stack = value, stack
	}
}

// report tells the observers.
func (x *exchange) report(r *http.Request, whole bool) {
	now := time.Now()
	x.mu.Lock()
	x.pass(now)
	x.since = time.Time{}
	e := x.known
	x.name(&e)
	x.mu.Unlock()
	e.Client = x.app.addressOf(r)
	e.Method, e.RequestID = methodOf(r.Method), x.id
	e.Start, e.Total = x.start, now.Sub(x.start)
	e.Received, e.Sent = x.in.n.Load(), x.out.n
	e.Status, e.Aborted = x.out.status, !whole
	if e.Status == 0 && whole {
		e.Status = http.StatusOK // net/http says so for who says nothing
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
			l.ErrorContext(x, "tenon: an observer panicked",
				"panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	e.Codes = slices.Clone(e.Codes) // each may keep its own
	o.Observe(x, e)
}

// methodOf keeps what clients make up out of metrics.
func methodOf(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace, "QUERY":
		return method
	}
	return "_OTHER"
}

// received counts what is read of a request.
type received struct {
	io.ReadCloser
	n atomic.Int64
}

func (c *received) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// sent counts what is written of an answer.
type sent struct {
	http.ResponseWriter
	status int
	n      int64
}

func (c *sent) WriteHeader(status int) {
	if c.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *sent) Write(p []byte) (int, error) {
	c.begin()
	n, err := c.ResponseWriter.Write(p)
	c.n += int64(n)
	return n, err
}

// ReadFrom keeps the way on which the system copies a file by itself.
func (c *sent) ReadFrom(r io.Reader) (int64, error) {
	c.begin()
	n, err := io.Copy(c.ResponseWriter, r)
	c.n += n
	return n, err
}

// begin is what a write does where nobody has chosen a status.
func (c *sent) begin() {
	if c.status == 0 {
		c.status = http.StatusOK
	}
}

// Unwrap lets http.ResponseController reach what the writer can do besides.
func (c *sent) Unwrap() http.ResponseWriter { return c.ResponseWriter }
