package otel

import (
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// An Option changes what [New] makes.
type Option func(*config)

type config struct {
	tracers    trace.TracerProvider
	meters     metric.MeterProvider
	propagator propagation.TextMapPropagator
	scheme     func(*http.Request) string
	pathless   bool
}

func newConfig(options []Option) config {
	c := config{otel.GetTracerProvider(), otel.GetMeterProvider(), otel.GetTextMapPropagator(), schemeOf, false}
	for _, o := range options {
		o(&c)
	}
	return c
}

// WithTracerProvider sets where spans are started. The default is the global provider.
func WithTracerProvider(p trace.TracerProvider) Option { return func(c *config) { c.tracers = p } }

// WithMeterProvider sets where durations are recorded. The default is the global provider.
func WithMeterProvider(p metric.MeterProvider) Option { return func(c *config) { c.meters = p } }

// WithPropagator sets how the parent of a span is found in the headers of a request. The
// default is the global propagator, which finds none until the program sets one.
func WithPropagator(p propagation.TextMapPropagator) Option {
	return func(c *config) { c.propagator = p }
}

// WithScheme sets the function that returns the scheme of a request, http or https. The
// default is https for connections with TLS. Behind a proxy that terminates TLS, return
// what the proxy says; a header that clients can set must not be trusted otherwise.
func WithScheme(f func(*http.Request) string) Option { return func(c *config) { c.scheme = f } }

// WithoutPath leaves url.path out of spans, for paths that hold personal data. The route
// stays.
func WithoutPath() Option { return func(c *config) { c.pathless = true } }

func schemeOf(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	return "http"
}
