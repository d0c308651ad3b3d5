package otel_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	oteltrace "go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/otel"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type greeting struct{ Text string }

var (
	name      = prop.String("name").MaxLen(40)
	greetings = collection.Of("Greeting", func(g *greeting) collection.Fields {
		return collection.Fields{
			prop.String("text").At(&g.Text),
		}
	})

	nobody = render.NewProblem(404, "nobody", "There is nobody of this name.")
)

// newAPI declares an operation whose handler starts a span of its own.
func newAPI(observer tenon.Observer, tracer oteltrace.Tracer) tenon.API {
	show := route.Get("/greetings/{name}", greetings.View()).ID("showGreeting").
		Path(name).
		Fails(nobody).
		Handle(func(c *route.Call) (greeting, error) {
			_, span := tracer.Start(c.Context(), "greet")
			defer span.End()
			switch name.Get(c) {
			case "Nobody":
				return greeting{}, nobody
			case "Panic":
				panic("for the test")
			}
			return greeting{"Hello " + name.Get(c)}, nil
		})
	return tenon.New("Greetings", "1.0.0").Logger(slog.New(slog.DiscardHandler)).RequestIDs().Observe(observer).
		Add(show, route.Health("/health"))
}

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// TestRequestsAreSpansAndAHistogram is about what an exporter gets.
func TestRequestsAreSpansAndAHistogram(t *testing.T) {
	tests := []struct {
		method, target string
		span           string
		status         codes.Code
		attributes     map[attribute.Key]string
		below          int // spans of the handler
	}{
		{"GET", "/greetings/Ada", "GET /greetings/{name}", codes.Unset, map[attribute.Key]string{
			"http.route": "/greetings/{name}", "http.request.method": "GET", "http.response.status_code": "200",
			"http.response.body.size": "29", "tenon.request_id": "7", "tenon.operation": "showGreeting",
			"url.path": "/greetings/Ada", "url.scheme": "http", "network.protocol.version": "1.1", "server.address": "127.0.0.1"}, 1},
		{"GET", "/greetings/Nobody", "GET /greetings/{name}", codes.Unset, map[attribute.Key]string{
			"http.response.status_code": "404", "tenon.problem": "nobody"}, 1},
		{"GET", "/greetings/Ada?secret=1", "GET /greetings/{name}", codes.Unset, map[attribute.Key]string{
			"http.response.status_code": "422", "tenon.problem": "invalid_request", "tenon.violations": "1", "tenon.codes": `["unknown"]`}, 0},
		{"BREW", "/greetings/Ada", "HTTP", codes.Unset, map[attribute.Key]string{"http.request.method": "_OTHER", "http.response.status_code": "405"}, 0},
		{"GET", "/greetings/Panic", "GET /greetings/{name}", codes.Error, map[attribute.Key]string{
			"http.response.status_code": "500", "error.type": "internal_error"}, 1},
		{"GET", "/secret", "GET", codes.Unset, map[attribute.Key]string{"http.response.status_code": "404", "tenon.problem": "not_found"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.target, func(t *testing.T) {
			spans, reader := tracetest.NewInMemoryExporter(), metric.NewManualReader()
			provider := trace.NewTracerProvider(trace.WithSyncer(spans))
			telemetry, err := otel.New(otel.WithTracerProvider(provider),
				otel.WithMeterProvider(metric.NewMeterProvider(metric.WithReader(reader))), otel.WithPropagator(propagation.TraceContext{}))
			if err != nil {
				t.Fatal(err)
			}
			app, err := newAPI(telemetry, provider.Tracer("test")).Build()
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(telemetry.Handler(app))
			r, _ := http.NewRequestWithContext(t.Context(), tt.method, server.URL+tt.target, nil)
			r.Header.Set("traceparent", parent)
			r.Header.Set("X-Request-Id", "7")
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			server.Close() // waits for the request to end

			ended := spans.GetSpans()
			if len(ended) != tt.below+1 {
				t.Fatalf("%d spans", len(ended))
			}
			got := ended[tt.below] // ends after what is below
			if got.Name != tt.span || got.Status.Code != tt.status || got.Parent.SpanID().String() != "b7ad6b7169203331" {
				t.Errorf("%s %v below %s", got.Name, got.Status, got.Parent.SpanID())
			}
			has := map[attribute.Key]string{}
			for _, a := range got.Attributes {
				has[a.Key] = a.Value.String()
			}
			for key, want := range tt.attributes {
				if has[key] != want {
					t.Errorf("%s is %q, want %q", key, has[key], want)
				}
			}
			if tt.below > 0 && ended[0].Parent.SpanID() != got.SpanContext.SpanID() {
				t.Error("the handler's span is not below the request's")
			}
			counted(t, reader, has)
		})
	}
}

// counted checks that the histogram has the one request, by what few have.
func counted(t *testing.T, reader metric.Reader, span map[attribute.Key]string) {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			h, ok := m.Data.(metricdata.Histogram[float64])
			if !ok || m.Name != "http.server.request.duration" || m.Unit != "s" {
				continue
			}
			if len(h.DataPoints) != 1 || h.DataPoints[0].Count != 1 || h.DataPoints[0].Sum <= 0 {
				t.Errorf("%+v", h.DataPoints)
				return
			}
			for _, a := range h.DataPoints[0].Attributes.ToSlice() {
				if span[a.Key] != a.Value.String() {
					t.Errorf("the histogram has %s=%s, the span %q", a.Key, a.Value.String(), span[a.Key])
				}
			}
			return
		}
	}
	t.Errorf("there is no histogram: %+v", all)
}

