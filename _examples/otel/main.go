// Command otel is a REST API whose requests are OpenTelemetry spans and a
// histogram.
//
//	go run . -addr 127.0.0.1:8080
//	curl http://127.0.0.1:8080/greetings/Ada
//
// Telemetry around the App starts a span for each request, below the one of the
// traceparent header, so that what handlers start is below it; its Observer
// names the span and counts the request, from the tenon.Exchange that it is told.
// Nothing of a client but its method gets into either. The library knows nothing
// of OpenTelemetry. README: telemetry.go is what to copy; main.go shows where it
// goes, and main_test.go what comes out.
package main

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		slog.Error("otel", "error", err)
		os.Exit(1)
	}
}

// run serves until ctx is done, and writes spans to the standard output.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("otel", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8080", "`address` to listen on; port 0 is any free one")
	if err := flags.Parse(args); err != nil {
		return err
	}
	exporter, err := stdouttrace.New()
	if err != nil {
		return err
	}
	spans := trace.NewTracerProvider(trace.WithBatcher(exporter))
	defer spans.Shutdown(context.WithoutCancel(ctx))
	telemetry, err := NewTelemetry(spans, metric.NewMeterProvider(), propagation.TraceContext{})
	if err != nil {
		return err
	}
	app, err := newAPI(telemetry, spans.Tracer("greetings")).Build()
	if err != nil {
		return err
	}
	return tenon.Serve(ctx, *addr, telemetry.Around(app), tenon.OnListen(func(a net.Addr) {
		slog.Info("listening", "url", "http://"+a.String())
	}))
}

type greeting struct{ Text string }

var (
	name      = prop.String("name").MaxLen(40)
	greetings = collection.Of("Greeting", func(g *greeting) collection.Fields {
		return collection.Fields{
			prop.String("text").At(&g.Text),
		}
	})

	// Nobody is told where there is nobody to greet.
	Nobody = render.NewProblem(404, "nobody", "There is nobody of this name.")
)

// newAPI declares what is served. A handler's own span is below the request's.
func newAPI(observer tenon.Observer, tracer oteltrace.Tracer) tenon.API {
	show := route.Get("/greetings/{name}", greetings.View()).ID("showGreeting").
		Path(name).
		Fails(Nobody).
		Handle(func(c *route.Call) (greeting, error) {
			_, span := tracer.Start(c.Context(), "greet")
			defer span.End()
			if name.Get(c) == "Nobody" {
				return greeting{}, Nobody
			}
			return greeting{"Hello " + name.Get(c)}, nil
		})
	return tenon.New("Greetings", "1.0.0").RequestIDs().Observe(observer).Add(show, route.Health("/health"))
}
