package tenon

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"
)

// An Observer is notified after each response, for logs, metrics and traces. The goroutines
// that serve requests call it concurrently, so that it should return quickly. ctx is the
// context of the request as the App received it; [authn.FromContext] returns its caller.
//
// [authn.FromContext]: https://pkg.go.dev/github.com/tenon-go/tenon/authn#FromContext
type Observer interface {
	Observe(ctx context.Context, e Exchange)
}

// Exchange is a request and its response, in numbers and names. Of what the client sent, it has
// only the method, the request ID and the authenticated identity; it has nothing of the
// response body. [API.WithoutSubjects] and [API.WithoutAddresses] remove personal data.
type Exchange struct {
	Method    string // the HTTP method; _OTHER for an unknown one
	Route     string // the path template; "" without an operation
	Operation string // the operationId
	RequestID string // "" without [API.RequestIDs]
	Client    string // the address of the client, see [API.ClientAddress]
	// The caller, if its credentials are valid, even if the request was rejected; "" for
	// anonymous requests.
	Subject, Issuer, Scheme string
	// 0: the connection was dropped before a response. 499: the client had gone before one.
	Status int

	Start time.Time
	Total time.Duration
	// The parts of Total that the operation took: reading and validating the request, running
	// the handler, writing the response. The rest is that of middleware.
	Reading, Handling, Writing time.Duration

	// Bytes of the bodies that were read and written.
	Received, Sent int64

	Problem    string   // the code of the problem that was sent, or ""
	Violations int      // the number of violations
	Codes      []string // of the violations in the response, in their order
	// Aborted: the response was not written whole. A handler has panicked, a write has failed, or the
	// client has gone before the end.
	Aborted bool

	Panic any    // the value of a panic of a handler or middleware, or nil
	Stack string // of the panic
}

// Observe adds observers of every request. Without observers, nothing is measured. A panic of
// an observer is logged, and the other observers are still notified.
func (a API) Observe(observers ...Observer) API {
	if slices.Contains(observers, nil) {
		return a.fault("Observe has a nil observer")
	}
	return a.edit(func(d *declaration) {
		d.edge.observers = append(slices.Clip(d.edge.observers), observers...)
	})
}

// WithoutSubjects omits the caller's Subject and Issuer from an [Exchange] and from log lines.
func (a API) WithoutSubjects() API {
	return a.edit(func(d *declaration) { d.edge.noSubjects = true })
}

// WithoutAddresses omits the address of the client from an [Exchange] and from log lines.
func (a API) WithoutAddresses() API {
	return a.edit(func(d *declaration) { d.edge.noAddresses = true })
}

// ClientAddress sets the function that returns the address of a client, for an [Exchange] and
// for log lines; "" means none. The default is the address of the connection, which behind a
// proxy is that of the proxy. A rate limit with trusted proxies has a better one, see
// [throttle.Policy.Address]:
//
//	limit := throttle.PerMinute(600).TrustedProxies("10.0.0.0/8")
//	api.Throttle(limit).ClientAddress(limit.Address)
//
// [throttle.Policy.Address]: https://pkg.go.dev/github.com/tenon-go/tenon/throttle#Policy.Address
func (a API) ClientAddress(of func(*http.Request) string) API {
	if of == nil {
		return a.fault("ClientAddress(nil): the function is nil")
	}
	return a.edit(func(d *declaration) { d.edge.address = of })
}

// LogObserver returns an observer that logs a line for each request: at level Error for errors
// of the server, at Warn for errors of the client and aborted responses, at Info otherwise. If l is nil, it logs to
// slog.Default. Paths are templates, so that no line has a value from a path. A line names the
// caller and its address unless [API.WithoutSubjects] and [API.WithoutAddresses] omit them.
func LogObserver(l *slog.Logger) Observer { return logObserver{l} }

type logObserver struct{ logger *slog.Logger }

func (o logObserver) Observe(ctx context.Context, e Exchange) {
	l := o.logger
	if l == nil {
		l = slog.Default()
	}
	level := slog.LevelInfo
	switch {
	case e.Status >= http.StatusInternalServerError:
		level = slog.LevelError
	case e.Status >= http.StatusBadRequest, e.Aborted:
		level = slog.LevelWarn
	}
	if !l.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 16)
	text := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, value))
		}
	}
	text("client", e.Client)
	text("subject", e.Subject)
	text("issuer", e.Issuer)
	text("scheme", e.Scheme)
	text("method", e.Method)
	text("route", e.Route)
	text("operation", e.Operation)
	text("request_id", e.RequestID)
	attrs = append(attrs, slog.Int("status", e.Status),
		slog.Duration("duration", e.Total), slog.Duration("reading", e.Reading),
		slog.Duration("handling", e.Handling), slog.Duration("writing", e.Writing),
		slog.Int64("received", e.Received), slog.Int64("sent", e.Sent))
	text("problem", e.Problem)
	if e.Stack != "" { // on a line of its own
		text("panic", fmt.Sprint(e.Panic))
	}
	if e.Violations > 0 {
		attrs = append(attrs, slog.Int("violations", e.Violations), slog.String("codes", strings.Join(e.Codes, " ")))
	}
	if e.Aborted {
		attrs = append(attrs, slog.Bool("broken", true))
	}
	l.LogAttrs(ctx, level, "request", attrs...)
}