// TestAClientThatHasGoneIsNoErrorOfTheServer is about spans and the histogram.
func TestAClientThatHasGoneIsNoErrorOfTheServer(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	tracers := trace.NewTracerProvider(trace.WithSyncer(spans))
	telemetry, err := otel.New(otel.WithTracerProvider(tracers))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := route.Get("/gone", greetings.View()).Handle(func(c *route.Call) (greeting, error) {
		cancel()
		return greeting{}, c.Context().Err()
	})
	app := newAPI(telemetry, tracers.Tracer("handler")).Add(gone).MustBuild()
	telemetry.Handler(app).ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/gone", nil))
	for _, s := range spans.GetSpans() {
		for _, a := range s.Attributes {
			if a.Key == "error.type" || s.Status.Code != codes.Unset {
				t.Errorf("%v %s is %v", s.Status, a.Key, a.Value)
			}
		}
	}
	if len(spans.GetSpans()) != 1 {
		t.Errorf("%d spans", len(spans.GetSpans()))
	}
}

// WithoutPath omits the path from spans, and WithScheme sets the scheme behind a proxy.
func TestOptions(t *testing.T) {
	spans, reader := tracetest.NewInMemoryExporter(), metric.NewManualReader()
	telemetry, err := otel.New(otel.WithTracerProvider(trace.NewTracerProvider(trace.WithSyncer(spans))),
		otel.WithMeterProvider(metric.NewMeterProvider(metric.WithReader(reader))), otel.WithoutPath(),
		otel.WithScheme(func(r *http.Request) string { return r.Header.Get("X-Forwarded-Proto") }))
	if err != nil {
		t.Fatal(err)
	}
	app, err := newAPI(telemetry, noop.NewTracerProvider().Tracer("")).Build()
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/greetings/Ada", nil)
	r.Header.Set("X-Forwarded-Proto", "https")
	telemetry.Handler(app).ServeHTTP(httptest.NewRecorder(), r)
	for _, span := range spans.GetSpans() {
		has := attribute.NewSet(span.Attributes...)
		if v, _ := has.Value("url.scheme"); v.AsString() != "https" {
			t.Errorf("url.scheme is %q", v.AsString())
		}
		if v, ok := has.Value("url.path"); ok {
			t.Errorf("url.path is %q", v.AsString())
		}
	}
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	point := all.ScopeMetrics[0].Metrics[0].Data.(metricdata.Histogram[float64]).DataPoints[0]
	if v, _ := point.Attributes.Value("url.scheme"); v.AsString() != "https" || len(spans.GetSpans()) != 1 {
		t.Errorf("url.scheme of the histogram is %q, %d spans", v.AsString(), len(spans.GetSpans()))
	}
}
