package main

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/tenon-go/tenon"
)

// Telemetry turns exchanges into spans and metrics, named by OpenTelemetry's
// semantic conventions for HTTP servers.
type Telemetry struct {
	tracer     trace.Tracer
	duration   metric.Float64Histogram
	propagator propagation.TextMapPropagator
}

var _ tenon.Observer = (*Telemetry)(nil)

// NewTelemetry makes what observes an API.
func NewTelemetry(spans trace.TracerProvider, meters metric.MeterProvider, p propagation.TextMapPropagator) (*Telemetry, error) {
	const scope = "github.com/tenon-go/tenon"
	duration, err := meters.Meter(scope).Float64Histogram("http.server.request.duration",
		metric.WithUnit("s"), metric.WithDescription("Duration of HTTP server requests."),
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10))
	return &Telemetry{spans.Tracer(scope), duration, p}, err
}

// Around starts the span of each request, and must be outside of the App.
func (t *Telemetry) Around(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := t.propagator.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, "HTTP", trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Observe implements tenon.Observer: it completes the span, and measures.
func (t *Telemetry) Observe(ctx context.Context, e tenon.Exchange) {
	shared := []attribute.KeyValue{
		attribute.String("http.request.method", e.Method),
		attribute.Int("http.response.status_code", e.Status),
	}
	span := trace.SpanFromContext(ctx)
	span.SetName(e.Method)
	if e.Route != "" {
		shared = append(shared, attribute.String("http.route", e.Route))
		span.SetName(e.Method + " " + e.Route)
	}
	if e.Status >= 500 || e.Aborted {
		shared = append(shared, attribute.String("error.type", errorType(e)))
		span.SetStatus(codes.Error, e.Problem)
	}
	t.duration.Record(ctx, e.Total.Seconds(), metric.WithAttributes(shared...))

	span.SetAttributes(shared...)
	span.SetAttributes(
		attribute.Int64("http.request.body.size", e.Received),
		attribute.Int64("http.response.body.size", e.Sent),
		attribute.Int64("tenon.reading.us", e.Reading.Microseconds()),
		attribute.Int64("tenon.handling.us", e.Handling.Microseconds()),
		attribute.Int64("tenon.writing.us", e.Writing.Microseconds()),
	)
	if e.RequestID != "" {
		span.SetAttributes(attribute.String("tenon.request_id", e.RequestID))
	}
	if e.Problem != "" {
		span.SetAttributes(attribute.String("tenon.problem", e.Problem))
	}
	if e.Violations > 0 {
		span.SetAttributes(attribute.Int("tenon.violations", e.Violations), attribute.StringSlice("tenon.codes", e.Codes))
	}
}

// errorType is one of few texts.
func errorType(e tenon.Exchange) string {
	if e.Aborted {
		return "broken_off"
	}
	return e.Problem
}
