package otel

import (
	"context"
	"net"
	"net/http"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/tenon-go/tenon"
)

// attributes returns what a sampler may decide by, when the span starts.
func (t *Telemetry) attributes(r *http.Request, scheme string) []attribute.KeyValue {
	all := []attribute.KeyValue{methodAttribute(r.Method), semconv.URLScheme(scheme)}
	if !t.pathless {
		all = append(all, semconv.URLPath(r.URL.Path))
	}
	all = append(all, semconv.NetworkProtocolVersion(protocolVersion(r)))
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if host != "" {
		all = append(all, semconv.ServerAddress(host))
	}
	if n, err := strconv.ParseUint(port, 10, 16); err == nil {
		all = append(all, semconv.ServerPort(int(n)))
	}
	return all
}

// protocolVersion is 1.0, 1.1, 2 or 3.
func protocolVersion(r *http.Request) string {
	if r.ProtoMajor == 1 {
		return "1." + strconv.Itoa(r.ProtoMinor)
	}
	return strconv.Itoa(r.ProtoMajor)
}

// exchangeAttributes returns what spans and the histogram have in common.
func exchangeAttributes(ctx context.Context, e tenon.Exchange) []attribute.KeyValue {
	var all []attribute.KeyValue
	if e.Status != 0 {
		all = append(all, semconv.HTTPResponseStatusCode(e.Status))
	}
	if e.Route != "" {
		all = append(all, semconv.HTTPRoute(e.Route))
	}
	if failed(ctx, e) {
		all = append(all, semconv.ErrorTypeKey.String(errorType(e)))
	}
	return all
}

// errorType is one of few texts: aborted, the code of a problem, or the status.
func errorType(e tenon.Exchange) string {
	switch {
	case e.Aborted:
		return "aborted"
	case e.Problem != "":
		return e.Problem
	}
	return strconv.Itoa(e.Status)
}

// ownAttributes returns what the conventions have no name for.
func ownAttributes(e tenon.Exchange) []attribute.KeyValue {
	all := []attribute.KeyValue{
		semconv.HTTPRequestBodySizeKey.Int64(e.Received),
		semconv.HTTPResponseBodySizeKey.Int64(e.Sent),
		attribute.Float64("tenon.reading", e.Reading.Seconds()),
		attribute.Float64("tenon.handling", e.Handling.Seconds()),
		attribute.Float64("tenon.writing", e.Writing.Seconds()),
	}
	for _, text := range [...]struct {
		key   attribute.Key
		value string
	}{{"tenon.operation", e.Operation}, {"tenon.request_id", e.RequestID}, {"tenon.problem", e.Problem}} {
		if text.value != "" {
			all = append(all, text.key.String(text.value))
		}
	}
	if e.Violations > 0 {
		all = append(all, attribute.Int("tenon.violations", e.Violations), attribute.StringSlice("tenon.codes", e.Codes))
	}
	return all
}
