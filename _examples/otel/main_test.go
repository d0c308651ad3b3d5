package main

import (
	"context"
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
)

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
			"http.response.body.size": "29", "tenon.request_id": "7"}, 1},
		{"GET", "/greetings/Nobody", "GET /greetings/{name}", codes.Unset, map[attribute.Key]string{
			"http.response.status_code": "404", "tenon.problem": "nobody"}, 1},
		{"GET", "/greetings/Ada?secret=1", "GET /greetings/{name}", codes.Unset, map[attribute.Key]string{
			"http.response.status_code": "422", "tenon.problem": "invalid_request", "tenon.violations": "1", "tenon.codes": `["unknown"]`}, 0},
		{"GET", "/secret", "GET", codes.Unset, map[attribute.Key]string{"http.response.status_code": "404", "tenon.problem": "not_found"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.target, func(t *testing.T) {
			spans, reader := tracetest.NewInMemoryExporter(), metric.NewManualReader()
			provider := trace.NewTracerProvider(trace.WithSyncer(spans))
			telemetry, err := NewTelemetry(provider, metric.NewMeterProvider(metric.WithReader(reader)), propagation.TraceContext{})
			if err != nil {
				t.Fatal(err)
			}
			app, err := newAPI(telemetry, provider.Tracer("test")).Build()
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(telemetry.Around(app))
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
				has[a.Key] = a.Value.Emit()
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
				if span[a.Key] != a.Value.Emit() {
					t.Errorf("the histogram has %s=%s, the span %q", a.Key, a.Value.Emit(), span[a.Key])
				}
			}
			return
		}
	}
	t.Errorf("there is no histogram: %+v", all)
}

// TestTheProgramEndsWhenItIsTold is about run.
func TestTheProgramEndsWhenItIsTold(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := run(ctx, []string{"-addr", "127.0.0.1:0"}); err != nil {
		t.Error(err)
	}
}
