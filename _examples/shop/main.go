// Command shop serves a REST API for products and their orders, on SQLite or PostgreSQL.
//
//	go run . -dev
//	curl 'http://127.0.0.1:8080/v1/products?limit=2&order_by=-price'
//
// Reading the catalog is public. For everything else, -dev prints a token and a request
// that uses it; programs have API keys:
//
//	go run . key -name robot -scopes 'products:write products:cost'
//	curl -H 'X-Api-Key: shop_…' --json '{"price": 950, "cost": 500}' -X PATCH …
//
// With -mock the shop needs no database: it serves made-up entities from memory.
//
// In production:
//
//	shop -addr :8080 -db postgres://shop@localhost/shop
//		-issuer https://id.example.com -audience shop
//		-redis 10.0.0.2:6379 -proxies 10.0.0.0/8 -origins https://shop.example
//
// Without an issuer, only API keys are accepted. Without Redis, each process counts requests
// by itself. shop -help lists all flags.
//
// product.go and order.go declare the entities, and routes.go their operations. The library
// validates requests, encodes responses and generates the OpenAPI documents from these
// declarations. access.go declares access control, limits.go rate limits, and languages.go
// translations; api.go combines them. products.go and orders.go store the entities in the
// database, and do not depend on HTTP.
//
// The environment variable SHOP_CURSOR_KEY has the key that signs cursors, for example the
// output of openssl rand -hex 32. All servers of a shop need the same key.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

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

// run runs the program until ctx is done.
func run(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "key" {
		return manageKeys(ctx, args[1:], stdout)
	}
	o, err := parseOptions(args)
	switch {
	case err != nil:
		return err
	case o.document, o.arazzo != "":
		return printDocument(stdout, o)
	}
	return serve(ctx, o, stdout)
}

// printDocument prints the OpenAPI or the Arazzo document. It needs no database, because it calls no handler.
func printDocument(w io.Writer, o options) error {
	v, ok := map[string]oas.Version{"3.0": oas.V30, "3.1": oas.V31, "3.2": oas.V32}[o.version]
	if !ok {
		return fmt.Errorf("OpenAPI %q is not 3.0, 3.1 or 3.2", o.version)
	}
	app, err := withoutStore(o.limits)
	if err != nil {
		return err
	}
	defer app.Close()
	var text []byte
	if o.arazzo != "" {
		text, err = oas.Arazzo(app, o.arazzo)
	} else {
		text, err = oas.YAML(app, v)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
