// Command wires serves four APIs on the wires of others: /payments, /codehost, /chat and /cluster.
//
//	go run .
//	curl http://127.0.0.1:8080/payments/v1/customers -u sk_test_1: -d name=Ann -d "metadata[color]=red"
package main

import (
	"context"
	"flag"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"

	"github.com/tenon-go/tenon/_examples/wires/chat"
	"github.com/tenon-go/tenon/_examples/wires/cluster"
	"github.com/tenon-go/tenon/_examples/wires/codehost"
	"github.com/tenon-go/tenon/_examples/wires/payments"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "`address` to listen on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr); err != nil {
		slog.Error("wires", "error", err)
		os.Exit(1)
	}
}

// run serves the APIs until ctx is done.
func run(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	for prefix, api := range map[string]tenon.API{
		"/payments": payments.NewAPI(time.Now, "sk_test_1"),
		"/codehost": codehost.NewAPI(time.Now, map[string]string{"t0ken": "ann"}),
		"/chat":     chat.NewAPI(time.Now, "sk-1"),
		"/cluster":  cluster.NewAPI(),
	} {
		app, err := api.Build()
		if err != nil {
			return err
		}
		defer app.Close()
		routes := http.NewServeMux()
		routes.Handle("/", app)
		routes.Handle("/openapi.json", oas.Handler(app))
		mux.Handle(prefix+"/", http.StripPrefix(prefix, routes))
	}
	return tenon.Serve(ctx, addr, mux, tenon.OnListen(func(a net.Addr) { slog.Info("listening", "url", "http://"+a.String()) }))
}
