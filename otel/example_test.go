package otel_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	exporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/sdk/metric"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/otel"
	"github.com/tenon-go/tenon/route"
)

// The durations of an API as Prometheus reads them.
func Example_prometheus() {
	registry := prometheus.NewRegistry()
	reader, err := exporter.New(exporter.WithRegisterer(registry))
	if err != nil {
		log.Fatal(err)
	}
	meters := metric.NewMeterProvider(metric.WithReader(reader))
	defer meters.Shutdown(context.Background())

	telemetry, err := otel.New(otel.WithMeterProvider(meters))
	if err != nil {
		log.Fatal(err)
	}
	ping := route.Get("/ping", collection.NoContent()).
		Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })
	app, err := tenon.New("Ping", "1.0.0").Observe(telemetry).Add(ping).Build()
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", telemetry.Handler(app))
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))

	server := httptest.NewServer(mux)
	get(server.URL + "/ping")
	for line := range strings.Lines(get(server.URL + "/metrics")) {
		if strings.HasPrefix(line, "http_server_request_duration_seconds_count") {
			fmt.Println(line[:strings.Index(line, "otel_scope")], line[strings.LastIndex(line, " ")+1:])
		}
	}
	server.Close()
	// Output: http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="204",http_route="/ping", 1
}

func get(url string) string {
	res, err := http.Get(url)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		log.Fatal(err)
	}
	return string(text)
}
