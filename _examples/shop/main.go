// Command shop is a REST API for products and their orders, on SQLite or
// PostgreSQL.
//
//	go run . -addr 127.0.0.1:8080 -db shop.db
//	go run . -db postgres://shop@localhost/shop
//	curl 'http://127.0.0.1:8080/v1/products?limit=2&order_by=-price'
//
// product.go and order.go say what these are, and routes.go what can be done with
// them: requests are validated, answers written and the OpenAPI documents made
// from these declarations. products.go and orders.go keep them in the database,
// and know nothing of HTTP.
//
// The environment variable SHOP_CURSOR_KEY has the key that signs cursors, such
// as openssl rand -hex 32 makes one. Servers of one shop share it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
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
	name := flags.String("db", "shop.db", "`database`: an SQLite file, "+memory+", or a postgres:// URL")
	document := flags.Bool("openapi", false, "print the OpenAPI document and exit")
	version := flags.String("openapi-version", "3.0", "OpenAPI `version` to print, 3.0 or 3.1")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *document {
		return printDocument(stdout, *version)
	}

	keys, err := cursorKeys(os.Getenv("SHOP_CURSOR_KEY"))
	if err != nil {
		return err
	}
	store, err := OpenStore(ctx, *name)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Seed(ctx); err != nil {
		return err
	}
	app, err := newAPI(store, keys...)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var sweeper sync.WaitGroup
	defer sweeper.Wait()
	defer stop()
	sweeper.Go(func() { store.Sweep(ctx, time.Hour) })
	err = tenon.Serve(ctx, *addr, newRouter(app), tenon.Listening(func(a net.Addr) {
		slog.Info("listening", "url", "http://"+a.String())
	}))
	slog.Info("stopped")
	return err
}

// printDocument needs no database, because it calls no handler.
func printDocument(w io.Writer, version string) error {
	v, ok := map[string]oas.Version{"3.0": oas.V30, "3.1": oas.V31}[version]
	if !ok {
		return fmt.Errorf("OpenAPI %q is not 3.0 or 3.1", version)
	}
	app, err := newAPI(new(Store), paginate.NewKey())
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
