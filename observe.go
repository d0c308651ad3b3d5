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
// that serve requests call it concurrently, so that it should return quickly. ctx is that of the request
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

// Observe adds observers of every request. Without observers nothing is measured. A panic of
// an observer is logged, and the others are notified all the same.
func (a API) Observe(observers ...Observer) API {
	if slices.Contains(observers, nil) {
		return a.fault("Observe has a nil observer")
	}
	return a.edit(func(d *declaration) {
		d.edge.observers = append(slices.Clip(d.edge.observers), observers...)
	})
}

// WithoutSubjects leaves out of an [Exchange] and of log lines who sent a request:
// Subject and Issuer.
func (a API) WithoutSubjects() API {
	return a.edit(func(d *declaration) { d.edge.noSubjects = true })
}

// WithoutAddresses leaves the address of the client out of an [Exchange] and of log
// lines.
func (a API) WithoutAddresses() API {
	return a.edit(func(d *declaration) { d.edge.noAddresses = true })
}

// ClientAddress sets how the address of a client is found, which an [Exchange] and log
// lines have; "" is none. Without it, it is that of the connection, which behind a proxy
// is the proxy's. A rate limit knows better, see [throttle.Policy.Address]:
//
//	limit := throttle.PerMinute(600).TrustedProxies("10.0.0.0/8")
//	api.Throttle(limit).ClientAddress(limit.Address)
//
// [throttle.Policy.Address]: https://pkg.go.dev/github.com/tenon-go/tenon/throttle#Policy.Address
func (a API) ClientAddress(of func(*http.Request) string) API {
	if of == nil {
		return a.fault("ClientAddress(nil): there is no function to call")
	}
	return a.edit(func(d *declaration) { d.edge.address = of })
}

// LogObserver writes a line for each request: at level Error where the server
// failed, at Warn where the client did, at Info otherwise. nil is slog.Default.
// Paths are templates, so that no line holds what a client put into one. A line has who
// sent the request, unless the API says [API.WithoutSubjects] and
// [API.WithoutAddresses].
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
	if e.Stack != "" { // which has a line of its own
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
