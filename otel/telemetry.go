package otel

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"
	"go.opentelemetry.io/otel/trace"

	"github.com/tenon-go/tenon"
)

// SchemaURL names the version of the semantic conventions.
const SchemaURL = semconv.SchemaURL

const scope = "github.com/tenon-go/tenon/otel"

// Telemetry makes spans and metrics of requests. It is safe for concurrent use.
type Telemetry struct {
	config
	tracer   trace.Tracer
	duration httpconv.ServerRequestDuration
}

var _ tenon.Observer = (*Telemetry)(nil)

// New returns the Telemetry of an API. The error is that of creating the histogram.
func New(options ...Option) (*Telemetry, error) {
	c := newConfig(options)
	duration, err := httpconv.NewServerRequestDuration(
		c.meters.Meter(scope, metric.WithSchemaURL(SchemaURL)),
		// The boundaries that the conventions recommend.
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10))
	if err != nil {
		return nil, err
	}
	return &Telemetry{c, c.tracers.Tracer(scope, trace.WithSchemaURL(SchemaURL)), duration}, nil
}

// request is what Observe cannot find in an exchange.
type request struct{ scheme string }

type requestKey struct{}

// Handler returns a handler that starts a span for each request of h, which is the App or
// a mux around it.
func (t *Telemetry) Handler(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := t.propagator.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		scheme := t.scheme(r)
		// A name of few values, until Observe knows the route.
		ctx, span := t.tracer.Start(ctx, methodName(r.Method), trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(t.attributes(r, scheme)...))
		defer span.End()
		h.ServeHTTP(w, r.WithContext(context.WithValue(ctx, requestKey{}, request{scheme})))
	})
}

// Observe implements [tenon.Observer]. It completes the span that Handler has started and
// records the duration; without Handler it only records.
func (t *Telemetry) Observe(ctx context.Context, e tenon.Exchange) {
	shared := exchangeAttributes(ctx, e)
	scheme := "http"
	if r, ok := ctx.Value(requestKey{}).(request); ok {
		scheme = r.scheme
	}
	t.duration.Inst().Record(ctx, e.Total.Seconds(),
		metric.WithAttributes(methodAttribute(e.Method), semconv.URLScheme(scheme)),
		metric.WithAttributes(shared...))

	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	name := methodName(e.Method)
	if e.Route != "" {
		name += " " + e.Route
	}
	span.SetName(name)
	if failed(ctx, e) {
		span.SetStatus(codes.Error, "")
	}
	span.SetAttributes(shared...)
	span.SetAttributes(ownAttributes(e)...)
}

// failed reports whether the server has failed: an error of the client, or one that has gone, leaves
// the status of a server span unset.
func failed(ctx context.Context, e tenon.Exchange) bool {
	return e.Status >= 500 || e.Aborted && ctx.Err() == nil
}

// methodName is the method as a part of the span's name.
func methodName(method string) string {
	if methodAttribute(method).Value.AsString() == "_OTHER" {
		return "HTTP"
	}
	return method
}

func methodAttribute(method string) attribute.KeyValue {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace, "QUERY":
		return semconv.HTTPRequestMethodKey.String(method)
	}
	return semconv.HTTPRequestMethodOther
}
