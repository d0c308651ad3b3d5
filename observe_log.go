package tenon

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
)

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
