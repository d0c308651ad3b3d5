// Command shop is a REST API for products on SQLite.
//
//	go run . -addr 127.0.0.1:8080 -db shop.db
//	curl http://127.0.0.1:8080/v1/products?limit=2
//
// product.go says what a product is, and routes.go what can be done with it:
// requests are validated, answers written and the OpenAPI documents made from
// these declarations. The store knows nothing of HTTP.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/tenon-go/tenon/oas"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	switch err := run(ctx, os.Args[1:], os.Stdout); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		slog.Error("shop", "error", err)
		os.Exit(1)
	}
}

// run is the program, until ctx is done.
func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("shop", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8080", "`address` to listen on; port 0 is any free one")
	file := flags.String("db", "shop.db", "SQLite database `file`, or "+memory)
	document := flags.Bool("openapi", false, "print the OpenAPI document and exit")
	version := flags.String("openapi-version", "3.0", "OpenAPI `version` to print, 3.0 or 3.1")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *document {
		return printDocument(stdout, *version)
	}

	store, err := OpenStore(ctx, *file)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Seed(ctx); err != nil {
		return err
	}
	app, err := newAPI(store)
	if err != nil {
		return err
	}
	return serve(ctx, *addr, newRouter(app), store.Changes.Close)
}

// printDocument needs no store, because it calls no handler.
func printDocument(w io.Writer, version string) error {
	v, ok := map[string]oas.Version{"3.0": oas.V30, "3.1": oas.V31}[version]
	if !ok {
		return fmt.Errorf("OpenAPI %q is not 3.0 or 3.1", version)
	}
	app, err := newAPI(nil)
	if err != nil {
		return err
	}
	text, err := oas.YAML(app, v)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// serve answers requests until ctx is done, and then gives those in progress
// time to finish. It calls hush for those that never would.
func serve(ctx context.Context, addr string, h http.Handler, hush func()) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	server.RegisterOnShutdown(hush)
	slog.Info("listening", "url", "http://"+listener.Addr().String())

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("shutting down")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}
