// Package otel turns the requests of an API into OpenTelemetry spans and a histogram.
//
//	telemetry, err := otel.New()
//	if err != nil {
//		return err
//	}
//	app, err := api.Observe(telemetry).Build()
//	if err != nil {
//		return err
//	}
//	return tenon.Serve(ctx, ":8080", telemetry.Handler(app))
//
// Handler starts a server span for each request, as a child of the span in its
// propagation headers. Spans that a handler starts from [route.Call.Context] are its
// children. Observe names the span after the method and the route, sets its attributes
// and records the duration.
//
// # Conventions
//
// Names, attributes and units are those of the stable HTTP semantic conventions of
// OpenTelemetry, in the version of [SchemaURL]: the span has http.request.method,
// http.route, http.response.status_code, url.scheme, url.path, server.address,
// server.port, network.protocol.version and, for responses of 500 and above and for
// those that the server aborted, error.type. The histogram is http.server.request.duration, in seconds.
// Its attributes are of low cardinality, without paths, addresses or identities.
//
// Attributes of the library begin with tenon: tenon.operation, tenon.request_id,
// tenon.problem, tenon.violations and tenon.codes, and the durations of the parts of a
// request in seconds, tenon.reading, tenon.handling and tenon.writing.
//
// # Privacy
//
// The query, the headers, the bodies, the address of the client and its identity are
// never recorded. The path may contain identifiers; [WithoutPath] omits it.
//
// # Prometheus
//
// Any exporter of OpenTelemetry works. The exporter for Prometheus
// (go.opentelemetry.io/otel/exporters/prometheus) is a reader of a MeterProvider, and
// promhttp serves /metrics; see the example.
//
// [route.Call.Context]: https://pkg.go.dev/github.com/tenon-go/tenon/route#Call.Context
package otel
